"""One game server: all the ways in as one stream of events, and one way to answer."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from bridge.core.errors import RconError, StoreError
from bridge.core.events import Ready
from bridge.minecraft.link.doors import PeerWay, RconWay
from bridge.minecraft.link.heard import Heard
from bridge.minecraft.link.log_events import Line, LogEvents
from bridge.minecraft.link.merging import LOG, Merging
from bridge.minecraft.link.server_peers import ServerPeers
from bridge.minecraft.link.ways import Ways
from bridge.minecraft.presence import Presence, parse_list_uuids
from bridge.minecraft.transports.log_mark import mark_of
from bridge.minecraft.transports.log_tail import LogState, LogTail
from bridge.minecraft.transports.rcon import Down, RconClient, Refused, Up

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
    from pathlib import Path

    from bridge.core.actors import Player
    from bridge.core.clock import Clock
    from bridge.minecraft.identity import Identity, Proof
    from bridge.minecraft.link.doors import PeerDoor
    from bridge.minecraft.link.ways import Message
    from bridge.minecraft.transports.log_file import LogLine
    from bridge.minecraft.transports.log_mark import Mark
    from bridge.minecraft.transports.rcon import LinkState
    from bridge.minecraft.transports.rcon_connection import Endpoint
    from bridge.minecraft.transports.socket_handler import Report
    from bridge.minecraft.transports.socket_messages import PeerPlayer
    from bridge.minecraft.transports.socket_roles import Peer
    from bridge.minecraft.version import GameVersion

__all__ = ["Heard", "LogSource", "ServerLink"]

_logger = logging.getLogger(__name__)

SAVE_SECONDS: Final = 5.0
"""How often the place in the log is kept; before a request is begun it is kept at once."""
UNHEARD: Final = 256
"""Events that wait to be taken; behind them the log is not read."""

LOG_LINK: Final = "log"
RCON: Final = "rcon"
ANSWERS: Final = "answers"
"""The link that `status` shows for the ways back together."""
NO_WAY: Final = "players cannot be told anything: no way back is up"


class Bookmark(Protocol):
    """Where the place in the log is kept. Raises StoreError."""

    async def load(self) -> Mark | None:
        """What was kept last."""
        ...

    async def save(self, mark: Mark) -> None:
        """Keep it."""
        ...


class Reporter(Protocol):
    """Is told the name of a link and what is wrong with it, None if nothing; or a remark."""

    def __call__(self, link: str, problem: str | None, note: str = "") -> None: ...


@dataclass(frozen=True, slots=True)
class LogSource:
    """A server's log, and how it is written: the name of a dialect, or `auto`."""

    path: Path
    dialect: str = "auto"
    bookmark: Bookmark | None = None


