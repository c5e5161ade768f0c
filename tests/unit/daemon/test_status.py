"""What `status` prints."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from bridge.conversation.turns import Turns
from bridge.daemon import status
from bridge.daemon.health import Health
from tests.fakes.server_link import RecordingLink
from tests.unit.daemon.conftest import MARA, SHELL, TEO

if TYPE_CHECKING:
    from bridge.core.actors import Player
    from bridge.daemon.access_desk import AccessDesk
    from bridge.daemon.wiring import Daemon


class Parts:
    """A daemon of two servers, as far as `status` looks at it."""

    def __init__(self, desk: AccessDesk) -> None:
        self.health = Health(frozenset({"log", "rcon"}))
        self.turns = Turns()
        self.servers = [self._server(desk, MARA), self._server(desk, TEO)]

    @staticmethod
    def _server(desk: AccessDesk, *online: Player) -> SimpleNamespace:
        link = RecordingLink()
        link.online.extend(online)
        return SimpleNamespace(link=link, desk=desk)

    def told(self) -> dict[str, object]:
        return status.as_json(cast("Daemon", self))


@pytest.fixture
def parts(desk: AccessDesk) -> Parts:
    return Parts(desk)


def test_the_keys_are_those_of_the_contract(parts: Parts) -> None:
    parts.health.up("log")
    told = parts.told()
    assert set(told) - {"skippedLines", "paused"} == {
        "ready", "links", "default", "players", "queue", "today",
    }  # fmt: skip
    assert told["links"] == {
        "log": {"state": "up", "why": ""},
        "rcon": {"state": "down", "why": "not started yet"},
    }
    assert told["ready"] is False
    assert told["today"] == {"calls": 0, "cost": 0.0}


async def test_it_tells_how_things_are_now(parts: Parts, desk: AccessDesk) -> None:
    for link in ("log", "rcon"):
        parts.health.up(link)
    await desk.call("ai", {"text": "ai default free"}, SHELL)
    parts.servers[1].link.skipped_lines = 2
    async with parts.turns.turn("Mara"):
        told = parts.told()
    assert (told["ready"], told["default"], told["queue"]) == (True, "free", 1)
    assert told["players"] == ["Mara", "Teo"]
    assert told["skippedLines"] == 2


def test_words_say_what_is_wrong_beside_what_is_right(parts: Parts) -> None:
    parts.health.up("log")
    parts.health.down("rcon", "connection refused")
    parts.health.off("web", "not configured")
    assert status.as_text(parts.told()).splitlines() == [
        "not ready: players cannot be answered",
        "  log   up",
        "  rcon  down  connection refused",
        "  web   off   not configured",
        "default mode standard; online: Mara, Teo; 0 waiting",
        "today: 0 model calls, 0.00 USD",
    ]


def test_words_for_a_server_that_is_ready_and_empty(parts: Parts) -> None:
    for link in ("log", "rcon"):
        parts.health.up(link)
    for server in parts.servers:
        server.link.online.clear()
        server.link.skipped_lines = 2
    lines = status.as_text(parts.told()).splitlines()
    assert lines[0] == "ready"
    assert "4 lines of the log over 64 KiB were left out" in lines
    assert "default mode standard; online: nobody; 0 waiting" in lines


def test_words_tell_todays_calls_and_cost(parts: Parts) -> None:
    told = parts.told() | {"today": {"calls": 7, "cost": 1.234}}
    assert "today: 7 model calls, 1.23 USD" in status.as_text(told).splitlines()


async def test_a_pause_is_told_with_the_way_out_of_it(parts: Parts, desk: AccessDesk) -> None:
    assert parts.told()["paused"] is False
    assert "paused" not in status.as_text(parts.told())
    await desk.pause.set(True, SHELL)
    assert parts.told()["paused"] is True
    assert "until system-bridge resume" in status.as_text(parts.told()).splitlines()[-1]
