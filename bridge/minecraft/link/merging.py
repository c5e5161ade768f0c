"""One stream of what players say, though the log and programs in the server tell it. Pure.

What two sources tell is one message; what one source tells twice was said twice. While a server
peer tells chat, it is believed alone (contract section 7): what the log has then is held, in case
the peer goes before it told the same.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from bridge.core.events import Chat, IssuedCommand
from bridge.minecraft.dialects.cleaning import clean
from bridge.minecraft.link.heard import LOG

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.minecraft.link.heard import Heard
    from bridge.minecraft.transports.log_file import LogLine

WINDOW_SECONDS: Final = 10.0
"""The same by another source is the same message within this time."""
HELD_SECONDS: Final = 5.0
"""How long what only the log has told is kept for the case that the peer goes."""

_Key = tuple[type, str, str]


class Stage(Enum):
    """How far a message has come."""

    NEWS = auto()
    """It was told just now, and is to be seen to."""
    HELD = auto()
    """The log told it, and a peer is believed instead."""
    WAITING = auto()
    """It waits to be seen to."""
    BEGUN = auto()
    """It is seen to, or was."""
    GIVEN_UP = auto()
    """No peer told what the log alone had."""


@dataclass(slots=True, eq=False)
class Message:
    """One thing that happened, by whoever told it; `heard` is as it is to be seen to."""

    heard: Heard
    at: float
    sources: set[str]
    stage: Stage = Stage.NEWS
    place: LogLine | None = None
    """Its line, once the log told it."""


@dataclass(slots=True)
class Merging:
    """What was said of late on one server."""

    monotonic: Callable[[], float]
    _said: dict[_Key, deque[Message]] = field(default_factory=dict["_Key", "deque[Message]"])
    _order: deque[tuple[_Key, Message]] = field(default_factory=deque["tuple[_Key, Message]"])
    _held: deque[Message] = field(default_factory=deque[Message])
    _there: set[str] = field(default_factory=set[str])
    """The peers that are connected."""
    _telling: set[str] = field(default_factory=set[str])
    """Those of them that have told chat."""

    @property
    def peers_tell(self) -> bool:
        """Whether chat is believed of server peers alone now."""
        return bool(self._telling)

    def came(self, source: str) -> None:
        """A peer is there, and may tell chat."""
        self._there.add(source)

    def admit(self, heard: Heard) -> Message:
        """The message that this is; news is to be taken further by the caller."""
        key, source = _key(heard), heard.source
        now = self.monotonic()
        if key is None:
            return Message(heard, now, {source}, place=heard.place)
        self._forget(now)
        is_chat = isinstance(heard.event, Chat)
        if source in self._there and is_chat:
            self._telling.add(source)
        for message in self._said.get(key, ()):
            if source not in message.sources:
                return _told_again(message, heard)
        message = Message(heard, now, {source}, place=heard.place)
        if source == LOG and self.peers_tell and is_chat:
            message.stage = Stage.HELD
            self._held.append(message)
        self._said.setdefault(key, deque()).append(message)
        self._order.append((key, message))
        return message

    def gone(self, source: str) -> list[Message]:
        """That peer went; what the log alone had told of late, to be seen to now.

        What it had sent may still come.
        """
        self._there.discard(source)
        self._telling.discard(source)
        self.expire()
        freed = [] if self._telling else self.held()
        for message in freed:
            message.stage = Stage.NEWS
        return freed

    def held(self) -> list[Message]:
        """What only the log has told, and no peer yet."""
        return [message for message in self._held if message.stage is Stage.HELD]

    def expire(self) -> list[Message]:
        """Give up what was held for too long; those messages."""
        now = self.monotonic()
        late: list[Message] = []
        while self._held and (
            self._held[0].stage is not Stage.HELD or now - self._held[0].at > HELD_SECONDS
        ):
            message = self._held.popleft()
            if message.stage is Stage.HELD:
                message.stage = Stage.GIVEN_UP
                late.append(message)
        self._forget(now)
        return late

    def _forget(self, now: float) -> None:
        while self._order and now - self._order[0][1].at > WINDOW_SECONDS:
            key, message = self._order[0]
            if message.stage is Stage.HELD:
                return  # the next `expire` tells of it
            self._order.popleft()
            said = self._said[key]
            said.popleft()
            if not said:
                del self._said[key]


def _told_again(message: Message, heard: Heard) -> Message:
    message.sources.add(heard.source)
    message.place = message.place or heard.place
    if message.stage is Stage.HELD and heard.source != LOG:
        message.heard = heard
        message.stage = Stage.NEWS
    return message


def _key(heard: Heard) -> _Key | None:
    match heard.event:
        case Chat(player=player, text=text) | IssuedCommand(player=player, text=text):
            return type(heard.event), player, " ".join(clean(text).split())
        case _:
            return None
