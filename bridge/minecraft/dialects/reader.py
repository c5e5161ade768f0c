"""One server's log, line after line: what each line means under what the lines before it told."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from bridge.core.events import Chat, ConsoleEcho, Join, Leave, Login, Ready, UuidSeen, VersionSeen
from bridge.minecraft.dialects import notices
from bridge.minecraft.dialects.decoding import decode
from bridge.minecraft.dialects.detection import Detector, Found, ProxyFound
from bridge.minecraft.dialects.flavours import ANY, Dialect
from bridge.minecraft.dialects.header import read_header
from bridge.minecraft.dialects.judge import SYSTEM_CHAT, Gate, judge
from bridge.minecraft.dialects.names import EVERY_NAME, KnownNames, OnlineNames
from bridge.minecraft.dialects.presence_lines import LEFT
from bridge.minecraft.dialects.spoken import NOT_SECURE
from bridge.minecraft.dialects.voices import Voice
from bridge.minecraft.version import GameVersion

if TYPE_CHECKING:
    from bridge.core.events import GameEvent
    from bridge.minecraft.dialects.detection import Finding
    from bridge.minecraft.dialects.header import Headed, Source
    from bridge.minecraft.dialects.names import Names, Roster

# Offline servers let in any characters but blanks: brackets as well, in which `Login` cannot tell
# name from address. Only a line of the server begins so: chat has its `<`, `/say` a blank.
_ODD_LOGIN = re.compile(
    r"(?P<name>[^\s<*]\S{0,16})\[(?:/\S{1,80}|IP hidden|local[^\s\]]{0,80})\]"
    r" logged in with entity id \d{1,10}(?: at \([^()]{1,200}\))?"
)

_LOST = re.compile(r"(?P<name>.{1,17}) lost connection: .*")

ECHO_LINES = 5
_MOST_ARRIVING = 64


class Reader:
    """Reads a server's lines in their order; holds what they tell of version, kind and console.

    `roster` is who is online, kept by the caller from the events it gets. It counts once it can be
    complete: from the line with which the server starts, or from `trust_roster`; until then, and
    without one, every name counts. With the dialect `auto` the layouts stay open, and the log tells
    the rest (`finding`).
    """

    def __init__(self, dialect: Dialect = ANY, roster: Roster | None = None) -> None:
        self._dialect = dialect
        self._detector = Detector() if dialect is ANY else None
        self._arriving: dict[str, None] = {}
        self._leaving: str | None = None
        self._online = None if roster is None else OnlineNames(roster, self._arriving)
        self._names: Names = EVERY_NAME if self._online is None else KnownNames(self._online)
        self._bare = False
        self._version: GameVersion | None = None
        self._console = _Console()
        self._gates = _GATES

    @property
    def dialect(self) -> Dialect:
        """The dialect in force: the configured one, or what `auto` has found so far."""
        return self._dialect

    @property
    def finding(self) -> Finding | None:
        """What `auto` found, with the words that told it; a proxy is for the caller to refuse."""
        return None if self._detector is None else self._detector.finding

    @property
    def version(self) -> GameVersion | None:
        """The version the server last started as."""
        return self._version

    @property
    def bare(self) -> bool:
        """Whether the last line is chat with nothing but the speaker's name between `<` and `>`.

        Nothing stands around it either, but `[Not Secure] `, which the server itself puts there.
        """
        return self._bare

    def trust_roster(self) -> None:
        """The roster has been compared with the server's own list, so only those in it count."""
        self._names = EVERY_NAME if self._online is None else self._online

    def read(self, line: str | bytes) -> GameEvent | None:
        """The event of the next physical line, or None. Never raises."""
        self._bare = False
        text = decode(line) if isinstance(line, bytes) else line
        headed = read_header(text)
        if self._console.attentive:
            self._console.count()
        if headed is None:
            return None
        echo = self._console.attentive and self._console.may_echo(headed[0])
        event = judge(headed, self._dialect, self._names, self._gates[echo])
        event = event or self._left(headed)
        if event is None:
            self._learn(headed)
        elif type(event) is Chat:
            said = headed[1].removeprefix(NOT_SECURE)
            # Colours are decoration too, and they are taken off before a message is judged.
            self._bare = said.startswith(f"<{event.player}> ") and said in text
        elif type(event) in _TELLING:
            self._follow(event)
            if self._detector is not None and isinstance(event, Ready):
                self._detect(self._detector, headed)
        return event

    def _left(self, headed: Headed) -> Leave | None:
        """`[Red] Mara left the game` where plugins write such tags too: whoever lost connection."""
        source, message = headed
        leaving = self._leaving
        if leaving is None or self._online is None or self._gates is not _GATES:
            return None
        if not (source.voice is Voice.GAME and self._dialect.reads(source.layout)):
            return None
        if not (message.startswith("[") and message.endswith(LEFT)):
            return None
        name = self._online.stated(message.removesuffix(LEFT))
        return Leave(player=leaving) if name == leaving else None

    def _learn(self, headed: Headed) -> None:
        """What lines without an event tell of the server."""
        source, message = headed
        if source.voice is Voice.CHAT or source.voice is Voice.OUTSIDER:
            return
        of_game = source.voice is Voice.GAME
        if self._is_mistyped(message):
            self._console.mistyped(source)
        elif of_game and "connection: " in message and (lost := _LOST.fullmatch(message)):
            self._leaving = lost["name"]
        elif of_game and "] logged in with entity id " in message:
            if login := _ODD_LOGIN.fullmatch(message):
                self._arrive(login["name"])
        elif self._detector is not None:
            self._detect(self._detector, headed)

    def _is_mistyped(self, message: str) -> bool:
        if message.startswith(SYSTEM_CHAT):
            return message[len(SYSTEM_CHAT) :] in notices.UNKNOWN_COMMAND
        return message in notices.UNKNOWN_COMMAND and self._gates is _GATES

    def _follow(self, event: GameEvent) -> None:
        match event:
            case UuidSeen(player=name) | Login(player=name):
                self._arrive(name)
            case Join(player=name) | Leave(player=name):
                self._arriving.pop(name, None)
                self._leaving = None
            case ConsoleEcho():
                self._console.echoed()
            case VersionSeen(version=text):
                self._version = GameVersion.parse(text)
                prefixed = self._version is not None and self._version.has_system_chat_prefix
                self._gates = _PREFIXED_GATES if prefixed else _GATES
                self._arriving.clear()
                self.trust_roster()
            case _:
                pass

    def _arrive(self, name: str) -> None:
        self._arriving[name] = None
        if len(self._arriving) > _MOST_ARRIVING:
            del self._arriving[next(iter(self._arriving))]

    def _detect(self, detector: Detector, headed: Headed) -> None:
        match detector.feed(headed):
            case Found(dialect=dialect):
                # The layouts stay open: what a log prints is known better than by any table.
                self._dialect = replace(dialect, layouts=ANY.layouts)
            case ProxyFound(proxy=proxy):
                self._dialect = Dialect(name=proxy, layouts=frozenset(), plugins=None)
            case None:
                pass


class _Console:
    """Whether the console's echo may be the next line (contract, section 4).

    An echo stands within `ECHO_LINES` lines after the complaint that it belongs to, was written by
    the same thread, and there is one for each complaint.
    """

    def __init__(self) -> None:
        self.attentive = False
        self._left = 0
        self._due = 0
        self._source: Source | None = None

    def count(self) -> None:
        self._left -= 1
        self.attentive = self._left >= 0

    def mistyped(self, source: Source) -> None:
        self._due = self._due + 1 if self.attentive else 1
        self._left = ECHO_LINES
        self.attentive = True
        self._source = source

    def echoed(self) -> None:
        self._due -= 1
        self.attentive = self._due > 0

    def may_echo(self, source: Source) -> bool:
        return source == self._source


_GATES = {echo: Gate(prefix_needed=False, echo=echo) for echo in (False, True)}
_PREFIXED_GATES = {echo: Gate(prefix_needed=True, echo=echo) for echo in (False, True)}
_TELLING = frozenset({ConsoleEcho, VersionSeen, UuidSeen, Login, Join, Leave, Ready})
