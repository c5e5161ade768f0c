"""Which player a displayed name belongs to.

The game logs display names: team prefixes and suffixes, ranks, nicknames and colours around a name.
Where it is known who is online the answer is the longest online name that stands as a whole token
at the end or the start of what is shown; else the decoration is taken off by rule.

A name is 1 to 16 letters, digits and underscores of any script (offline servers let them in), with
Floodgate's prefix in front (`.` or `*`) or none; a Bedrock name may have blanks, up to three words.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_NAME = re.compile(r"[.*]?\w{1,16}")
_SPACED_NAME = re.compile(r"[.*]?[^\W\d_]\w*(?: \w+){1,2}")
# Teams and permission plugins put them in front without brackets.
_RANKS = re.compile(
    r"(?:(?:(?:co-?|head |jr\.? |sr\.? )?(?:owner|admin|administrator|mod|moderator|operator|op"
    r"|helper|builder|developer|dev|staff|manager)|(?:vip|mvp|elite|legend)\+*|member|guest|player"
    r"|default|donator|trainee|newbie|服主|腐竹|管理员|管理|玩家|会员)[ |:»>-]+)+",
    re.IGNORECASE,
)
_LONGEST_NAME = 17
_LONGEST_DISPLAY = 96

_GROUP = r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]|\([^()]*\)|\{[^{}]*\}|【[^【】]*】|«[^«»]*»"
_SYMBOL = r"[^\w.*\[\](){}【】«»<>]"
_DECORATION = re.compile(rf"(?:{_GROUP}|{_SYMBOL})*")
_SUFFIX = re.compile(rf"(?:{_GROUP}|{_SYMBOL})*$")
_INSIDE_NAMES = "_.*-+"


class Roster(Protocol):
    """Who is online, as the link keeps it."""

    @property
    def online(self) -> Iterable[str]:
        """Their names, exactly as the server writes them."""
        ...

    def __contains__(self, name: object, /) -> bool: ...


class Names(Protocol):
    """Answers for one line what a displayed name stands for; None: for nobody."""

    def exact(self, name: str) -> str | None:
        """A name that the server prints bare, of somebody who is in the game."""
        ...

    def shown(self, display: str) -> str | None:
        """What stands inside `<...>`: any decoration."""
        ...

    def stated(self, display: str) -> str | None:
        """What opens a sentence (`... has made the advancement`): the sentence may have been
        shaped by a mob's name, so only decoration that no sentence looks like.
        """
        ...

    def moved(self, display: str) -> str | None:
        """As `stated`, of somebody who comes or goes and so need not be known."""
        ...

    def opening(self, text: str) -> tuple[str, str] | None:
        """The player whose name a text begins with, and the text after it and one blank."""
        ...

    @property
    def everybody(self) -> bool:
        """Whether any name counts as online."""
        ...


@lru_cache(maxsize=1024)
def is_name(text: str) -> bool:
    """Whether a player can be called that."""
    if _NAME.fullmatch(text):
        return True
    return len(text) <= _LONGEST_NAME and _SPACED_NAME.fullmatch(text) is not None


def _unranked(display: str) -> str | None:
    """The name behind ranks that stand in front as mere words, as of a team: `Admin Mara`."""
    match = _RANKS.match(display)
    return display[match.end() :] if match and is_name(display[match.end() :]) else None


class EveryName:
    """Every name counts as online."""

    everybody: bool = True

    def exact(self, name: str) -> str | None:
        return name if is_name(name) else None

    def shown(self, display: str) -> str | None:
        if " " not in display and is_name(display):
            return display
        if (core := _core(display)) is None:
            return None
        if (name := _unranked(core)) or is_name(core):
            return name or core
        words = core.split()
        return next((word for word in (words[-1], words[0]) if is_name(word)), None)

    def stated(self, display: str) -> str | None:
        if " " not in display and is_name(display):
            return display
        if (core := _core(display)) is None:
            return None
        return _unranked(core) or (core if is_name(core) else None)

    moved = stated

    def opening(self, text: str) -> tuple[str, str] | None:
        start = _decoration_end(text)
        name, blank, rest = text[start:].partition(" ")
        return (name, rest) if blank and is_name(name) else None


class OnlineNames:
    """Only those in `roster` count, and those in `arriving`: let in, not yet in the game."""

    everybody: bool = False

    def __init__(self, roster: Roster, arriving: Iterable[str] = ()) -> None:
        self._roster = roster
        self._arriving = arriving

    def exact(self, name: str) -> str | None:
        return name if name in self else None

    def shown(self, display: str) -> str | None:
        if display in self:
            return display
        core = _core(display)
        if core is not None and core in self:
            return core
        standing = (name for name in self if _ends(display, name) or _starts(display, name))
        return max(standing, key=lambda name: (len(name), _ends(display, name)), default=None)

    def stated(self, display: str) -> str | None:
        if display in self:
            return display
        core = _core(display)
        if core is not None and core in self:
            return core
        return self._behind_words(display)

    def moved(self, display: str) -> str | None:
        return self.stated(display) or EVERY_NAME.stated(display)

    def opening(self, text: str) -> tuple[str, str] | None:
        return self.opening_at(text, 0) or self.opening_at(text, _decoration_end(text))

    def opening_at(self, text: str, place: int) -> tuple[str, str] | None:
        """As `opening`, of the text from `place` on, with nothing in front of the name."""
        opening = [name for name in self if text.startswith(name + " ", place)]
        if not opening:
            return None
        name = max(opening, key=len)
        return name, text[place + len(name) + 1 :]

    def _behind_words(self, display: str) -> str | None:
        """A rank of one or two words in front (`Server Owner Mara`), neither of them a player.

        No death message has so few words between the one who died and the mob whose name could
        end the sentence.
        """
        words = display.split(" ")
        for ranks in (1, 2):
            name = " ".join(words[ranks:])
            if name in self and not any(word in self for word in words[:ranks]):
                return name
        return None

    def __contains__(self, name: str) -> bool:
        return name in self._roster or name in self._arriving

    def __iter__(self) -> Iterator[str]:
        yield from self._roster.online
        yield from self._arriving


EVERY_NAME = EveryName()


class KnownNames:
    """Every name counts, but those of `known` are taken as they are: they may look decorated."""

    everybody: bool = True

    def __init__(self, known: OnlineNames) -> None:
        self._known = known

    def exact(self, name: str) -> str | None:
        return name if name in self._known else EVERY_NAME.exact(name)

    def shown(self, display: str) -> str | None:
        return display if display in self._known else EVERY_NAME.shown(display)

    def stated(self, display: str) -> str | None:
        return display if display in self._known else EVERY_NAME.stated(display)

    moved = stated

    def opening(self, text: str) -> tuple[str, str] | None:
        return self._known.opening_at(text, 0) or EVERY_NAME.opening(text)


def _core(display: str) -> str | None:
    """What is left when brackets and symbols are taken off both ends."""
    if len(display) > _LONGEST_DISPLAY or display.endswith(":"):
        return None
    start = _decoration_end(display)
    end = _SUFFIX.search(display, start)
    return display[start : end.start() if end else None] or None


def _decoration_end(text: str) -> int:
    match = _DECORATION.match(text, 0, _LONGEST_DISPLAY)
    return match.end() if match else 0


def _ends(display: str, name: str) -> bool:
    return display.endswith(name) and _is_edge(display[-len(name) - 1 : -len(name)])


def _starts(display: str, name: str) -> bool:
    return display.startswith(name) and _is_edge(display[len(name) : len(name) + 1])


def _is_edge(character: str) -> bool:
    return not character.isalnum() and (not character or character not in _INSIDE_NAMES)
