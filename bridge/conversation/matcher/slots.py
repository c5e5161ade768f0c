"""Judges what stands where an example has its argument: is it a name, a title, a player?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from bridge.conversation.matcher.reading import singulars
from bridge.conversation.matcher.text import fold
from bridge.conversation.matcher.vocabulary import MARK, Kind

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bridge.conversation.matcher.reading import Sentence, Token


class SlotKind(StrEnum):
    """What may stand for an argument."""

    TEXT = "text"
    """A topic."""
    NAME = "name"
    """The name of an item; it may be one that nobody has heard of."""
    THING = "thing"
    """The name of an item that is recognised as one, for examples that could ask for anything."""
    TITLE = "title"
    """The title of a quest."""
    PLAYER = "player"
    """A player's name."""
    TAG = "tag"
    """A player's name that is written like one."""


class Flaw(StrEnum):
    """Why an argument is none."""

    MISSING = "missing"
    ODD = "odd"
    """It is there, and is no name: words of everyday life, of the requests, too long."""
    COMPLEX = "complex"
    """It holds a question, a second request or half a sentence."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument as the player wrote it; `trust` (0 to 1) scales the score of the match.

    `start:end` is its span in the sentence's text.
    """

    text: str
    trust: float
    start: int
    end: int


UNHEARD: Final = 0.95
"""The trust in a name without any word of the game: enough for offline, close for extended."""
DOUBTED: Final = 0.7
"""The trust in one that should have been recognised and was not: never enough for a match."""

_LONGEST: Final = {SlotKind.TEXT: 6, SlotKind.NAME: 6, SlotKind.THING: 5, SlotKind.TITLE: 9}
"""Words, or pairs of unspaced characters."""
_AND: Final = f"{MARK}and"
_CUT: Final = (Kind.FILLER, Kind.STOP, Kind.PREDICATE, Kind.LIGHT, Kind.LEAD, Kind.BREAK)
_HALF_SENTENCES: Final = (Kind.STOP, Kind.PREDICATE, Kind.LEAD, Kind.ASK, Kind.CUE, Kind.JOIN)
_REFUSED: Final = {
    SlotKind.TEXT: (Kind.EVERYDAY,),
    SlotKind.TITLE: (Kind.EVERYDAY,),
    SlotKind.NAME: (Kind.EVERYDAY, Kind.PLAY),
    SlotKind.THING: (Kind.EVERYDAY, Kind.PLAY, Kind.LIGHT, Kind.CONCEPT),
}
_TELLING: Final = (Kind.INGAME, Kind.PLAY, Kind.EVERYDAY, Kind.QUOTED)
_LONGEST_NICK: Final = 6
"""Characters of a player's name that is not in the game's letters: what friends call each other."""
_PLAYER: Final = re.compile(r"[A-Za-z0-9_]{3,16}")
_TAG: Final = re.compile(r"(?=.*[A-Z0-9_])[A-Za-z0-9_]{3,16}")


def trim(sentence: Sentence, start: int, end: int) -> tuple[int, int]:
    """Cuts from both ends of `sentence.tokens[start:end]` what never begins or ends a name."""
    while start < end and _is_cut(sentence, start):
        start += 1
    while start < end and _is_cut(sentence, end - 1):
        end -= 1
    return start, end


def _is_cut(sentence: Sentence, at: int) -> bool:
    token = sentence.tokens[at]
    return token.sense.kind in _CUT and not token.guessed and not is_proper(sentence, at)


def is_proper(sentence: Sentence, at: int) -> bool:
    """A word with a capital is part of a name, unless the capital only begins the sentence."""
    following = sentence.tokens[at + 1 : at + 2]
    capitals = [sentence.text[token.start].isupper() for token in (sentence.tokens[at], *following)]
    return all(capitals) if at == 0 else capitals[0]


