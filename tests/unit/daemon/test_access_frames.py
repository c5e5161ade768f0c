"""The `access` frame: to whom, when, and what a slow peer gets."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast
from uuid import UUID

import pytest

from bridge.access import wire
from bridge.access.effective import Permissions
from bridge.access.history import Author
from bridge.access.world import WorldAccess
from bridge.core.actors import Console, Player
from bridge.core.modes import Mode
from bridge.daemon.access_frames import AT_ONCE, AccessFrames, message
from bridge.minecraft.transports.socket_codec import decode_from_daemon, encode
from bridge.minecraft.transports.socket_frames import DAEMON, FrameDecoder
from bridge.minecraft.transports.socket_messages import (
    Access,
    CloseMenu,
    CommandHint,
    Commands,
    PeerPlayer,
)
from bridge.storage.database import Database
from tests.fakes.clock import FakeClock
from tests.fakes.outside import Outside

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable

    from bridge.access.world_rules import WorldRules
    from bridge.minecraft.transports.socket_messages import DaemonMessage

SHELL = Author(Console(origin="shell"), "shell")


class Nobody:
    """Who has made no calls."""

    def used_today(self, player: UUID) -> int:
        return player.int % 7


class Door:
    """A peer that reads while `open`."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, Access]] = []
        self.closed: list[tuple[str, str]] = []
        """The sessions and players whose menus are to be closed."""
        self.open = asyncio.Event()
        self.open.set()

    def send_all(self, session: str, messages: Iterable[DaemonMessage]) -> bool:
        for each in messages:
            if isinstance(each, CloseMenu):
                self.closed.append((session, each.player.name))
            else:
                self.sent.append((session, cast("Access", each)))
        return True

    async def drained(self, session: str) -> None:
        del session
        await self.open.wait()


@pytest.fixture
async def world() -> AsyncGenerator[WorldAccess]:
    clock = FakeClock()
    async with Database.open(None, clock=clock) as db:
        yield await WorldAccess.load(
            db, "world", clock=clock, circumstances=Outside(), announce=lambda _: None
        )


@asynccontextmanager
async def at_work(door: Door) -> AsyncGenerator[AccessFrames]:
    frames = AccessFrames(Nobody())
    async with frames.running(door):
        yield frames


def reported(number: int) -> PeerPlayer:
    return PeerPlayer(name=f"Player{number}", uuid=UUID(int=number + 1))


async def turns(count: int = 50) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def set_default(world: WorldAccess, mode: Mode) -> None:
    await world.amend(lambda rules: replace(rules, default=mode), SHELL)


def test_a_frame_holds_what_access_show_holds(world: WorldAccess) -> None:
    player = Player(name="Mara", uuid=UUID(int=5))
    access = world.effective(player.uuid)
    decoder = FrameDecoder(DAEMON)
    (frame,) = decoder.feed(encode(message(player, access, 3)))
    assert decode_from_daemon(frame) == message(player, access, 3)
    for key, value in wire.frame(access, 3).items():
        assert frame.get(key) == value


async def test_each_peer_gets_the_players_that_it_reported_and_no_others(
    world: WorldAccess,
) -> None:
    door = Door()
    async with at_work(door) as frames:
        frames.joined("a", world, reported(0))
        frames.joined("b", world, reported(1))
        await turns()
        await set_default(world, Mode.FREE)
        frames.refresh(world)
        await turns()
        frames.refresh(world)
        await turns()
    told = [(session, access.player.name, access.max_mode) for session, access in door.sent]
    assert told == [
        ("a", "Player0", Mode.STANDARD),
        ("b", "Player1", Mode.STANDARD),
        ("a", "Player0", Mode.FREE),
        ("b", "Player1", Mode.FREE),
    ]
    assert [access.used_today for _, access in door.sent[:2]] == [1, 2]


