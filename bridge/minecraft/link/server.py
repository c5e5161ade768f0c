"""One game server: its log and its RCON, as one stream of events and one way to answer."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.core.errors import RconError, RconLostError
from bridge.core.events import Chat, Join, Ready
from bridge.minecraft.dialects import flavours
from bridge.minecraft.dialects.detection import ProxyFound
from bridge.minecraft.dialects.notices import happened
from bridge.minecraft.dialects.reader import Reader
from bridge.minecraft.link.addressee import Audience, addressee
from bridge.minecraft.presence import Presence, parse_list_uuids
from bridge.minecraft.transports.log_tail import LogState, LogTail
from bridge.minecraft.transports.rcon import Down, RconClient, Refused, Up
from bridge.minecraft.transports.rcon_codec import MAX_BODY

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
    from pathlib import Path

    from bridge.core.actors import Player
    from bridge.core.clock import Clock
    from bridge.core.events import GameEvent
    from bridge.minecraft.identity import Identity
    from bridge.minecraft.transports.rcon import LinkState
    from bridge.minecraft.transports.rcon_connection import Endpoint
    from bridge.minecraft.version import GameVersion

_logger = logging.getLogger(__name__)

AWAY_SECONDS: Final = 10.0
"""How long an answer waits for a server that is starting again."""

LOG: Final = "log"
RCON: Final = "rcon"


@dataclass(frozen=True, slots=True)
class LogSource:
    """A server's log, and how it is written: the name of a dialect, or `auto`."""

    path: Path
    dialect: str = "auto"


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """An event that happened while we listen, and whose it is (None: nobody's).

    `bare`: it is chat, and the speaker's name stood in it without any decoration, as that of
    somebody known to be online.
    """

    event: GameEvent
    player: Player | None = None
    bare: bool = False


class ServerLink:
    """Made for one server. `report` is told the name of a link and what is wrong, None if nothing.

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
        report: Callable[[str, str | None], None],
    ) -> None:
        self._log = log.path
        self._version = version
        self._clock = clock
        self._report = report
        self._presence = Presence()
        self._identity = identity(self._presence)
        self._reader = Reader(flavours.named(log.dialect), Audience(self._presence))
        self._rcon = RconClient(endpoint=endpoint, clock=clock, on_state=self._rcon_state)
        self._rcon_up = asyncio.Event()
        self._rcon_down = asyncio.Event()
        self._tail: LogTail | None = None

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Keep RCON connected while the block runs."""
        async with self._rcon.running(), asyncio.TaskGroup() as group:
            asking = group.create_task(self._ask_who_is_online())
            try:
                yield
            finally:
                asking.cancel()

    async def events(self) -> AsyncIterator[Heard]:
        """What happens from now on; what the log tells of the time before is only remembered."""
        opening = LogTail.open(self._log, clock=self._clock, on_state=self._log_state)
        async with opening as self._tail:
            async for line in self._tail:
                read = self._reader.read(line.raw)
                if read is None:
                    self._check_proxy()
                    continue
                event = happened(read)
                self._presence.apply(event, past=line.history)
                if isinstance(event, Ready):
                    self._rcon.retry_now()
                if not line.history:
                    yield self._heard(event)

    def _heard(self, event: GameEvent) -> Heard:
        match event:
            case Chat(player=name):
                bare = self._reader.bare and name in self._presence
                return Heard(event=event, player=self._identity.player(name), bare=bare)
            case Join(player=name):
                return Heard(event=event, player=self._identity.player(name))
            case _:
                return Heard(event=event)

    @property
    def version(self) -> GameVersion | None:
        """The game's version, as far as it is known."""
        return self._reader.version or self._version

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

    def room(self, player: Player) -> int:
        """Bytes that one component for this player may have."""
        return MAX_BODY - len(_tellraw(addressee(player, self.version), "").encode())

    async def tell(self, player: Player, components: Sequence[str]) -> None:
        """Show messages to this player alone, in order.

        Raises LinkError when there is no way back, or it went while they were sent; a message
        that was sent is not sent again.
        """
        target = addressee(player, self.version)
        for component in components:
            await self._command(_tellraw(target, component))

    async def entity_data(self, player: Player, path: str) -> str:
        """What the game answers to `data get entity` of one field. Raises LinkError."""
        target = addressee(player, self.version)
        return await self._rcon.command(f"data get entity {target} {path}")

    async def _command(self, text: str) -> str:
        """Run a command; one that was not sent because RCON is away waits for it a moment."""
        try:
            return await self._rcon.command(text)
        except RconLostError as error:
            if error.written:
                raise
            with suppress(TimeoutError):
                async with asyncio.timeout(AWAY_SECONDS):
                    await self._rcon_up.wait()
            return await self._rcon.command(text)

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
                self._reader.trust_roster()
            await self._rcon_down.wait()

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

    def _log_state(self, state: LogState) -> None:
        match state:
            case LogState.FOLLOWING:
                self._report(LOG, None)
            case LogState.MISSING:
                self._report(LOG, f"{self._log} is not there; is the server started?")
            case LogState.UNREADABLE:
                self._report(LOG, f"{self._log} cannot be read; run this as the server's user")
            case LogState.LINE_SKIPPED:
                _logger.warning("log: a line over 64 KiB was left out")

    def _check_proxy(self) -> None:
        finding = self._reader.finding
        if isinstance(finding, ProxyFound):
            self._report(LOG, flavours.proxy_refusal(finding.proxy))


def _tellraw(target: str, component: str) -> str:
    return f"tellraw {target} {component}"