class ServerLink:
    """Made for one server.

    `endpoint` tells where RCON is, each time it is tried; it raises a LinkError that says why it
    is not used. `version` is what is known of the game's version while the log has not told it.
    """

    def __init__(
        self,
        *,
        log: LogSource,
        endpoint: Callable[[], Endpoint],
        identity: Callable[[Presence], Identity],
        version: GameVersion | None,
        clock: Clock,
        report: Reporter,
    ) -> None:
        self._source = log
        self._version = version
        self._clock = clock
        self._report = report
        self._presence = Presence()
        self._identity = identity(self._presence)
        self._log = LogEvents(
            log.dialect,
            self._presence,
            self._identity,
            lambda problem: report(LOG_LINK, problem),
        )
        self._peers = ServerPeers(self._presence, self._identity)
        self._merging = Merging(clock.monotonic)
        self._rcon = RconClient(endpoint=endpoint, clock=clock, on_state=self._rcon_state)
        self._rcon_up = asyncio.Event()
        self._rcon_down = asyncio.Event()
        self._peer_way = PeerWay(clock)
        self._ways = Ways([self._peer_way, RconWay(self._rcon, lambda: self.version)], clock)
        self._tail: LogTail | None = None
        self._unheard: asyncio.Queue[Heard] = asyncio.Queue()
        self._taken = asyncio.Event()
        self._passed: LogLine | None = None
        self._kept: LogLine | None = None
        self._is_running = False

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Follow the log and keep RCON connected while the block runs."""
        async with AsyncExitStack() as stack:
            self._is_running = True
            mark = await self._load()
            opening = LogTail.open(
                self._source.path, clock=self._clock, from_mark=mark, on_state=self._log_state
            )
            self._tail = await stack.enter_async_context(opening)
            await stack.enter_async_context(self._rcon.running())
            group = await stack.enter_async_context(asyncio.TaskGroup())
            work = [self._follow(self._tail), self._ask_who_is_online()]
            if self._source.bookmark is not None:
                work.append(self._keep_place())
            tasks = [group.create_task(each) for each in work]
            try:
                yield
            finally:
                self._is_running = False
                for task in tasks:
                    task.cancel()
                await self._save()

    async def events(self) -> AsyncIterator[Heard]:
        """What happens from now on; what the log tells of the time before is only remembered.

        What was asked while nobody listened is among it, if it is not too old.
        """
        while True:
            heard = await self._unheard.get()
            self._passed = heard.place or self._passed
            self._taken.set()
            yield heard

    async def begun(self) -> None:
        """What was heard last is about to be seen to: after a restart it is not seen to again."""
        await self._save()

    async def ready(self) -> None:
        """Return when players can be answered; raises LinkError when nothing comes up in time."""
        await self._ways.ready()

    def attach(self, door: PeerDoor | None) -> None:
        """By which socket peers are reached."""
        self._peer_way.attach(door)
        self._ways.changed()

    def peer_came(self, peer: Peer) -> None:
        """A program in the server is there, by which players can be told something."""
        self._peer_way.came(peer.session)
        self._way_changed()

    def peer_went(self, peer: Peer) -> None:
        """That one tells and shows nothing more."""
        self._peer_way.went(peer.session)
        for heard in self._merging.gone(peer.session):
            self._unheard.put_nowait(heard)
        self._way_changed()

    async def told_by_peer(self, report: Report, peer: Peer) -> None:
        """A program in the server tells something."""
        for heard in self._peers.heard(report, peer):
            if self._merging.admit(heard, peer.session):
                await self._put(heard)

    def named(self, peer_player: PeerPlayer, peer: Peer) -> tuple[Player, Proof]:
        """Whom a program in the server means, and what stands for it."""
        return self._peers.named(peer_player, peer)

    def commanded(self, text: str, player: PeerPlayer, peer: Peer) -> Heard | None:
        """Who gave a command by a peer; None when the log has told that command already."""
        heard = self._peers.commanded(text, player, peer)
        return heard if self._merging.admit(heard, peer.session) else None

    @property
    def version(self) -> GameVersion | None:
        """The game's version, as far as it is known."""
        return self._log.version or self._version

    @property
    def online(self) -> Sequence[Player]:
        """The players known to be online."""
        return [self._identity.player(name) for name in self._presence.online]

    @property
    def skipped_lines(self) -> int:
        """Lines of the log that were too long to be read."""
        return 0 if self._tail is None else self._tail.skipped

    def is_online(self, player: Player) -> bool:
        """Whether the server itself said that this player is in the game."""
        return player.name in self._presence

    def has_left(self, player: Player) -> bool:
        """Whether this player was in the game and went."""
        return self._presence.has_left(player.name)

    async def tell(self, player: Player, write: Callable[[int], Sequence[Message]]) -> None:
        """Show to this player alone what `write` makes of the bytes that one component may have.

        Raises LinkError when there is no way back, or it went while they were sent; a message
        that was sent is not sent again.
        """
        await self._ways.tell(player, write)

    async def _put(self, heard: Heard) -> None:
        self._unheard.put_nowait(heard)
        while self._unheard.qsize() >= UNHEARD:
            self._taken.clear()
            await self._taken.wait()

    async def _follow(self, tail: LogTail) -> None:
        async for line in tail:
            read = Line(raw=line.raw, past=line.history, newest=lambda: tail.newest, place=line)
            heard = self._log.read(read)
            if heard is not None and self._merging.admit(heard, LOG):
                if isinstance(heard.event, Ready):
                    self._rcon.retry_now()
                await self._put(heard)
            elif not line.history and self._unheard.empty():
                self._passed = line

    async def _ask_who_is_online(self) -> None:
        """Each time RCON comes up: its answer is truer than what we made of the log."""
        while True:
            await self._rcon_up.wait()
            asked = self._presence.online
            try:
                reply = await self._rcon.command("list uuids")
            except RconError as error:
                _logger.info("who is online was not told: %s", error)
                reply = ""
            if (listed := parse_list_uuids(reply)) is not None:
                self._presence.reconcile(listed, asked=asked)
                self._log.trust_roster()
            await self._rcon_down.wait()

    async def _load(self) -> Mark | None:
        if self._source.bookmark is None:
            return None
        try:
            return await self._source.bookmark.load()
        except StoreError as error:
            _logger.warning("where the log was left is not known: %s", error)
            return None

    async def _keep_place(self) -> None:
        while True:
            await self._clock.sleep(SAVE_SECONDS)
            await self._save()

    async def _save(self) -> None:
        passed, bookmark = self._passed, self._source.bookmark
        if bookmark is None or passed is None or passed is self._kept:
            return
        self._kept = passed
        try:
            await bookmark.save(mark_of(passed))
        except StoreError as error:
            _logger.warning("the place in the log was not kept: %s", error)

    def _rcon_state(self, state: LinkState) -> None:
        match state:
            case Up():
                self._report(RCON, None)
                self._rcon_down.clear()
                self._rcon_up.set()
            case Down(reason=reason) | Refused(reason=reason):
                self._report(RCON, reason)
                self._rcon_up.clear()
                self._rcon_down.set()
        self._way_changed()

    def _way_changed(self) -> None:
        self._ways.changed()
        if not self._is_running:
            return
        if (way := self._ways.current) is not None:
            self._report(ANSWERS, None, f"by {way.name}")
        else:
            self._report(ANSWERS, NO_WAY)

    def _log_state(self, state: LogState) -> None:
        path = self._source.path
        match state:
            case LogState.FOLLOWING:
                self._report(LOG_LINK, None)
            case LogState.MISSING:
                self._report(LOG_LINK, f"{path} is not there; is the server started?")
            case LogState.UNREADABLE:
                self._report(LOG_LINK, f"{path} cannot be read; run this as the server's user")
            case LogState.LINE_SKIPPED:
                _logger.warning("log: a line over 64 KiB was left out")
