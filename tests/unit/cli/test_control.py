"""Finding the daemon of a place and asking it."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

import pytest

from bridge.cli import control
from bridge.cli.place import Place
from bridge.core.errors import ProtocolError, RefusedError
from bridge.daemon.rendezvous import ADDRESS_FILE, TOKEN_FILE, only_daemon
from bridge.minecraft.transports.socket_server import SocketServer
from tests.fakes.clock import FakeClock
from tests.fakes.socket_handler import RecordingHandler
from tests.peers.rcon_line import refusing_port

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bridge.minecraft.transports.socket_messages import Reply

TOKEN = "the-right-token"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    (tmp_path / "state").mkdir()
    return Place(None, tmp_path, None)


def leave(place: Place, address: str, token: str = TOKEN) -> None:
    """What a daemon leaves in its state for others to find it."""
    (place.state / TOKEN_FILE).write_text(f"{token}\n")
    (place.state / ADDRESS_FILE).write_text(f"{address}\n")


def leave_now(place: Place, address: str, seconds: float) -> None:
    """Instead of sleeping."""
    del seconds
    leave(place, address)


@asynccontextmanager
async def listening(handler: RecordingHandler, token: str = TOKEN) -> AsyncGenerator[str]:
    """A daemon's socket; its address."""
    opening = SocketServer.running("127.0.0.1:0", token, ["main"], handler, FakeClock())
    async with opening as server:
        yield server.address


async def called(place: Place, verb: str = "status", **args: str) -> Reply | None:
    return await asyncio.to_thread(control.call, place, verb, args)


def test_where_no_daemon_ever_ran_there_is_none(tmp_path: Path) -> None:
    assert control.call(Place(None, tmp_path, None), "status") is None


def test_what_a_daemon_that_died_left_is_none(place: Place) -> None:
    leave(place, f"127.0.0.1:{refusing_port()}")
    assert control.call(place, "status") is None


async def test_the_daemon_that_runs_is_asked(place: Place) -> None:
    with only_daemon(place.state):
        async with listening(RecordingHandler()) as address:
            leave(place, address)
            reply = await called(place, "ai", text="ai default")
    assert reply is not None
    assert (reply.ok, reply.exit, reply.text) == (True, 0, "ai 1")
    assert reply.data == {"text": "ai default"}


async def test_what_it_refuses_is_its_reply(place: Place) -> None:
    handler = RecordingHandler()
    handler.error = RefusedError("not now")
    with only_daemon(place.state):
        async with listening(handler) as address:
            leave(place, address)
            reply = await called(place)
    assert reply is not None
    assert (reply.ok, reply.exit, reply.text) == (False, 1, "not now")


async def test_a_daemon_that_is_starting_is_waited_for(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    with only_daemon(place.state):
        async with listening(RecordingHandler()) as address:
            monkeypatch.setattr(time, "sleep", partial(leave_now, place, address))
            assert await called(place) is not None


def test_one_that_never_listens_is_not_waited_for_longer_than_that(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    monkeypatch.setattr(time, "sleep", sleep)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    with only_daemon(place.state):
        assert control.call(place, "status") is None
    assert now[0] == pytest.approx(control.STARTING_SECONDS, abs=0.1)


async def test_a_wrong_token_is_refused(place: Place) -> None:
    with only_daemon(place.state):
        async with listening(RecordingHandler(), "another") as address:
            leave(place, address)
            with pytest.raises(ProtocolError):
                await called(place)


async def test_who_has_the_port_of_a_daemon_that_died_is_not_spoken_to(place: Place) -> None:
    handler = RecordingHandler()
    async with listening(handler, "the token of another daemon") as address:
        leave(place, address)
        assert await called(place) is None


async def test_a_daemon_that_starts_after_one_that_died_is_waited_for(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave(place, f"127.0.0.1:{refusing_port()}")
    with only_daemon(place.state):
        async with listening(RecordingHandler()) as address:
            monkeypatch.setattr(time, "sleep", partial(leave_now, place, address))
            assert await called(place) is not None
