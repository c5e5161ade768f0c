"""What a server's folder and its table say together: where RCON is, whom to believe."""

from __future__ import annotations

import asyncio
import json
import logging
import os
from typing import TYPE_CHECKING, Any

import pytest

from bridge.core.actors import Player
from bridge.core.errors import LinkError
from bridge.daemon.server_place import STEADY_LOOKS, STEADY_SECONDS, ServerPlace
from bridge.minecraft import nbt
from bridge.minecraft.identity import Proof
from bridge.minecraft.presence import Presence
from bridge.minecraft.version import GameVersion
from bridge.minecraft.world import offline_uuid
from bridge.settings.schema import RconTable, ServerTable
from tests.fakes.clock import FakeClock
from tests.unit.daemon.conftest import MARA, TEO

if TYPE_CHECKING:
    from pathlib import Path

    from bridge.minecraft.transports.rcon_connection import Endpoint

VERIFIED = "online-mode=true\n"
RCON = "enable-rcon=true\nrcon.port=25999\nrcon.password=secret\n"
VARIABLE = "BRIDGE_TEST_RCON_PASSWORD"


def place(root: Path, properties: str | None = None, **table: Any) -> ServerPlace:
    if properties is not None:
        (root / "server.properties").write_text(properties)
    return ServerPlace(root, ServerTable(directory=str(root), **table))


def endpoint(root: Path, properties: str, **rcon: Any) -> Endpoint:
    return place(root, properties, rcon=RconTable(**rcon)).endpoint()


def write_ops(root: Path, *levels: tuple[Player, int]) -> None:
    listed = [{"uuid": str(who.uuid), "name": who.name, "level": level} for who, level in levels]
    (root / "ops.json").write_text(json.dumps(listed))


def write_cache(root: Path, *players: Player) -> None:
    listed = [{"name": player.name, "uuid": str(player.uuid)} for player in players]
    (root / "usercache.json").write_text(json.dumps(listed))


def test_rcon_is_where_server_properties_says(tmp_path: Path) -> None:
    found = endpoint(tmp_path, RCON)
    assert (found.host, found.port, found.password) == ("127.0.0.1", 25999, "secret")
    assert endpoint(tmp_path, RCON + "server-ip=192.0.2.7\n").host == "192.0.2.7"


def test_what_is_configured_goes_before_server_properties(tmp_path: Path) -> None:
    found = endpoint(tmp_path, RCON, host="192.0.2.1", port=1)
    assert (found.host, found.port, found.password) == ("192.0.2.1", 1, "secret")


def test_a_password_of_the_environment_is_used_even_where_the_file_has_rcon_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "from outside")
    assert endpoint(tmp_path, "", password_env=VARIABLE).password == "from outside"
    assert endpoint(tmp_path, RCON, password_env=VARIABLE).password == "from outside"


@pytest.mark.parametrize("value", [None, ""])
def test_a_password_variable_that_is_not_set_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str | None
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    if value is not None:
        monkeypatch.setenv(VARIABLE, value)
    with pytest.raises(LinkError, match=VARIABLE):
        endpoint(tmp_path, RCON, password_env=VARIABLE)


@pytest.mark.parametrize(
    ("properties", "problem"),
    [
        ("", "set enable-rcon=true and rcon.password"),
        ("enable-rcon=false\nrcon.password=x\n", "set enable-rcon=true and rcon.password"),
        ("enable-rcon=true\n", "rcon.password is empty"),
        ("enable-rcon=true\nrcon.password=\n", "rcon.password is empty"),
    ],
)
def test_rcon_that_is_off_says_what_to_change(
    tmp_path: Path, properties: str, problem: str
) -> None:
    with pytest.raises(LinkError, match=problem):
        endpoint(tmp_path, properties)


def test_the_file_is_read_each_time(tmp_path: Path) -> None:
    here = place(tmp_path, "")
    with pytest.raises(LinkError):
        here.endpoint()
    (tmp_path / "server.properties").write_text(RCON)
    assert here.endpoint().port == 25999


@pytest.mark.parametrize("properties", [None, "motd=\\u12\n"])
def test_a_file_that_cannot_be_read_is_an_error_with_its_name(
    tmp_path: Path, properties: str | None
) -> None:
    with pytest.raises(LinkError, match=r"server\.properties"):
        place(tmp_path, properties).endpoint()


