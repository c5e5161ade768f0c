"""The one place that turns what access announces into calls (design section 2).

A change stops what it no longer allows before anything else runs; then peers get their frames and
players are told: those online at once, the others at their next join.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.access import quota_words, reply
from bridge.access.events import (
    AccessChanged,
    CapReached,
    CircumstancesChanged,
    ModeChosen,
    PauseChanged,
)
from bridge.access.notices import known
from bridge.access.quota import Cap
from bridge.core.cards import Card, CardKind, Plain, Words
from bridge.core.errors import LinkError, StoreError
from bridge.prompts.events import PromptsReloaded

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
    from uuid import UUID

    from bridge.access.effective import Effective
    from bridge.access.notices import AccessNotices, Known
    from bridge.access.world import WorldAccess
    from bridge.conversation.cache import RoutingCache
    from bridge.conversation.executions import Executions
    from bridge.core.actors import Player
    from bridge.core.bus import Bus
    from bridge.core.cards import Line
    from bridge.daemon.access_frames import AccessFrames

_logger = logging.getLogger(__name__)

_Untold = AccessChanged | tuple["Line", ...]
"""What has to be told: a change to players, or lines to administrators."""

AT_ONCE: Final = 10
"""Players that are decided anew for notices between two turns of the loop; frames go first."""
TELL_SECONDS: Final = 3.0
"""How long a notice waits for a way to its player before it is kept for their next join."""


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What a change of one world's access reaches."""

    server: str
    access: WorldAccess
    executions: Executions
    cache: RoutingCache
    online: Callable[[], Iterable[Player]]
    administrators: Callable[[], Sequence[Player]]
    tell: Callable[[Player, Card], Awaitable[None]]
    """Show a card in the player's language. Raises LinkError."""


