"""What the log tells, as events with their players: who may be believed, and what is too old."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.core.events import (
    Chat,
    ConsoleEcho,
    Feedback,
    IssuedCommand,
    Join,
    Relay,
    VersionSeen,
)
from bridge.minecraft.dialects import flavours
from bridge.minecraft.dialects.decoding import decode
from bridge.minecraft.dialects.detection import Found, ProxyFound
from bridge.minecraft.dialects.header import read_header
from bridge.minecraft.dialects.notices import happened
from bridge.minecraft.dialects.reader import Reader
from bridge.minecraft.dialects.times import age
from bridge.minecraft.dialects.voices import Voice
from bridge.minecraft.identity import PROOFS, Transport
from bridge.minecraft.link.addressee import Audience
from bridge.minecraft.link.heard import Heard
from bridge.minecraft.transports.management_endpoint import listening_port

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bridge.core.events import GameEvent
    from bridge.minecraft.identity import Identity, Proof
    from bridge.minecraft.link.pack_calls import Queued
    from bridge.minecraft.link.relayed import Relayed
    from bridge.minecraft.presence import Presence
    from bridge.minecraft.transports.log_file import LogLine
    from bridge.minecraft.version import GameVersion

_logger = logging.getLogger(__name__)

OLDEST_SECONDS: Final = 60
"""What was asked earlier than this before the newest line of the log is not answered any more."""

_LISTENS: Final = b"Management connection listening"
_REQUESTS: Final = frozenset({Chat, ConsoleEcho, Feedback, IssuedCommand, Relay})

LOG4J: Final = (
    "this version hands what players write to Log4j, which runs it in servers without Mojang's fix "
    "(CVE-2021-44228): use a fixed server jar or configuration"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of a server's log or console.

    `past`: it was dealt with before anybody listened. `newest` gives the last lines there are.
    """

    raw: bytes
    past: bool
    newest: Callable[[], Sequence[bytes]]
    place: LogLine | None = None
    """The line in the log, where it was read from there."""


class LogEvents:
    """Reads one server's lines in their order; keeps presence up to date."""

    def __init__(
        self,
        dialect: str,
        presence: Presence,
        identity: Identity,
        relayed: Relayed,
        report: Callable[[str | None], None],
    ) -> None:
        """`report` is told what is wrong with the log, None when that is over."""
        self.management_port: int | None = None
        """Where the management protocol listens, as the log tells it at each start."""
        self._relayed = relayed
        self._presence = presence
        self._identity = identity
        self._report = report
        self._reader = Reader(flavours.named(dialect), Audience(presence))
        self._proxy: ProxyFound | None = None
        self._too_old = 0
        self._warned = False

    @property
    def version(self) -> GameVersion | None:
        """As the log told it."""
        return self._reader.version

    def trust_roster(self) -> None:
        """The server has listed its players."""
        self._reader.trust_roster()

    def read(self, line: Line) -> Heard | Queued | None:
        """What a line tells that anybody has to hear of now."""
        read = self._reader.read(line.raw)
        self._check_proxy()
        if read is None:
            self._note_port(line.raw)
            return None
        event = happened(read)
        self._presence.apply(event, past=line.past)
        if isinstance(event, VersionSeen):
            self._warn_of_lookups()
        if isinstance(event, Relay):
            # Lines of the past count as well: none may be repeated.
            heard = self._relayed.signed(event, line.place)
            return None if line.past or self._is_too_old(event, line) else heard
        if line.past or self._is_too_old(event, line):
            return None
        return self._heard(event, line.place)

    def _heard(self, event: GameEvent, place: LogLine | None) -> Heard | Queued | None:
        match event:
            case Chat(player=name):
                bare = self._reader.bare and name in self._presence
                transport = Transport.CHAT if bare else Transport.DECORATED_CHAT
                return self._of(name, event, PROOFS[transport], place)
            case IssuedCommand(player=name):
                return self._of(name, event, PROOFS[Transport.ISSUED_COMMAND], place)
            case Feedback():
                return self._relayed.called(event, place)
            case Join(player=name):
                return Heard(event=event, player=self._identity.player(name), place=place)
            case ConsoleEcho():
                return Heard(event=event, proof=PROOFS[Transport.CONSOLE_ECHO], place=place)
            case _:
                return Heard(event=event, place=place)

    def _of(self, name: str, event: GameEvent, proof: Proof, place: LogLine | None) -> Heard:
        player = self._identity.player(name)
        return Heard(event=event, player=player, proof=proof, place=place)

    def _is_too_old(self, event: GameEvent, line: Line) -> bool:
        if type(event) not in _REQUESTS:
            return False
        seconds = age(line.raw, line.newest())
        if seconds is None or seconds <= OLDEST_SECONDS:
            return False
        if not self._too_old:
            _logger.info("log: what was said over %d s before its end is left out", OLDEST_SECONDS)
        self._too_old += 1
        return True

    def _warn_of_lookups(self) -> None:
        version = self._reader.version
        if version and (1, 7, 0) <= version.release <= (1, 18, 0) and not self._warned:
            self._warned = True
            _logger.warning("Minecraft %s: %s", version, LOG4J)

    def _note_port(self, raw: bytes) -> None:
        self.management_port = port_told(raw) or self.management_port

    def _check_proxy(self) -> None:
        finding = self._reader.finding
        if isinstance(finding, ProxyFound):
            if finding != self._proxy:
                self._proxy = finding
                self._report(flavours.proxy_refusal(finding.proxy))
        elif isinstance(finding, Found) and self._proxy is not None:
            self._proxy = None
            self._report(None)


def port_told(raw: bytes) -> int | None:
    """Where the management protocol listens, if this line of the game tells it."""
    if _LISTENS not in raw or (headed := read_header(decode(raw))) is None:
        return None
    source, message = headed
    return listening_port(message) if source.voice is Voice.GAME else None