def test_a_server_whose_rcon_is_wholly_configured_needs_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "x")
    rcon = RconTable(host="192.0.2.1", port=1, password_env=VARIABLE)
    assert place(tmp_path, rcon=rcon).endpoint().host == "192.0.2.1"


def test_the_world_is_called_by_server_and_level(tmp_path: Path) -> None:
    assert place(tmp_path).world_name("main") == "main/world"
    named = place(tmp_path, "level-name=New World\n")
    assert named.world_name("survival") == "survival/New World"
    assert named.world_directory == tmp_path / "New World"


@pytest.mark.parametrize(
    ("properties", "named"),
    [
        ("level-name=survival\n", True),
        ("online-mode=true\n", False),
        ("", False),
        (None, False),
        ("motd=\\u12\nlevel-name=survival\n", False),
    ],
)
def test_only_a_whole_file_names_the_world(
    tmp_path: Path, properties: str | None, named: bool
) -> None:
    assert place(tmp_path, properties).names_world is named


async def test_half_a_file_is_waited_for_until_it_names_the_world(tmp_path: Path) -> None:
    clock, here = FakeClock(), place(tmp_path, "online-mode=true\n")
    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        settling = group.create_task(here.settled(clock))
        while not clock.sleeping:
            await asyncio.sleep(0)
        assert not settling.done()
        (tmp_path / "server.properties").write_text("level-name=survival\n")
        clock.advance(STEADY_SECONDS)
    assert here.world_name("main") == "main/survival"