async def test_a_menu_is_closed_where_something_is_taken_away_and_where_it_is_forgotten(
    world: WorldAccess,
) -> None:
    door = Door()
    changes: tuple[tuple[Permissions, bool], ...] = (
        (Permissions(allow_ai=False), True),
        (Permissions(allow_ai=True), False),
        (Permissions(model_calls_per_day=5), False),
        (Permissions(model_calls_per_day=0), True),
        (Permissions(), False),
        (Permissions(allow_free_chat=False), True),
    )
    uuid = UUID(int=1)
    async with at_work(door) as frames:
        frames.joined("a", world, reported(0))
        frames.joined("b", world, reported(1))
        await turns()
        assert door.closed == []
        await set_default(world, Mode.FREE)
        for permissions, closed in changes:
            frames.refresh(world)
            await turns()
            door.closed.clear()
            await world.amend(partial(_overridden, uuid, permissions), SHELL)
            frames.refresh(world)
            await turns()
            assert door.closed == [("a", "Player0")] * closed, permissions
        door.closed.clear()
        await set_default(world, Mode.OFFLINE)
        frames.refresh(world)
        await turns()
        assert door.closed == [("a", "Player0"), ("b", "Player1")]
        door.closed.clear()
        frames.close_menus(world, Player(name="Player1", uuid=UUID(int=2)))
        frames.close_menus(world, Player(name="Ghost"))
        frames.close_menus(cast("WorldAccess", object()), Player(name="Player1", uuid=UUID(int=2)))
        assert door.closed == [("b", "Player1")]


def _overridden(uuid: UUID, permissions: Permissions, rules: WorldRules) -> WorldRules:
    return rules.with_override(uuid, permissions)


async def test_another_world_or_a_player_who_left_gets_no_frame(world: WorldAccess) -> None:
    door = Door()
    async with at_work(door) as frames:
        frames.joined("a", world, reported(0))
        frames.joined("a", world, reported(1))
        await turns()
        frames.left("a", reported(1))
        await set_default(world, Mode.FREE)
        frames.refresh(cast("WorldAccess", object()))
        frames.refresh(world, UUID(int=99))
        await turns()
        assert len(door.sent) == 2
        frames.refresh(world)
        await turns()
        assert [access.player.name for _, access in door.sent[2:]] == ["Player0"]
        frames.gone("a")
        await set_default(world, Mode.EXTENDED)
        frames.refresh(world)
        await turns()
    assert len(door.sent) == 3


async def test_a_slow_peer_gets_the_newest_state_and_none_in_between(world: WorldAccess) -> None:
    door = Door()
    async with at_work(door) as frames:
        for number in range(AT_ONCE * 2):
            frames.joined("a", world, reported(number))
        door.open.clear()
        await turns()
        assert len(door.sent) == AT_ONCE
        for mode in (Mode.FREE, Mode.OFFLINE, Mode.EXTENDED):
            await set_default(world, mode)
            frames.refresh(world)
        await turns()
        assert len(door.sent) == AT_ONCE
        door.open.set()
        await turns(500)
    assert {access.max_mode for _, access in door.sent[AT_ONCE:]} == {Mode.EXTENDED}
    assert len(door.sent) == 3 * AT_ONCE


async def test_who_joins_while_no_socket_is_open_is_not_followed(world: WorldAccess) -> None:
    frames = AccessFrames(Nobody())
    frames.joined("a", world, reported(0))
    frames.left("a", reported(0))
    frames.refresh(world)
    frames.gone("a")


async def test_a_peer_is_told_the_commands_of_each_player_once_until_they_are_others(
    world: WorldAccess,
) -> None:
    def hints(player: Player) -> tuple[CommandHint, ...]:
        free = world.effective(player.uuid).mode is Mode.FREE
        names = ("quests", "reason") if free else ("quests",)
        return tuple(CommandHint(name=each, usage=f"/{each}", description=each) for each in names)

    door = Door()
    async with at_work(door) as frames:
        frames.joined("a", world, reported(0), hints)
        await turns()
        frames.refresh(world)
        await turns()
        first = [each for _, each in door.sent if isinstance(each, Commands)]
        await set_default(world, Mode.FREE)
        assert await world.choose(UUID(int=1), Mode.FREE) is None
        frames.refresh(world)
        await turns()
        frames.joined("a", world, reported(0), hints)
        await turns()
    every = [each for _, each in door.sent if isinstance(each, Commands)]
    assert [[hint.name for hint in each.items] for each in first] == [["quests"]]
    assert [[hint.name for hint in each.items] for each in every[1:]] == [["quests", "reason"]] * 2
    assert {each.player.name for each in every} == {"Player0"}
