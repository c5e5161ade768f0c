"""The words of the command line about access, the same with a daemon and without one."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, cast
from uuid import UUID

import pytest

from bridge.access.quota import Caps, Reservation
from bridge.core.errors import RefusedError, UsageError
from bridge.daemon.access_desk import Population, circumstances, opened, shared
from bridge.daemon.system_files import SystemFiles
from bridge.settings.schema import ServerTable
from bridge.storage.database import Database
from bridge.ui.languages import say_line
from tests.fakes.clock import FakeClock
from tests.fakes.system_files import no_files
from tests.unit.daemon.conftest import MARA, SHELL, TEO

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from bridge.access.quota import Quota
    from bridge.access.reply import Reply
    from bridge.daemon.access_desk import AccessDesk
    from tests.unit.daemon.conftest import Around


async def asked(desk: AccessDesk, verb: str, **args: object) -> Reply:
    return await desk.call(verb, args, SHELL)


def text(reply: Reply) -> list[str]:
    return [say_line(line, "en_us") for line in reply.lines]


async def test_ai_is_system_ai_in_words(desk: AccessDesk) -> None:
    reply = await asked(desk, "ai", text="ai default extended")
    assert text(reply) == ["The default mode of this world is now extended."]
    assert (await asked(desk, "ai", text="ai default")).data == {"default": "extended"}
    assert (await asked(desk, "ai", text="ai default turbo")).exit == 2


@pytest.mark.parametrize(
    ("verb", "args"),
    [("ask", {}), ("ai", {}), ("ai", {"text": 5}), ("access.defaults", {}), ("", {})],
)
async def test_what_is_not_known_here_is_refused_as_another_version(
    desk: AccessDesk, verb: str, args: Mapping[str, object]
) -> None:
    with pytest.raises(RefusedError, match="another version"):
        await desk.call(verb, args, SHELL)


async def test_show_without_a_name_lists_everybody_who_was_seen_by_name(
    desk: AccessDesk,
) -> None:
    for player in (TEO, MARA):
        await desk.access.see(player)
    reply = await asked(desk, "access.show", player=None)
    assert [line.split()[0].rstrip(":") for line in text(reply)] == ["Mara", "Teo"]
    players = cast("list[dict[str, str]]", reply.data["players"])
    assert [each["uuid"] for each in players] == [str(MARA.uuid), str(TEO.uuid)]


async def test_show_has_the_keys_of_the_contract(desk: AccessDesk) -> None:
    await desk.access.see(MARA)
    reply = await asked(desk, "access.show", player="mara")
    assert set(reply.data) == {
        "player", "uuid", "maxMode", "allowAi", "allowFreeChat", "modelCallsPerDay", "usedToday",
        "modelConfigured", "mode", "savedMode", "host", "reasons",
    }  # fmt: skip
    assert (reply.data["player"], reply.data["usedToday"]) == ("Mara", 0)
    assert reply.data["modelConfigured"] is False


async def test_show_tells_the_calls_of_today(desk: AccessDesk) -> None:
    await desk.access.see(MARA)
    await one_more_call(desk.quota)
    assert (await asked(desk, "access.show", player="Mara")).data["usedToday"] == 1


@pytest.mark.parametrize("verb", ["access.show", "access.log"])
async def test_nobody_of_that_name_is_exit_1(desk: AccessDesk, verb: str) -> None:
    reply = await asked(desk, verb, player="Nobody")
    assert reply.exit == 1
    assert text(reply) == ["Nobody was never seen on this server."]


async def test_players_online_and_in_the_cache_are_known(desk: AccessDesk, around: Around) -> None:
    around.online.append(MARA)
    around.cached.append(TEO)
    for name in ("Mara", "TEO"):
        assert (await asked(desk, "access.show", player=name)).exit == 0


@pytest.mark.parametrize("verb", ["access.show", "access.log"])
async def test_a_player_may_be_named_by_uuid(desk: AccessDesk, verb: str) -> None:
    await desk.access.see(MARA)
    assert (await asked(desk, verb, player=str(MARA.uuid))).exit == 0


async def test_the_log_is_newest_first_with_names_times_and_authors(
    desk: AccessDesk, around: Around
) -> None:
    await desk.access.see(MARA)
    await asked(desk, "ai", text="ai default free")
    around.clock.advance(60)
    await asked(desk, "ai", text="ai Mara limit 3")
    reply = await asked(desk, "access.log")
    assert text(reply) == [
        "2026-11-30T12:01:00+00:00  Mara modelCallsPerDay: unset -> 3  (shell, shell)",
        "2026-11-30T12:00:00+00:00  world defaultMode: standard -> free  (shell, shell)",
    ]
    assert reply.data["changes"] == [
        {
            "at": "2026-11-30T12:01:00+00:00",
            "player": str(MARA.uuid),
            "field": "modelCallsPerDay",
            "old": None,
            "new": "3",
            "by": "shell",
            "from": "shell",
        },
        {
            "at": "2026-11-30T12:00:00+00:00",
            "player": None,
            "field": "defaultMode",
            "old": "standard",
            "new": "free",
            "by": "shell",
            "from": "shell",
        },
    ]


async def test_the_log_of_a_player_has_what_was_set_for_them_alone(desk: AccessDesk) -> None:
    for player in (MARA, TEO):
        await desk.access.see(player)
        await asked(desk, "ai", text=f"ai {player.name} disable")
    (line,) = text(await asked(desk, "access.log", player="Teo"))
    assert " Teo allowAi: " in line


async def test_defaults_are_shown_and_set(desk: AccessDesk) -> None:
    assert (await asked(desk, "access.defaults", text="allowAi false")).data == {"allowAi": False}
    shown = await asked(desk, "access.defaults", text="")
    assert shown.data == {"allowAi": False, "allowFreeChat": None, "modelCallsPerDay": None}
    with pytest.raises(UsageError, match="'maybe' does not fit; usage: access defaults allowAi"):
        await asked(desk, "access.defaults", text="allowAi maybe")


async def test_pause_and_resume(desk: AccessDesk) -> None:
    assert (await asked(desk, "pause")).data == {"paused": True}
    assert desk.pause.paused
    assert (await asked(desk, "resume")).data == {"paused": False}
    assert not desk.pause.paused


def test_the_host_is_the_configured_one_and_an_unknown_uuid_is_nobody() -> None:
    files = no_files(FakeClock())
    hosted = ServerTable(directory=".", host=MARA.uuid)
    assert circumstances(hosted, files, MARA.uuid).host
    assert not circumstances(hosted, files, TEO.uuid).host
    unhosted = ServerTable(directory=".")
    for table in (hosted, unhosted):
        nobody = circumstances(table, files, None)
        assert not nobody.host
        assert not nobody.identified
    assert circumstances(unhosted, files, UUID(int=1)).identified


async def one_more_call(quota: Quota) -> int:
    """Mara's calls of the day, with one that is made now."""
    assert MARA.uuid is not None
    reserved = await quota.reserve(MARA.uuid, Caps(player_calls=5, server_calls=9))
    assert isinstance(reserved, Reservation)
    return quota.used_today(MARA.uuid)


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This process in a zone whose clocks change."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Europe/Berlin")
        time.tzset()
        yield
    time.tzset()


