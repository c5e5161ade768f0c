"""What single words and phrases mean, whatever their language: concepts, and words that warn.

`show`, `bring up` and `查看` are one concept, so an example of either helps the other. The lists
themselves are data; this module knows only the kinds.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from bridge.conversation.matcher.text import split

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Kind(StrEnum):
    """What a word does in a sentence; the values are the tables of the word files."""

    FILLER = "fillers"
    """Says nothing: courtesy, particles."""
    STOP = "stops"
    """Grammar: says nothing, and no name has it inside."""
    PREDICATE = "predicates"
    """The same; behind the words of a request it begins a statement: is, 太."""
    LIGHT = "light"
    """Says what to do, hardly with what: show, list."""
    LEAD = "lead"
    """As light, and no name has it inside: what is, for."""
    ASK = "ask"
    """Asks: how, where."""
    JOIN = "join"
    """Begins a second request: and, then."""
    CUE = "cues"
    """Makes it no plain request: if, not, best."""
    CONCEPT = "concepts"
    """What requests are about: quest, recipe."""
    INGAME = "ingame"
    """Part of the names of the game's things: ingot."""
    PLAY = "play"
    """Of the game, but no item: village."""
    EVERYDAY = "everyday"
    """Of the world outside: homework."""
    UNKNOWN = "unknown"
    QUOTED = "quoted"
    """A title in quotation marks."""
    BREAK = "break"


_LOSS: Final[dict[Kind, float]] = {
    Kind.FILLER: 0.0,
    Kind.STOP: 0.0,
    Kind.PREDICATE: 0.0,
    Kind.BREAK: 0.0,
    Kind.LIGHT: 0.12,
    Kind.LEAD: 0.12,
    Kind.ASK: 1.0,
    Kind.JOIN: 1.0,
    Kind.CONCEPT: 1.0,
    Kind.INGAME: 1.0,
    Kind.PLAY: 1.0,
    Kind.EVERYDAY: 1.0,
    Kind.UNKNOWN: 0.7,  # it may be one more way of saying nothing
    Kind.QUOTED: 1.0,
    Kind.CUE: 4.0,
}
"""What a word costs that no word of the example explains; 1 is as much as a telling word wins."""


class Sense(NamedTuple):  # for speed, as `Atom`
    """What a word or phrase stands for; words of one concept have equal senses.

    `loss` is the cost of leaving it unexplained.
    """

    concept: str
    kind: Kind
    loss: float


def sense(concept: str, kind: Kind) -> Sense:
    """The sense of a word of this kind."""
    return Sense(concept, kind, _LOSS[kind])


MARK: Final = "@"
"""Stands before a concept's name, so that no word is taken for it."""
END: Final = "$"
"""Stands in a phrase for the end of the sentence or of a part of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordList:
    """The words and phrases of one concept.

    Lists of a kind that has no concepts (fillers, names of the game) are named for their reader
    only: each of their words stands for itself.
    """

    kind: Kind
    concept: str
    phrases: tuple[str, ...]


_WORLD: Final = frozenset({Kind.INGAME, Kind.PLAY, Kind.EVERYDAY})
_UNSPELLED: Final = _WORLD | {Kind.CUE}
_NAMELESS: Final = _WORLD | {Kind.FILLER, Kind.STOP, Kind.PREDICATE}


class Vocabulary:
    """The phrases of all word lists."""

    def __init__(self, lists: Iterable[WordList] = (), *, endings: Iterable[str] = ()) -> None:
        """`endings` are the ends of made-up names of the game (`ium`).

        Raises ValueError when two lists claim one phrase.
        """
        self.endings = tuple(endings)
        self.atoms: set[str] = set()
        """The words of all phrases: what is spelled like this is not misspelled."""
        self.spellings: set[str] = set()
        """The words that a misspelled one may have been meant to be."""
        self._senses: dict[str, Sense] = {}
        self._longest: dict[str, int] = {}
        """The first two atoms of phrases -> how many the longest of them has."""
        for each in lists:
            self._add(each)

    def longest(self, parts: Sequence[str], at: int) -> tuple[Sense, int] | None:
        """The longest phrase of `parts` that begins at `at`: its sense and how many it takes."""
        longest = self._longest.get(" ".join(parts[at : at + 2]), 1)
        for end in range(min(len(parts), at + longest), at, -1):
            found = self._senses.get(" ".join(parts[at:end]))
            if found is not None:
                return found, end - at
        return None

    def _add(self, words: WordList) -> None:
        senses, longest = self._senses, self._longest
        shared = None if words.kind in _NAMELESS else sense(MARK + words.concept, words.kind)
        spaced: list[str] = []
        for phrase in words.phrases:
            parts = split(phrase)
            key = " ".join(parts)
            meant = shared or sense(key, words.kind)
            if not key or senses.setdefault(key, meant) != meant:
                problem = f"{phrase!r} in {words.kind}.{words.concept} is {senses.get(key)}"
                raise ValueError(problem)
            if len(parts) > 1:
                pair = f"{parts[0]} {parts[1]}"
                if len(parts) > longest.get(pair, 0):
                    longest[pair] = len(parts)
            if phrase.isascii():
                spaced += parts
        self.atoms.update(spaced)
        if words.kind not in _UNSPELLED:
            self.spellings.update(spaced)
