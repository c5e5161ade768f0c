"""What access announces becomes calls: stops, frames and notices."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from datetime import UTC
from typing import TYPE_CHECKING, cast
from uuid import UUID

import pytest

from bridge.access.effective import Because, Permissions, Reason, Source
from bridge.access.events import CapReached, CircumstancesChanged
from bridge.access.history import Author
from bridge.access.notices import AccessNotices
from bridge.access.pause import Pause
from bridge.access.quota import Caps, Exhausted, Quota
from bridge.access.world import WorldAccess
from bridge.conversation.cache import RoutingCache
from bridge.conversation.executions import Executions
from bridge.core.actors import Console, Player
from bridge.core.bus import Bus
from bridge.core.errors import LinkError
from bridge.core.modes import Mode
from bridge.daemon.access_frames import AccessFrames
from bridge.daemon.effects import Effects, World
from bridge.minecraft.transports.socket_messages import Access, CloseMenu, PeerPlayer
from bridge.storage.database import Database
from bridge.ui.render import plain
from tests.fakes.clock import FakeClock
from tests.fakes.outside import Outside

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterable

    from bridge.agent.failures import Failure
    from bridge.core.cards import Card
    from bridge.minecraft.transports.socket_messages import DaemonMessage

SHELL = Author(Console(origin="shell"), "shell")
MARA = Player(name="Mara", uuid=UUID(int=1))
TEO = Player(name="Teo", uuid=UUID(int=2))


@dataclass
class FakeExecution:
    player: Player
    needs: Mode
    stopped: list[Because] = field(default_factory=list[Because])

    def stop(self, why: Because) -> None:
        self.stopped.append(why)

    def end(self, failure: Failure) -> None:
        raise AssertionError(failure)


class Door:
    """A peer that takes everything."""

    def __init__(self) -> None:
        self.sent: list[Access] = []

    def send_all(self, session: str, messages: Iterable[DaemonMessage]) -> bool:
        assert session == "peer"
        frames = [each for each in messages if not isinstance(each, CloseMenu)]
        self.sent.extend(cast("list[Access]", frames))
        return True

    async def drained(self, session: str) -> None:
        await asyncio.sleep(0)


class Scene:
    """One world with its effects; who is online is set by hand."""

    def __init__(self, db: Database, clock: FakeClock) -> None:
        self.bus = Bus()
        self.db = db
        self.clock = clock
        self.outside = Outside()
        self.online: list[Player] = []
        self.told: list[tuple[str, str]] = []
        self.unreachable: set[str] = set()
        self.executions = Executions()
        self.door = Door()
        self.notices = AccessNotices(db, clock)

    async def open(self) -> None:
        self.access = await WorldAccess.load(
            self.db,
            "world",
            clock=self.clock,
            circumstances=self.outside,
            announce=self.bus.publish,
        )
        self.quota = await Quota.load(self.db, clock=self.clock, zone=UTC)
        self.frames = AccessFrames(self.quota)
        self.effects = Effects(self.bus, self.frames, self.notices)
        self.effects.add(
            World(
                server="main",
                access=self.access,
                executions=self.executions,
                cache=RoutingCache(lambda: 9),
                online=lambda: self.online,
                administrators=lambda: [p for p in self.online if p == MARA],
                tell=self.tell,
            )
        )

    async def tell(self, player: Player, card: Card) -> None:
        if player.name in self.unreachable:
            raise LinkError("no way back")
        self.told.append((player.name, plain(card, "en_us")))

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(5):
            while not condition():
                await asyncio.sleep(0)

    async def set_default(self, mode: Mode) -> None:
        await self.access.amend(lambda rules: replace(rules, default=mode), SHELL)

    async def override(self, player: Player, permissions: Permissions) -> None:
        uuid = player.uuid
        assert uuid is not None
        await self.access.amend(lambda rules: rules.with_override(uuid, permissions), SHELL)


@pytest.fixture
async def scene() -> AsyncGenerator[Scene]:
    clock = FakeClock()
    async with Database.open(None, clock=clock) as db:
        scene = Scene(db, clock)
        await scene.open()
        yield scene


async def test_a_change_stops_what_it_no_longer_allows_before_it_is_answered(scene: Scene) -> None:
    await scene.set_default(Mode.FREE)
    local = FakeExecution(MARA, Mode.OFFLINE)
    routed = FakeExecution(MARA, Mode.STANDARD)
    free = FakeExecution(TEO, Mode.FREE)
    running = scene.executions.running
    async with scene.effects.running():
        with running(local), running(routed), running(free):
            await scene.set_default(Mode.STANDARD)
            assert free.stopped == [Because(Reason.CEILING, Source.WORLD)]
            assert routed.stopped == []
            await scene.override(MARA, Permissions(allow_ai=False))
            assert routed.stopped == [Because(Reason.AI_OFF, Source.OVERRIDE)]
            scene.outside.model_configured = False
            scene.bus.publish(CircumstancesChanged())
            assert free.stopped[-1] == Because(Reason.NO_MODEL, Source.MODEL)
    assert local.stopped == []


async def test_who_is_online_is_told_and_who_is_not_at_the_next_join(scene: Scene) -> None:
    for player in (MARA, TEO):
        await scene.access.see(player)
    scene.online = [MARA]
    async with scene.effects.running():
        await scene.set_default(Mode.OFFLINE)
        await scene.set_default(Mode.FREE)
        await scene.set_default(Mode.EXTENDED)
    told = [text for name, text in scene.told if name == "Mara"]
    assert told
    assert told[-1].startswith(
        "Your AI access has changed: standard is in force, extended is the highest:"
    )
    scene.told.clear()
    await scene.open()
    async with scene.effects.running():
        await scene.effects.joined("world", TEO)
        await scene.effects.joined("world", TEO)
        await scene.effects.joined("world", Player(name="Nobody"))
    ((name, text),) = scene.told
    assert (name, "extended is the highest" in text) == ("Teo", True)


async def test_only_those_whose_access_changed_are_told(scene: Scene) -> None:
    scene.online = [MARA, TEO]
    await scene.override(TEO, Permissions(model_calls_per_day=5))
    async with scene.effects.running():
        await scene.access.amend(
            lambda rules: replace(rules, defaults=Permissions(model_calls_per_day=9)), SHELL
        )
        await scene.override(TEO, Permissions(model_calls_per_day=5, allow_ai=True))
        await scene.until(lambda: bool(scene.told))
    assert [name for name, _ in scene.told] == ["Mara"]


async def test_who_cannot_be_reached_is_told_at_the_next_join(scene: Scene) -> None:
    scene.online = [TEO]
    scene.unreachable = {"Teo"}
    async with scene.effects.running():
        await scene.override(TEO, Permissions(model_calls_per_day=1))
    await scene.open()
    async with scene.effects.running():
        await scene.effects.joined("world", TEO)
        assert scene.told == []
        scene.unreachable = set()
        await scene.effects.joined("world", TEO)
    assert len(scene.told) == 1


async def test_a_change_that_was_taken_back_and_a_very_old_one_are_not_told(scene: Scene) -> None:
    async with scene.effects.running():
        await scene.override(TEO, Permissions(model_calls_per_day=1))
        await scene.override(MARA, Permissions(model_calls_per_day=1))
    await scene.open()
    async with scene.effects.running():
        await scene.override(TEO, Permissions())
    await scene.effects.joined("world", TEO)
    scene.clock.advance(31 * 86_400)
    await scene.effects.joined("world", MARA)
    assert scene.told == []


async def test_a_stop_in_the_middle_of_a_notice_keeps_it(scene: Scene) -> None:
    scene.online = [TEO]
    begun = asyncio.Event()

    async def never(player: Player, card: Card) -> None:
        del player, card
        begun.set()
        await asyncio.Event().wait()

    scene.effects.add(
        World(
            server="main",
            access=scene.access,
            executions=scene.executions,
            cache=RoutingCache(lambda: 9),
            online=lambda: scene.online,
            administrators=tuple,
            tell=never,
        )
    )
    async with scene.effects.running():
        await scene.override(TEO, Permissions(model_calls_per_day=1))
        await begun.wait()
    await scene.open()
    await scene.effects.joined("world", TEO)
    assert [name for name, _ in scene.told] == ["Teo"]


async def test_a_cancelled_join_loses_no_notice(scene: Scene) -> None:
    async with scene.effects.running():
        await scene.override(TEO, Permissions(model_calls_per_day=1))
    begun = asyncio.Event()
    tell = scene.tell

    async def never(player: Player, card: Card) -> None:
        del player, card
        begun.set()
        await asyncio.Event().wait()

    scene.tell = never
    await scene.open()
    async with asyncio.TaskGroup() as group:
        joining = group.create_task(scene.effects.joined("world", TEO))
        await begun.wait()
        joining.cancel()
    scene.tell = tell
    await scene.open()
    await scene.effects.joined("world", TEO)
    assert len(scene.told) == 1


async def test_peers_get_a_frame_of_each_player_whose_access_changed(scene: Scene) -> None:
    async with scene.effects.running(), scene.frames.running(scene.door):
        for player in (MARA, TEO):
            reported = PeerPlayer(name=player.name, uuid=player.uuid, op=True)
            scene.frames.joined("peer", scene.access, reported)
        await scene.until(lambda: len(scene.door.sent) == 2)
        await scene.override(TEO, Permissions(allow_ai=False))
        await scene.until(lambda: len(scene.door.sent) == 3)
        assert (scene.door.sent[-1].player.name, scene.door.sent[-1].max_mode) == (
            "Teo",
            Mode.OFFLINE,
        )
        await scene.set_default(Mode.FREE)
        await scene.until(lambda: len(scene.door.sent) == 4)
        assert (scene.door.sent[-1].player.name, scene.door.sent[-1].max_mode) == (
            "Mara",
            Mode.FREE,
        )
        await scene.access.see(MARA)
        assert MARA.uuid is not None
        assert await scene.access.choose(MARA.uuid, Mode.OFFLINE) is None
        await scene.until(lambda: len(scene.door.sent) == 5)
        assert scene.door.sent[-1].saved_mode is Mode.OFFLINE


async def test_choosing_another_mode_stops_what_the_player_began(scene: Scene) -> None:
    await scene.access.see(MARA)
    assert MARA.uuid is not None
    own, others = FakeExecution(MARA, Mode.STANDARD), FakeExecution(TEO, Mode.STANDARD)
    running = scene.executions.running
    async with scene.effects.running():
        with running(own), running(others):
            await scene.access.choose(MARA.uuid, Mode.OFFLINE)
    assert (len(own.stopped), others.stopped) == (1, [])


async def test_the_pause_is_told_to_administrators(scene: Scene) -> None:
    scene.online = [MARA, TEO]
    pause = await Pause.load(scene.db, clock=scene.clock, announce=scene.bus.publish)
    async with scene.effects.running():
        await pause.set(True, SHELL)
        await scene.until(lambda: bool(scene.told))
    assert scene.told == [("Mara", "Models are paused: none is called, for anybody, until resume.")]


async def test_administrators_are_told_at_80_and_100_percent_of_the_servers_caps(
    scene: Scene,
) -> None:
    scene.online = [MARA, TEO]
    caps = Caps(player_calls=100, server_calls=5)
    assert TEO.uuid is not None
    async with scene.effects.running():
        for _ in range(5):
            reservation = await scene.quota.reserve(TEO.uuid, caps)
            assert not isinstance(reservation, Exhausted)
            for notice in await scene.quota.settle(reservation, 0.0):
                scene.bus.publish(CapReached(notice))
        await scene.until(lambda: len(scene.told) == 2)
    assert scene.told == [
        ("Mara", "4 of this server's 5 model calls of today are used."),
        ("Mara", "All 5 model calls of this server's day are used; they return at 00:00."),
    ]


async def test_a_players_own_cap_is_nothing_for_administrators(scene: Scene) -> None:
    scene.online = [MARA, TEO]
    assert TEO.uuid is not None
    async with scene.effects.running():
        reservation = await scene.quota.reserve(TEO.uuid, Caps(player_calls=1, server_calls=99))
        assert not isinstance(reservation, Exhausted)
        for notice in await scene.quota.settle(reservation, 0.0):
            scene.bus.publish(CapReached(notice))
    assert scene.told == []
