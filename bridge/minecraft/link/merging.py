"""One stream of what players say, though the log and programs in the server tell it. Pure.

What two sources tell is one message; what one source tells twice was said twice. While a server
peer tells chat, it is believed alone (contract section 7): what the log has then is held, in case
the peer goes before it told the same.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bridge.core.events import Chat, IssuedCommand
from bridge.minecraft.dialects.cleaning import clean
from bridge.minecraft.link.heard import LOG

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.minecraft.link.heard import Heard

WINDOW_SECONDS: Final = 10.0
"""The same by another source is the same message within this time."""
HELD_SECONDS: Final = 5.0
"""How long what only the log has told is kept for the case that the peer goes."""

_Key = tuple[type, str, str]


@dataclass(slots=True)
class _Said:
    at: float
    sources: set[str]
    held: Heard | None = None


@dataclass(slots=True)
class Merging:
    """What was said of late on one server."""

    monotonic: Callable[[], float]
    _said: dict[_Key, deque[_Said]] = field(default_factory=dict["_Key", "deque[_Said]"])
    _order: deque[tuple[float, _Key]] = field(default_factory=deque["tuple[float, _Key]"])
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

    def admit(self, heard: Heard) -> bool:
        """Whether this is news, and is to be seen to now."""
        key, source = _key(heard), heard.source
        if key is None:
            return True
        now = self.monotonic()
        self._forget(now)
        if source in self._there and isinstance(heard.event, Chat):
            self._telling.add(source)
        for said in self._said.get(key, ()):
            if source not in said.sources:
                said.sources.add(source)
                news = said.held is not None and source != LOG
                said.held = None if news else said.held
                return news
        hold = source == LOG and self.peers_tell and isinstance(heard.event, Chat)
        self._said.setdefault(key, deque()).append(_Said(now, {source}, heard if hold else None))
        self._order.append((now, key))
        return not hold

    def gone(self, source: str) -> list[Heard]:
        """That peer went; what the log alone had told of late, to be seen to now.

        What it had sent may still come.
        """
        self._there.discard(source)
        self._telling.discard(source)
        if self._telling:
            return []
        now = self.monotonic()
        self._forget(now)
        freed: list[Heard] = []
        for _, key in self._order:
            for said in self._said.get(key, ()):
                if said.held is not None:
                    if now - said.at <= HELD_SECONDS:
                        freed.append(said.held)
                    said.held = None
        return freed

    def _forget(self, now: float) -> None:
        while self._order and now - self._order[0][0] > WINDOW_SECONDS:
            _, key = self._order.popleft()
            said = self._said[key]
            said.popleft()
            if not said:
                del self._said[key]


def _key(heard: Heard) -> _Key | None:
    match heard.event:
        case Chat(player=player, text=text) | IssuedCommand(player=player, text=text):
            return type(heard.event), player, " ".join(clean(text).split())
        case _:
            return None