async def test_a_day_begins_at_midnight_of_the_named_zone() -> None:
    for zone, calls in (("Europe/Berlin", 1), ("UTC", 2)):
        clock = FakeClock(datetime(2026, 1, 10, 22, 59, tzinfo=UTC))
        async with Database.open(None, clock=clock) as db:
            in_common = await shared(
                db, clock=clock, zone=zone, system=no_files(clock), announce=lambda _: None
            )
            await one_more_call(in_common.quota)
            clock.advance(120)
            assert await one_more_call(in_common.quota) == calls


@pytest.mark.parametrize(
    "days",
    [
        pytest.param(0, id="as at the start"),
        pytest.param(100, id="when the clocks have changed"),
    ],
)
async def test_a_local_day_begins_at_local_midnight(berlin: None, days: int) -> None:
    del berlin
    clock = FakeClock(datetime(2026, 1, 10, 12, tzinfo=UTC))
    async with Database.open(None, clock=clock) as db:
        in_common = await shared(
            db, clock=clock, zone="local", system=no_files(clock), announce=lambda _: None
        )
        clock.advance(timedelta(days=days).total_seconds())
        before_midnight = clock.now().astimezone().replace(hour=23, minute=59)
        clock.advance((before_midnight - clock.now()).total_seconds())
        used = [await one_more_call(in_common.quota)]
        clock.advance(120)
        used.append(await one_more_call(in_common.quota))
    assert used == [1, 1]


async def test_the_caps_of_a_call_are_the_players_and_the_configurations(
    around: Around, tmp_path: Path
) -> None:
    content = '{"modelCallsPerPlayerDay": 7, "modelCallsPerServerDay": 8, "maxCostUsdPerDay": 2}'
    (tmp_path / "system-agent.json").write_text(content)
    system = SystemFiles(tmp_path, clock=around.clock, announce=lambda _: None)
    async with Database.open(None, clock=around.clock) as db:
        desk = await opened(
            db,
            "main/world",
            table=ServerTable(directory="."),
            shared=await shared(
                db, clock=around.clock, zone="UTC", system=system, announce=lambda _: None
            ),
            population=Population(online=tuple, cached=tuple),
        )
        assert MARA.uuid is not None
        await desk.access.see(MARA)
        assert desk.caps(MARA.uuid) == Caps(player_calls=7, server_calls=8, server_cost=2)
        await asked(desk, "ai", text="ai Mara limit 3")
        assert desk.caps(MARA.uuid).player_calls == 3


async def test_show_where_nobody_was_seen_says_so(desk: AccessDesk) -> None:
    reply = await asked(desk, "access.show")
    assert text(reply) == ["No player was seen on this server yet."]
    assert reply.data == {"players": []}
