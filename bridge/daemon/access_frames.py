"""The `access` and `commands` frames to server peers: what each player they reported may do now
(contract 7); and `close_menu`, where what is open on a player's screen offers more than that, or
was forgotten.

A frame is made when it is sent, so a slow peer gets the newest state and none in between, and
a player of whom that peer was told the same last gets none.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

from bridge.access import wire
from bridge.core.actors import Player
from bridge.minecraft.transports.socket_messages import Access, CloseMenu, CommandHint, Commands

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
    from uuid import UUID

    from bridge.access.effective import Effective
    from bridge.access.world import WorldAccess
    from bridge.minecraft.transports.socket_messages import DaemonMessage, PeerPlayer

AT_ONCE: Final = 100
"""Players between two looks at whether the peer still reads and others want to run."""
MOST_PLAYERS: Final = 100_000
"""Of one peer; what it reports beyond that is not followed."""


class PeerDoor(Protocol):
    """The way to one peer; `transports.socket_server.SocketServer` is one."""

    def send_all(self, session: str, messages: Iterable[DaemonMessage]) -> bool:
        """Put messages on their way; False when the peer cannot be reached any more."""
        ...

    async def drained(self, session: str) -> None:
        """Wait until the peer has taken most of what was sent."""
        ...


class Used(Protocol):
    """How many calls a player made today."""

    def used_today(self, player: UUID) -> int:
        """Those under way among them."""
        ...


Hints = tuple[CommandHint, ...]
"""The commands that a player may use now, in their language."""


def no_hints(_player: Player) -> Hints:
    """Where nobody tells which commands there are."""
    return ()


@dataclass(slots=True, eq=False)
class _Peer:
    session: str
    world: WorldAccess
    hints: Callable[[Player], Hints]
    players: dict[UUID | str, Player] = field(default_factory=dict["UUID | str", Player])
    told: dict[UUID | str, Effective] = field(default_factory=dict["UUID | str", "Effective"])
    hinted: dict[UUID | str, Hints] = field(default_factory=dict["UUID | str", Hints])
    stale: dict[UUID | str, None] = field(default_factory=dict["UUID | str", None])
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None

    def mark(self, keys: Iterable[UUID | str]) -> None:
        self.stale.update(dict.fromkeys(keys))
        self.woken.set()


class AccessFrames:
    """All peers of a daemon. `attach` gives it the socket once that is open."""

    def __init__(self, used: Used) -> None:
        self._used = used
        self._peers: dict[str, _Peer] = {}
        self._door: PeerDoor | None = None
        self._group: asyncio.TaskGroup | None = None

    @asynccontextmanager
    async def running(self, door: PeerDoor) -> AsyncGenerator[None]:
        """Send by this socket while the block runs."""
        async with asyncio.TaskGroup() as group:
            self._door, self._group = door, group
            try:
                yield
            finally:
                self._door = self._group = None
                for session in tuple(self._peers):
                    self.gone(session)

    def joined(
        self,
        session: str,
        world: WorldAccess,
        reported: PeerPlayer,
        hints: Callable[[Player], Hints] = no_hints,
    ) -> None:
        """A peer reports a player; they are told of at once."""
        if self._group is None:
            return
        peer = self._peers.get(session)
        if peer is None:
            peer = self._peers[session] = _Peer(session, world, hints)
            peer.task = self._group.create_task(self._feed(peer))
        player = Player(name=reported.name, uuid=reported.uuid)
        key = player.uuid or player.name
        if len(peer.players) >= MOST_PLAYERS and key not in peer.players:
            return
        peer.players[key] = player
        peer.told.pop(key, None)
        peer.hinted.pop(key, None)
        peer.mark((key,))

    def left(self, session: str, reported: PeerPlayer) -> None:
        """A peer reports that a player went."""
        if peer := self._peers.get(session):
            key = reported.uuid or reported.name
            for known in (peer.players, peer.told, peer.hinted, peer.stale):
                known.pop(key, None)

    def gone(self, session: str) -> None:
        """That peer tells nothing more."""
        peer = self._peers.pop(session, None)
        if peer is not None and peer.task is not None:
            peer.task.cancel()

    def refresh(self, world: WorldAccess, player: UUID | None = None) -> None:
        """The access of one player of a world, or of everybody (None), may be another now."""
        for peer in self._peers.values():
            if peer.world is not world:
                continue
            if player is None:
                peer.mark(peer.players)
            elif player in peer.players:
                peer.mark((player,))

    def close_menus(self, world: WorldAccess, player: Player) -> None:
        """What was offered to a player is gone: nothing of it stays on their screen."""
        for peer in self._peers.values():
            known = peer.world is world and (player.uuid or player.name) in peer.players
            if known and self._door is not None:
                self._door.send_all(peer.session, (CloseMenu(player=player),))

    async def _feed(self, peer: _Peer) -> None:
        while True:
            await peer.woken.wait()
            peer.woken.clear()
            stale, peer.stale = list(peer.stale), {}
            for start in range(0, len(stale), AT_ONCE):
                if self._door is None:
                    return
                news = list(self._news(peer, stale[start : start + AT_ONCE]))
                if news:
                    self._door.send_all(peer.session, news)
                await asyncio.sleep(0)
                await self._door.drained(peer.session)

    def _news(
        self, peer: _Peer, keys: Iterable[UUID | str]
    ) -> Iterator[CloseMenu | Access | Commands]:
        """What of each player is not what the peer was told last."""
        for key in keys:
            player = peer.players.get(key)
            if player is None:
                continue
            now = peer.world.effective(player.uuid)
            before = peer.told.get(key)
            if before != now:
                peer.told[key] = now
                if before is not None and _takes_away(before, now):
                    yield CloseMenu(player=player)
                used = 0 if player.uuid is None else self._used.used_today(player.uuid)
                yield message(player, now, used)
            hints = peer.hints(player)
            if peer.hinted.get(key, ()) != hints:
                peer.hinted[key] = hints
                yield Commands(player=player, items=hints)


def _takes_away(before: Effective, now: Effective) -> bool:
    """Whether something that was allowed is not any more. (A lower mode may be the player's.)"""
    return now.max_mode.rank < before.max_mode.rank or any(
        had and not has
        for had, has in (
            (before.allow_ai, now.allow_ai),
            (before.allow_free_chat, now.allow_free_chat),
            (before.model_configured, now.model_configured),
            (before.model_calls_per_day > 0, now.model_calls_per_day > 0),
        )
    )


def message(player: Player, access: Effective, used_today: int) -> Access:
    """The frame of one player."""
    return Access(
        player=player,
        max_mode=access.max_mode,
        allow_ai=access.allow_ai,
        allow_free_chat=access.allow_free_chat,
        model_calls_per_day=access.model_calls_per_day,
        used_today=used_today,
        model_configured=access.model_configured,
        mode=access.mode,
        saved_mode=access.saved_mode,
        reasons=wire.reasons(access),
    )