async def test_a_file_that_never_names_the_world_is_not_waited_for_longer_than_that(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    clock = FakeClock()
    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        settling = group.create_task(place(tmp_path, "").settled(clock))
        while not settling.done():
            await asyncio.sleep(0)
            if clock.sleeping:
                clock.advance(STEADY_SECONDS)
    assert clock.monotonic() == pytest.approx(STEADY_LOOKS * STEADY_SECONDS)
    assert caplog.messages == ["server.properties names no world; it is taken for `world`"]


async def test_what_names_the_world_or_is_not_there_at_all_is_not_waited_for(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    clock = FakeClock()
    async with asyncio.timeout(5):
        await place(tmp_path, "level-name=survival\n").settled(clock)
        await place(tmp_path / "none").settled(clock)
    assert clock.monotonic() == 0
    assert caplog.messages == []


@pytest.mark.parametrize(
    ("level", "version"),
    [
        ({"Data": {"Version": {"Name": "1.20.1", "Id": 3465}}}, GameVersion.parse("1.20.1")),
        ({"Data": {"Version": {"Name": "of my own"}}}, GameVersion.parse("of my own")),
        ({"Data": {"LevelName": "before 1.9"}}, None),
        ({}, None),
        (b"half writ", None),
        (None, None),
    ],
)
def test_the_version_is_that_which_last_saved_the_world_in_force(
    tmp_path: Path, level: dict[str, nbt.Tag] | bytes | None, version: GameVersion | None
) -> None:
    (tmp_path / "survival").mkdir()
    if level is not None:
        content = level if isinstance(level, bytes) else nbt.write(level)
        (tmp_path / "survival" / "level.dat").write_bytes(content)
    assert place(tmp_path, "level-name=survival\n").version() == version
    assert place(tmp_path, "").version() is None


@pytest.mark.parametrize(
    ("properties", "configured", "verified"),
    [
        (VERIFIED, "auto", True),
        ("online-mode=false\n", "auto", False),
        ("online-mode=false\n", True, True),
        (VERIFIED, False, False),
        (None, True, True),
    ],
)
def test_names_are_verified_by_online_mode_or_as_configured(
    tmp_path: Path, properties: str | None, configured: bool | str, verified: bool
) -> None:
    here = place(tmp_path, properties, names_verified=configured)
    assert here.trust().names_verified is verified
    computed = here.identity(Presence()).player("Mara").uuid
    assert computed == (None if verified else offline_uuid("Mara"))


NOTHING_SAID = [
    None,
    "",
    "motd=half writ",
    "online-mode",
    "online-mode=tr",
    "motd=\\u12\n" + VERIFIED,
]
"""A server.properties that is missing, empty, half written, or malformed."""


@pytest.mark.parametrize("properties", NOTHING_SAID)
def test_where_the_file_does_not_say_it_no_name_is_verified(
    tmp_path: Path, properties: str | None
) -> None:
    write_ops(tmp_path, (MARA, 4))
    here = place(tmp_path, properties)
    assert not here.trust().names_verified
    assert not here.may_administer(MARA, Proof.SHOWN)
    assert not here.may_administer(MARA, Proof.UUID)


@pytest.mark.parametrize("properties", NOTHING_SAID)
def test_where_the_file_does_not_say_it_no_uuid_is_computed(
    tmp_path: Path, properties: str | None
) -> None:
    here = place(tmp_path, properties)
    assert here.identity(Presence()).player("Mara").uuid is None


def test_while_server_properties_cannot_be_read_no_name_proves_an_administrator(
    tmp_path: Path,
) -> None:
    (tmp_path / "server.properties").mkdir()
    write_ops(tmp_path, (MARA, 4))
    assert not place(tmp_path).may_administer(MARA, Proof.SHOWN)


def test_a_server_that_starts_again_without_online_mode_gives_computed_uuids(
    tmp_path: Path,
) -> None:
    here = place(tmp_path, VERIFIED)
    identity = here.identity(Presence())
    (tmp_path / "server.properties").write_text("online-mode=false\n")
    assert identity.player("Mara").uuid == offline_uuid("Mara")


def test_what_the_server_told_goes_before_its_cache_and_both_before_computing(
    tmp_path: Path,
) -> None:
    assert MARA.uuid is not None
    write_cache(tmp_path, TEO, Player(name="Mara", uuid=TEO.uuid))
    presence = Presence()
    presence.reconcile([("Mara", MARA.uuid)])
    identity = place(tmp_path, names_verified=False).identity(presence)
    assert identity.player("Mara") == MARA
    assert identity.player("Teo") == TEO
    assert identity.player("Lia").uuid == offline_uuid("Lia")


@pytest.mark.parametrize("folder", ["plugins", "mods"])
def test_a_nickname_plugin_is_found_among_plugins_and_mods(tmp_path: Path, folder: str) -> None:
    here = place(tmp_path, VERIFIED)
    assert here.trust().nickname_plugin == ""
    (tmp_path / folder).mkdir()
    (tmp_path / folder / "harmless-1.0.jar").touch()
    assert here.trust().believes(Proof.SHOWN)
    (tmp_path / folder / "EssentialsX-2.20.jar").touch()
    assert here.trust().nickname_plugin == "EssentialsX-2.20.jar"
    assert not here.trust().believes(Proof.SHOWN)


def test_a_nickname_plugin_is_what_is_configured(tmp_path: Path) -> None:
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "EssentialsX-2.20.jar").touch()
    assert place(tmp_path, VERIFIED, nickname_plugin=False).trust().believes(Proof.SHOWN)
    (tmp_path / "none").mkdir()
    assert (
        not place(tmp_path / "none", VERIFIED, nickname_plugin=True).trust().believes(Proof.SHOWN)
    )


def test_a_level_is_that_of_ops_json_or_2_for_an_admin(tmp_path: Path) -> None:
    assert MARA.uuid is not None
    assert TEO.uuid is not None
    here = place(tmp_path, admins=(TEO.uuid,))
    assert (here.level(MARA.uuid), here.level(TEO.uuid)) == (0, 2)
    write_ops(tmp_path, (MARA, 1), (TEO, 1))
    assert (here.level(MARA.uuid), here.level(TEO.uuid)) == (1, 2)
    write_ops(tmp_path, (MARA, 4), (TEO, 4))
    assert (here.level(MARA.uuid), here.level(TEO.uuid)) == (4, 4)
    (tmp_path / "ops.json").unlink()
    assert here.level(MARA.uuid) == 0


def test_ops_json_half_written_keeps_the_last_good_levels(tmp_path: Path) -> None:
    assert MARA.uuid is not None
    here = place(tmp_path)
    write_ops(tmp_path, (MARA, 3))
    assert here.level(MARA.uuid) == 3
    whole = (tmp_path / "ops.json").read_text()
    for half in (whole[: len(whole) // 2], ""):
        (tmp_path / "ops.json").write_text(half)
        assert here.level(MARA.uuid) == 3


def test_without_any_good_reading_nobody_is_an_operator_and_it_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert MARA.uuid is not None
    (tmp_path / "ops.json").write_text("{")
    here = place(tmp_path)
    with caplog.at_level(logging.WARNING):
        assert [here.level(MARA.uuid) for _ in range(3)] == [0, 0, 0]
    (message,) = caplog.messages
    assert message.startswith("nobody counts as an operator: ")


@pytest.mark.parametrize(
    ("level", "properties", "may"),
    [
        (2, VERIFIED, True),
        (4, VERIFIED, True),
        (1, VERIFIED, False),
        (4, "online-mode=false\n", False),
    ],
)
def test_who_may_administer_by_chat(tmp_path: Path, level: int, properties: str, may: bool) -> None:
    write_ops(tmp_path, (MARA, level))
    here = place(tmp_path, properties)
    assert here.may_administer(MARA, Proof.SHOWN) is may
    assert not here.may_administer(Player(name="Mara"), Proof.SHOWN)


def test_an_administrator_is_known_by_uuid_whatever_the_name(tmp_path: Path) -> None:
    write_ops(tmp_path, (MARA, 2))
    here = place(tmp_path, VERIFIED)
    assert here.may_administer(Player(name="Anything", uuid=MARA.uuid), Proof.UUID)
    assert not here.may_administer(Player(name="Mara", uuid=TEO.uuid), Proof.UUID)
    assert not here.may_administer(Player(name="Mara"), Proof.UUID)
    assert place(tmp_path, admins=(TEO.uuid,)).may_administer(TEO, Proof.UUID)


@pytest.mark.parametrize(
    ("properties", "configured", "believed"),
    [
        ("online-mode=false\n", "auto", False),
        ("online-mode=false\n", True, True),
        (VERIFIED, False, False),
    ],
)
def test_a_uuid_proves_nothing_where_names_are_not_verified(
    tmp_path: Path, properties: str, configured: bool | str, believed: bool
) -> None:
    write_ops(tmp_path, (MARA, 2))
    here = place(tmp_path, properties, names_verified=configured)
    assert here.may_administer(MARA, Proof.UUID) is believed


def test_a_nickname_plugin_changes_names_and_no_uuid(tmp_path: Path) -> None:
    write_ops(tmp_path, (MARA, 2))
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "Essentials.jar").touch()
    here = place(tmp_path, VERIFIED)
    assert here.may_administer(Player(name="Nick", uuid=MARA.uuid), Proof.UUID)
    assert not here.may_administer(MARA, Proof.SHOWN)


def test_administrators_are_those_of_level_2_whatever_names_are_worth(tmp_path: Path) -> None:
    write_ops(tmp_path, (MARA, 2), (TEO, 1))
    here = place(tmp_path, "online-mode=false\n")
    assert here.administrators([TEO, MARA, Player(name="Lia")]) == [MARA]


def test_the_cache_is_read_again_only_when_it_was_written(tmp_path: Path) -> None:
    here = place(tmp_path)
    assert list(here.cached_players()) == []
    write_cache(tmp_path, MARA)
    assert list(here.cached_players()) == [MARA]
    stamp = (tmp_path / "usercache.json").stat().st_mtime_ns
    same_size = (tmp_path / "usercache.json").read_text().replace("Mara", "Lena")
    (tmp_path / "usercache.json").write_text(same_size)
    os.utime(tmp_path / "usercache.json", ns=(stamp, stamp))
    assert list(here.cached_players()) == [MARA]
    os.utime(tmp_path / "usercache.json", ns=(stamp, stamp + 1))
    assert [player.name for player in here.cached_players()] == ["Lena"]


def test_a_cache_that_is_gone_or_half_written_is_kept(tmp_path: Path) -> None:
    here = place(tmp_path)
    write_cache(tmp_path, MARA)
    assert list(here.cached_players()) == [MARA]
    (tmp_path / "usercache.json").write_text('[{"name": "Te')
    assert list(here.cached_players()) == [MARA]
    write_cache(tmp_path, MARA, TEO)
    assert list(here.cached_players()) == [MARA, TEO]
    (tmp_path / "usercache.json").unlink()
    assert list(here.cached_players()) == [MARA, TEO]


def test_server_properties_that_cannot_be_read_are_told_once_until_they_can_be(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    place = ServerPlace(tmp_path, ServerTable(directory=str(tmp_path)))
    (tmp_path / "server.properties").write_bytes(b"motd=\\u12\n")
    for _ in range(3):
        assert place.world_directory == tmp_path / "world"
    assert len(caplog.messages) == 1
    (tmp_path / "server.properties").write_bytes(b"level-name=other\n")
    assert place.world_directory == tmp_path / "other"
    (tmp_path / "server.properties").write_bytes(b"motd=\\u12\n")
    assert place.world_directory == tmp_path / "world"
    assert len(caplog.messages) == 2
