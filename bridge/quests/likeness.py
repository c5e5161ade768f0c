"""Forgives a misspelt word: the words of a book that look most like those of a question."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

from bridge.quests import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_LIKE: Final = 0.8
_SHORTEST: Final = 4
# A word of more letters than this is none that somebody mistyped, and costs much to compare.
_LONGEST: Final = 24
# So many words of one question are looked at: a sentence is no search.
_ASKED: Final = 4


class Likeness:
    """Words that may be meant: those of one book, made once for all who look at it.

    `knows` tells whether somebody may read a word; any other is neither known nor offered.
    """

    def __init__(self, known: Iterable[str]) -> None:
        self._words: dict[int, list[str]] = {}
        for word in sorted(filter(_is_fit, known)):
            self._words.setdefault(len(word), []).append(word)

    def corrected(self, text: str, knows: Callable[[str], bool] = lambda word: True) -> str:
        """The text with each strange word replaced by the nearest known one; "" if none is.

        Words of three letters or fewer, filling words, numbers and Chinese stay. Of equally near
        words, the first by the alphabet.
        """
        strange = [word for word in words.written(text) if self._is_strange(word, knows)][:_ASKED]
        nearest = {word: self._nearest(word, knows) for word in dict.fromkeys(strange)}
        if not any(nearest.values()):
            return ""
        return " ".join(nearest.get(word) or word for word in words.written(text))

    def _is_strange(self, word: str, knows: Callable[[str], bool]) -> bool:
        if not _is_fit(word) or words.is_filling(word):
            return False
        return word not in self._words.get(len(word), ()) or not knows(word)

    def _nearest(self, word: str, knows: Callable[[str], bool]) -> str:
        best, score = "", _LIKE
        matcher: SequenceMatcher[str] = SequenceMatcher(autojunk=False)
        matcher.set_seq2(word)
        letters = set(word)
        for candidate in self._as_long_as(word):
            # What differs in this many letters cannot be so like; this is cheap to know.
            missing = len(set(candidate) - letters)
            most = 2 * (len(candidate) - missing) / (len(candidate) + len(word))
            if most < score or (best and most == score):
                continue
            matcher.set_seq1(candidate)
            if matcher.quick_ratio() < score:
                continue
            ratio = matcher.ratio()
            better = ratio > score or (ratio == score and not best)
            if better and knows(candidate):
                best, score = candidate, ratio
        return best

    def _as_long_as(self, word: str) -> Iterator[str]:
        """The words of nearly the same length, the nearest in length first."""
        for size in sorted(self._words, key=lambda size: (abs(size - len(word)), size)):
            if 2 * min(size, len(word)) >= _LIKE * (size + len(word)):
                yield from self._words[size]


def _is_fit(word: str) -> bool:
    return _SHORTEST <= len(word) <= _LONGEST and word.isalpha() and not words.is_chinese(word)
