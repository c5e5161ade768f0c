"""Commands as tables: one form a line, from which parsing, usage and completion all follow. Pure.

A form is a row of slots, one a word; words are separated by blanks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from uuid import UUID

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

OrderT = TypeVar("OrderT")

_WORD = re.compile(r"\S+")
_UUID = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32}", re.IGNORECASE
)

_LONGEST_NAME = 40
"""More than any UUID or name of a player has; proxies put a mark before the 16 of the game."""


class Problem(StrEnum):
    """What is wrong with a command."""

    MISSING = "missing"
    UNKNOWN = "unknown"
    TOO_MANY = "too_many"
    SELECTOR = "selector"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Token:
    """One word and where it begins, in characters from 0."""

    text: str
    start: int


@dataclass(frozen=True, slots=True)
class Literal:
    """One fixed word, in any case; it gives no value."""

    word: str

    @property
    def usage(self) -> str:
        return self.word

    def read(self, word: str) -> Problem | None:
        return None if word.lower() == self.word.lower() else Problem.UNKNOWN

    def offers(self, _players: Collection[str]) -> Collection[str]:
        return (self.word,)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some words, in any case; it gives that word's value."""

    values: Mapping[str, Any]
    name: str = ""
    """What the usage says in place of the words."""

    @property
    def usage(self) -> str:
        return self.name or "|".join(self.values)

    def read(self, word: str) -> Any:
        return self.values.get(word.lower(), Problem.UNKNOWN)

    def offers(self, _players: Collection[str]) -> Collection[str]:
        return self.values


@dataclass(frozen=True, slots=True)
class Who:
    """One player, by name or by UUID (dashed or not); it gives the name as typed or the UUID.

    A `reserved` word is never a player here. Selectors are refused: what one stands for can differ
    between asking and doing.
    """

    reserved: tuple[str, ...] = ()

    @property
    def usage(self) -> str:
        return "<player>"

    def read(self, word: str) -> str | UUID | Problem:
        if word.startswith("@"):
            return Problem.SELECTOR
        if word.lower() in self.reserved or len(word) > _LONGEST_NAME or not _is_plain(word):
            return Problem.UNKNOWN
        return UUID(word) if _UUID.fullmatch(word) else word

    def offers(self, players: Collection[str]) -> Collection[str]:
        names = {name for name in players if name.lower() not in self.reserved}
        return sorted(names, key=str.lower)


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from 0 to `most`, in plain digits."""

    name: str
    most: int

    @property
    def usage(self) -> str:
        return f"<{self.name}>"

    def read(self, word: str) -> int | Problem:
        # More digits than `most` has are never read: int() of a long text is slow.
        if not (word.isascii() and word.isdigit()) or len(word) > len(str(self.most)):
            return Problem.NUMBER
        return number if (number := int(word)) <= self.most else Problem.NUMBER

    def offers(self, _players: Collection[str]) -> Collection[str]:
        return ()


Slot = Literal | Choice | Who | Number


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Why words are no form: what is wrong, with which word ("" if missing), at which place."""

    problem: Problem
    word: str
    at: int


@dataclass(frozen=True, slots=True)
class NoForm:
    """Words that are of no form: the mismatch that came furthest, and the usages that it fits."""

    mismatch: Mismatch
    usages: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Form(Generic[OrderT]):
    """One way to write a command. `build` takes the values of the slots that give one."""

    slots: tuple[Slot, ...]
    build: Callable[..., OrderT]
    help: str
    """The key of the sentence that says what it does."""

    optional: int = 0
    """How many of the last slots may be left out."""

    usage: str = field(init=False)

    def __post_init__(self) -> None:
        needed = len(self.slots) - self.optional
        words = [
            slot.usage if place < needed else f"[{slot.usage}]"
            for place, slot in enumerate(self.slots)
        ]
        object.__setattr__(self, "usage", " ".join(words))

    def match(self, words: Sequence[str]) -> OrderT | Mismatch:
        """What the words mean in this form."""
        values: list[object] = []
        for place, (slot, word) in enumerate(zip(self.slots, words, strict=False)):
            value = slot.read(word)
            if isinstance(value, Problem):
                return Mismatch(value, word, place)
            if not isinstance(slot, Literal):
                values.append(value)
        if len(words) > len(self.slots):
            return Mismatch(Problem.TOO_MANY, words[len(self.slots)], len(self.slots))
        if len(words) < len(self.slots) - self.optional:
            return Mismatch(Problem.MISSING, "", len(words))
        return self.build(*values)

    def offers(self, words: Sequence[str], players: Collection[str]) -> Collection[str]:
        """What may stand after these complete words."""
        if len(words) >= len(self.slots):
            return ()
        if any(
            isinstance(slot.read(word), Problem)
            for slot, word in zip(self.slots, words, strict=False)
        ):
            return ()
        return self.slots[len(words)].offers(players)


def _is_plain(word: str) -> bool:
    """Without control characters and formatting codes, so that an answer may repeat it."""
    return word.isprintable() and "§" not in word


def tokens(text: str) -> list[Token]:
    """The words of a text."""
    return [Token(found.group(), found.start()) for found in _WORD.finditer(text)]


def parse(forms: Sequence[Form[OrderT]], words: Sequence[str]) -> OrderT | NoForm:
    """What the words mean, or the mismatch that came furthest."""
    mismatches: list[tuple[Mismatch, str]] = []
    for form in forms:
        outcome = form.match(words)
        if not isinstance(outcome, Mismatch):
            return outcome
        mismatches.append((outcome, form.usage))
    furthest = max(mismatch.at for mismatch, _ in mismatches)
    best = [(mismatch, usage) for mismatch, usage in mismatches if mismatch.at == furthest]
    # "not a selector" says more than "unknown word" of another form.
    telling = [mismatch for mismatch, _ in best if mismatch.problem is not Problem.UNKNOWN]
    return NoForm((telling or [best[0][0]])[0], tuple(usage for _, usage in best))


def offers(
    forms: Sequence[Form[OrderT]], words: Sequence[str], begun: str, players: Collection[str]
) -> tuple[str, ...]:
    """The words that may stand after `words` and begin with `begun`, in the table's order."""
    found = (offer for form in forms for offer in form.offers(words, players))
    return tuple(dict.fromkeys(o for o in found if o.lower().startswith(begun.lower())))