class Effects:
    """One a daemon. Worlds are added while it is wired."""

    def __init__(self, bus: Bus, frames: AccessFrames, notices: AccessNotices) -> None:
        self._bus = bus
        self._frames = frames
        self._notices = notices
        self._worlds: dict[str, World] = {}
        self._untold: asyncio.Queue[_Untold | None] = asyncio.Queue()
        self._tellings: set[asyncio.Timeout] = set()
        self._closing = False

    def add(self, world: World) -> None:
        """Have effects on this world, too."""
        self._worlds[world.access.name] = world

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Work while the block runs; what was announced in it is told or stored at its end."""
        subscribed = self._bus.subscribed
        with (
            subscribed(AccessChanged, self._changed),
            subscribed(ModeChosen, self._chosen),
            subscribed(CircumstancesChanged, self._configured),
            subscribed(PauseChanged, self._paused),
            subscribed(CapReached, self._cap_reached),
            subscribed(PromptsReloaded, self._prompts_reloaded),
        ):
            async with asyncio.TaskGroup() as group:
                group.create_task(self._work_off())
                try:
                    yield
                finally:
                    self._close()

    async def joined(self, world_name: str, player: Player) -> None:
        """Tell a player who came what changed while they were away."""
        if player.uuid is None:
            return
        world = self._worlds[world_name]
        try:
            waiting = await self._notices.take(world_name, player.uuid)
        except StoreError as error:
            _logger.warning("whether %s has to be told something: %s", player.name, error)
            return
        if waiting is None or waiting.before == known(world.access.effective(player.uuid)):
            return
        told = False
        try:
            told = await self._told(world, player)
        finally:
            if not told:  # also when this is cancelled
                await self._notices.put_back(world_name, player.uuid, waiting)

    def forgot(self, world_name: str, player: Player) -> None:
        """What was shown to a player is forgotten: programs in the servers close their menus."""
        self._frames.close_menus(self._worlds[world_name].access, player)

    def _close(self) -> None:
        self._closing = True
        self._untold.put_nowait(None)
        for telling in self._tellings:
            if not telling.expired():
                telling.reschedule(0)

    def _changed(self, event: AccessChanged) -> None:
        if world := self._worlds.get(event.world):
            world.executions.stop_disallowed(world.access.effective)
            self._frames.refresh(world.access, event.player)
            self._untold.put_nowait(event)

    def _chosen(self, event: ModeChosen) -> None:
        if world := self._worlds.get(event.world):
            world.executions.mode_changed(event.player)
            world.cache.clear()
            self._frames.refresh(world.access, event.player)

    def _configured(self, event: CircumstancesChanged) -> None:
        del event
        for world in self._worlds.values():
            world.executions.stop_disallowed(world.access.effective)
            world.cache.clear()
            self._frames.refresh(world.access)

    def _paused(self, event: PauseChanged) -> None:
        word = "on" if event.paused else "off"
        self._untold.put_nowait(((Words(f"access.pause.{word}"),),))

    def _prompts_reloaded(self, event: PromptsReloaded) -> None:
        for world in self._worlds.values():
            if world.server == event.server:
                world.cache.clear()

    def _cap_reached(self, event: CapReached) -> None:
        if event.notice.cap is not Cap.PLAYER_CALLS:
            self._untold.put_nowait((quota_words.notice(event.notice),))

    async def _work_off(self) -> None:
        await self._notices.drop_old()
        while (first := await self._untold.get()) is not None:
            if not isinstance(first, AccessChanged):
                await self._tell_administrators(first)
                continue
            try:
                await self._tell_players(first)
            except StoreError as error:
                _logger.warning("not every player is told of the changed access: %s", error)

    async def _tell_administrators(self, lines: Sequence[Line]) -> None:
        card = Card(kind=CardKind.NOTICE, lines=tuple(lines))
        for world in self._worlds.values():
            for player in world.administrators():
                await self._shown(world, player, card)

    async def _tell_players(self, event: AccessChanged) -> None:
        """Those whose access this made another one, compared with what holds now."""
        world = self._worlds[event.world]
        online = {player.uuid: player for player in world.online()}
        missed: dict[UUID, Known] = {}
        for uuid, before in await self._affected(world, event):
            player = online.get(uuid)
            if player is None or not await self._told(world, player):
                missed[uuid] = before
        if missed:
            await self._notices.keep(event.world, missed)

    async def _affected(self, world: World, event: AccessChanged) -> list[tuple[UUID, Known]]:
        if event.player is None:
            players = (*world.online(), *world.access.seen())
            uuids = list(dict.fromkeys(player.uuid for player in players))
        else:
            uuids = [event.player]
        found: list[tuple[UUID, Known]] = []
        for count, uuid in enumerate(uuids, start=1):
            if uuid is None:
                continue
            before = world.access.effective_under(event.before, uuid)
            if _differ(before, world.access.effective(uuid)):
                found.append((uuid, known(before)))
            if count % AT_ONCE == 0:
                await asyncio.sleep(0)
        return found

    async def _told(self, world: World, player: Player) -> bool:
        access = world.access.effective(player.uuid)
        args = {"mode": str(access.mode), "limit": str(access.max_mode)}
        words = (Words("access.changed", args), Plain(" "), *reply.why(access.reasons.max_mode))
        return await self._shown(world, player, Card(kind=CardKind.NOTICE, lines=(words,)))

    async def _shown(self, world: World, player: Player, card: Card) -> bool:
        if self._closing:
            return False
        telling = asyncio.timeout(TELL_SECONDS)
        self._tellings.add(telling)
        try:
            async with telling:
                await world.tell(player, card)
        except (LinkError, TimeoutError) as error:
            why = str(error) or "there is no way to them now"
            _logger.warning("%s was not told of a change: %s", player.name, why)
            return False
        finally:
            self._tellings.discard(telling)
        return True


def _differ(before: Effective, now: Effective) -> bool:
    """Whether a player would notice: reasons alone are none."""
    return (
        before.mode is not now.mode
        or before.max_mode is not now.max_mode
        or before.allow_ai != now.allow_ai
        or before.allow_free_chat != now.allow_free_chat
        or before.model_calls_per_day != now.model_calls_per_day
    )