class Judge:
    """Knows the pack's own names and the ends of made-up ones."""

    def __init__(self, names: Collection[str], endings: tuple[str, ...]) -> None:
        self._names = names
        self._endings = endings

    def judge(self, kind: SlotKind, sentence: Sentence, start: int, end: int) -> Argument | Flaw:
        """`sentence.tokens[start:end]` (already trimmed) as an argument of this kind."""
        if start >= end:
            return Flaw.MISSING
        tokens = sentence.tokens[start:end]
        first, last = tokens[0].start, tokens[-1].end
        text = sentence.text[first:last]
        found = self._flaw(kind, text, tokens) or self._trust(kind, text, tokens)
        return found if isinstance(found, Flaw) else Argument(text, found, first, last)

    def is_name(self, text: str) -> bool:
        """Is it one of the pack's own names, or the plural of one?"""
        if not self._names:
            return False
        name = fold(text)
        return name in self._names or any(each in self._names for each in singulars(name))

    def _flaw(self, kind: SlotKind, text: str, tokens: Sequence[Token]) -> Flaw | None:
        if kind in (SlotKind.PLAYER, SlotKind.TAG):
            return None if _is_player(kind, text, tokens) else Flaw.ODD
        if _is_quoted(tokens) or self.is_name(text):
            return None
        if _length(tokens) > _LONGEST[kind]:
            return Flaw.ODD
        if not _is_telling(kind, text, tokens):
            return Flaw.MISSING
        if kind is SlotKind.TITLE and _is_title(text):
            return None
        return _odd_words(kind, tokens)

    def _trust(self, kind: SlotKind, text: str, tokens: Sequence[Token]) -> float:
        if kind is SlotKind.TEXT:
            return UNHEARD if _is_quoted(tokens) else 1.0  # quoted, it rather is a title
        if kind not in (SlotKind.NAME, SlotKind.THING) or _is_quoted(tokens) or self.is_name(text):
            return 1.0
        if any(self._is_ingame(token) for token in tokens):
            return 1.0
        return DOUBTED if kind is SlotKind.THING else UNHEARD

    def _is_ingame(self, token: Token) -> bool:
        if token.sense.kind is Kind.INGAME:
            return True
        word = token.sense.concept
        stems = (word, *singulars(word))
        return any(stem.endswith(self._endings) and stem not in self._endings for stem in stems)


def _is_telling(kind: SlotKind, text: str, tokens: Sequence[Token]) -> bool:
    """Can it be what a request is about? A lone unspaced character that means nothing cannot."""
    if kind in (SlotKind.TEXT, SlotKind.TITLE) and text[0].isupper():
        return True
    unknown = 0
    for token in tokens:
        sense = token.sense
        is_unknown = sense.kind is Kind.UNKNOWN
        if token.guessed or sense.kind in _TELLING or (is_unknown and sense.concept.isascii()):
            return True
        unknown += is_unknown
    is_free = kind in (SlotKind.TEXT, SlotKind.TITLE)
    return unknown > 1 or (is_free and unknown == 1 and len(text) > 1)


def _length(tokens: Sequence[Token]) -> float:
    """In words; two unspaced characters count as one."""
    return sum(
        1 if token.sense.concept.isascii() else (token.end - token.start) / 2 for token in tokens
    )


def _is_quoted(tokens: Sequence[Token]) -> bool:
    return len(tokens) == 1 and tokens[0].sense.kind is Kind.QUOTED


def _is_player(kind: SlotKind, text: str, tokens: Sequence[Token]) -> bool:
    if any(token.sense.kind is not Kind.UNKNOWN and not token.guessed for token in tokens):
        return False
    is_unspaced = len(text) <= _LONGEST_NICK and text.isalpha() and not text.isascii()
    if kind is SlotKind.TAG:
        return _TAG.fullmatch(text) is not None
    return is_unspaced or _PLAYER.fullmatch(text) is not None


def _odd_words(kind: SlotKind, tokens: Sequence[Token]) -> Flaw | None:
    for place, token in enumerate(tokens):
        sense = token.sense
        inside = 0 < place < len(tokens) - 1
        if token.guessed or (kind is SlotKind.TEXT and inside and sense.concept == _AND):
            continue
        if sense.kind in _HALF_SENTENCES or sense.kind is Kind.BREAK:
            return Flaw.COMPLEX
        if sense.kind in _REFUSED[kind]:
            return Flaw.ODD
    return None


def _is_title(text: str) -> bool:
    """Every long word has a capital: it is written as a title is."""
    words = [word for word in text.split() if len(word) > 3]
    return bool(words) and all(word[0].isupper() for word in words)
