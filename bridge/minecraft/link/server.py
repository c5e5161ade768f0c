"""One game server: all the ways in as one stream of events, and one way to answer."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from bridge.core.errors import RconError
from bridge.core.events import Join, Pressed, Ready
from bridge.minecraft.link.addressee import addressee
from bridge.minecraft.link.doors import ConsoleWay, ManagementWay, PeerWay, RconWay
from bridge.minecraft.link.heard import Heard
from bridge.minecraft.link.hearing import Hearing
from bridge.minecraft.link.line_source import LineSource, LogSource
from bridge.minecraft.link.log_events import LogEvents
from bridge.minecraft.link.managed import Managed
from bridge.minecraft.link.pack import Pack
from bridge.minecraft.link.pack_calls import Queued
from bridge.minecraft.link.relayed import Relayed
from bridge.minecraft.link.server_peers import ServerPeers
from bridge.minecraft.link.ways import Ways
from bridge.minecraft.presence import Presence, parse_list_uuids
from bridge.minecraft.transports.child_states import Attached, Running, words
from bridge.minecraft.transports.management import ManagementClient
from bridge.minecraft.transports.management_messages import PlayersListed
from bridge.minecraft.transports.rcon import (
    COMMAND_SECONDS,
    STUCK_SECONDS,
    Down,
    RconClient,
    Refused,
    Up,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Sequence

    from bridge.core.actors import Player
    from bridge.core.clock import Clock
    from bridge.minecraft.identity import Identity, Proof
    from bridge.minecraft.link.doors import PeerDoor
    from bridge.minecraft.link.log_events import Line
    from bridge.minecraft.link.ways import Message, Way
    from bridge.minecraft.transports.child import Child
    from bridge.minecraft.transports.log_file import LogLine
    from bridge.minecraft.transports.management_endpoint import Endpoint as ManagementEndpoint
    from bridge.minecraft.transports.rcon import LinkState
    from bridge.minecraft.transports.rcon_connection import Endpoint
    from bridge.minecraft.transports.socket_handler import Report
    from bridge.minecraft.transports.socket_messages import PeerPlayer
    from bridge.minecraft.transports.socket_roles import Peer
    from bridge.minecraft.version import GameVersion

__all__ = ["Doors", "Heard", "ServerLink"]

_logger = logging.getLogger(__name__)

LOG_LINK: Final = "log"
RCON: Final = "rcon"
MANAGEMENT: Final = "management"
ANSWERS: Final = "answers"
"""The link that `status` shows for the ways back together."""
NO_WAY: Final = "players cannot be told anything: no way back is up"


class Reporter(Protocol):
    """Is told the name of a link and what is wrong with it, None if nothing; or a remark."""

    def __call__(self, link: str, problem: str | None, note: str = "") -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Doors:
    """What else there is of a server.

    `endpoint` tells where RCON is, each time it is tried; it raises a LinkError that says why it
    is not used. `management` is the same of that protocol, from the port that the log told; None:
    it is not in use. `child`: the server is run by us. `script_key` and `has_pack`: of our relays.
    """

    endpoint: Callable[[], Endpoint]
    management: Callable[[int | None], ManagementEndpoint] | None = None
    child: Child | None = None
    script_key: Callable[[], bytes | None] = lambda: None
    has_pack: Callable[[], bool] = lambda: False


class ServerLink:
    """Made for one server.

    `version` is what is known of the game's version while the log has not told it.
    """

    def __init__(
        self,
        *,
        log: LogSource,
        doors: Doors,
        identity: Callable[[Presence], Identity],
        version: GameVersion | None,
        clock: Clock,
        report: Reporter,
    ) -> None:
        self._source = LineSource(
            log, doors.child, clock, lambda problem: report(LOG_LINK, problem)
        )
        self._child = doors.child
        self._version = version
        self._clock = clock
        self._report = report
        self._presence = Presence()
        self._identity = identity(self._presence)
        self._log = LogEvents(
            log.dialect,
            self._presence,
            self._identity,
            Relayed(self._identity, doors.script_key),
            lambda problem: report(LOG_LINK, problem),
        )
        self._managed = Managed(self._presence, self._identity)
        self._peers = ServerPeers(self._presence, self._identity)
        self._hearing = Hearing(clock.monotonic, self._source.passed)
        self._rcon = RconClient(endpoint=doors.endpoint, clock=clock, on_state=self._rcon_state)
        self._rcon_up = asyncio.Event()
        self._rcon_down = asyncio.Event()
        self._peer_way = PeerWay(clock)
        self._pack = Pack(self.command, doors.has_pack)
        self._management = self._manager(doors.management)
        self._ways = Ways(tuple(self._all_ways()), clock)
        self._is_running = False

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Follow the log and keep RCON connected while the block runs."""
        async with AsyncExitStack() as stack:
            self._is_running = True
            lines = await stack.enter_async_context(self._source.opened())
            await stack.enter_async_context(self._rcon.running())
            work = [self._follow(lines), self._ask_who_is_online()]
            work += [self._pack.keep_armed(), self._take_orders(), self._source.keep_place()]
            if self._management is not None:
                await stack.enter_async_context(self._management.running())
                work.append(self._manage(self._management))
            group = await stack.enter_async_context(asyncio.TaskGroup())
            tasks = [group.create_task(each) for each in work]
            try:
                yield
            finally:
                self._is_running = False
                for task in tasks:
                    task.cancel()
                self._hearing.end(self._rest())

    def events(self) -> AsyncIterator[Heard]:
        """What happens from now on; what the log tells of the time before is only remembered.

        What was asked while nobody listened is among it, if it is not too old. An event is read
        again after a restart until the next one is asked for: what a death must not lose is to be
        stored by then.
        """
        return self._hearing.taken()

    def close_events(self) -> None:
        """There are no more: what is asked from now on is left to the next start, or reported."""
        self._hearing.close()

    async def begun(self) -> None:
        """What was heard last is about to be seen to: after a restart it is not seen to again."""
        await self._source.save()

    async def command(self, text: str, *, timeout: float = COMMAND_SECONDS) -> str:  # noqa: ASYNC109
        """Run a command of the game, by RCON or by a program in the server; its output.

        Raises LinkError; it is never run again.
        """
        if not isinstance(self._rcon.state, Up) and self._peer_way.runs:
            return await self._peer_way.run(text)
        return await self._rcon.command(text, timeout=timeout)

    def child_changed(self) -> None:
        """The server that we run is in another state."""
        if self._child is not None and self._is_running:
            state = self._child.state
            there = isinstance(state, Running | Attached)
            self._report(LOG_LINK, None if there else words(state))
        self._way_changed()

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
        self._hearing.came(peer.session)
        self._way_changed()

    def peer_went(self, peer: Peer) -> None:
        """That one tells and shows nothing more."""
        self._peer_way.went(peer.session)
        self._hearing.gone(peer.session)
        self._way_changed()

    async def told_by_peer(self, report: Report, peer: Peer) -> None:
        """A program in the server tells something."""
        for heard in self._peers.heard(report, peer):
            await self._hearing.told(heard)

    def named(self, peer_player: PeerPlayer, peer: Peer) -> tuple[Player, Proof]:
        """Whom a program in the server means, and what stands for it."""
        return self._peers.named(peer_player, peer)

    def commanded(self, text: str, player: PeerPlayer, peer: Peer) -> Heard | None:
        """Who gave a command by a peer; None when the log has told that command already."""
        heard = self._peers.commanded(text, player, peer)
        return heard if self._hearing.told_to_its_end(heard) else None

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
        return self._source.skipped

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

    async def entity_data(self, player: Player, path: str) -> str:
        """What the game answers to `data get entity` of one field. Raises LinkError."""
        target = addressee(player, self.version)
        return await self.command(f"data get entity {target} {path}", timeout=STUCK_SECONDS)

    async def show_progress(self, player: Player, component: str) -> None:
        """Show it on this player's action bar, if that is possible now. Raises LinkError."""
        target = addressee(player, self.version)
        await self.command(f"title {target} actionbar {component}")

    def _manager(
        self, endpoint: Callable[[int | None], ManagementEndpoint] | None
    ) -> ManagementClient | None:
        if endpoint is None:
            return None
        return ManagementClient(
            endpoint=lambda: endpoint(self._log.management_port),
            clock=self._clock,
            on_state=self._management_state,
        )

    def _all_ways(self) -> Iterator[Way]:
        yield self._peer_way
        if self._child is not None:
            yield ConsoleWay(self._child, lambda: self.version)
        yield RconWay(self._rcon, lambda: self.version)
        if self._management is not None:
            yield ManagementWay(self._management)

    async def _follow(self, lines: AsyncIterator[Line]) -> None:
        port = self._log.management_port
        async for line in lines:
            heard = self._log.read(line)
            if isinstance(heard, Queued):
                self._pack.called()
            elif heard is not None:
                self._notice(heard)
            await self._hearing.read(_place(line), None if isinstance(heard, Queued) else heard)
            if port != self._log.management_port and self._management is not None:
                port = self._log.management_port
                self._management.retry_now()

    def _rest(self) -> Iterator[tuple[LogLine | None, Heard | None]]:
        """Lines that stand in the log and that nobody has read."""
        for line in self._source.rest():
            heard = self._log.read(line)
            if isinstance(heard, Queued):
                return
            yield _place(line), heard

    def _notice(self, heard: Heard) -> None:
        """What the link itself does about an event."""
        match heard.event:
            case Ready():
                self._rcon.retry_now()
            case Join() | Pressed():
                self._pack.unarmed()
            case _:
                pass

    async def _take_orders(self) -> None:
        async for order in self._pack.orders():
            await self._hearing.told(Relayed.stored(order, self.online))

    async def _manage(self, management: ManagementClient) -> None:
        async for event in management.events():
            if isinstance(event, PlayersListed):
                self._log.trust_roster()
            if (heard := self._managed.take(event)) is not None:
                await self._hearing.told(heard)

    def _management_state(self, state: LinkState) -> None:
        match state:
            case Up():
                self._report(MANAGEMENT, None)
            case Down(reason=reason) | Refused(reason=reason):
                self._report(MANAGEMENT, reason)
        self._way_changed()

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
            await self._pack.begin()
            await self._rcon_down.wait()

    def _rcon_state(self, state: LinkState) -> None:
        match state:
            case Up(note=note):
                self._report(RCON, None, note)
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


def _place(line: Line) -> LogLine | None:
    """Where a line stands; lines of the past say nothing of how far we are."""
    return None if line.past else line.place
