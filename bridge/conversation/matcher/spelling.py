"""Finds the word that a misspelled one was meant to be: one letter more, less, other or swapped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

SHORTEST: Final = 4
"""Letters. Shorter words have too many neighbours."""


class Spelling:
    """Known words by what is left of them when one letter (not the first) is taken out.

    Two words one edit apart share such a remainder (or one is the remainder of the other), so a
    look-up is as many dictionary reads as the word has letters.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._words = {word for word in words if _is_plain(word)}
        self._remainders: dict[str, list[str]] = {}
        for word in self._words:
            for rest in _remainders(word):
                self._remainders.setdefault(rest, []).append(word)

    def nearest(self, word: str) -> str | None:
        """The known word one edit away, or None.

        The first letter counts as right: it rarely is the wrong one, and many English words
        differ in it alone. A word with the same letters (two swapped) is the likeliest, among
        equals the first of the alphabet.
        """
        if not _is_plain(word):
            return None
        near = set(self._remainders.get(word, ()))
        for rest in _remainders(word):
            if rest in self._words:
                near.add(rest)
            near.update(each for each in self._remainders.get(rest, ()) if _one_edit(word, each))
        letters = sorted(word)
        return min(near, key=lambda each: (sorted(each) != letters, each), default=None)


def _is_plain(word: str) -> bool:
    return len(word) >= SHORTEST and word.isascii() and word.isalpha()


def _remainders(word: str) -> list[str]:
    return [word[:at] + word[at + 1 :] for at in range(1, len(word))]


def _one_edit(word: str, other: str) -> bool:
    """Of two words that share a remainder: is it one change or one swap of neighbours?"""
    if len(word) != len(other):
        return False
    wrong = [at for at, (a, b) in enumerate(zip(word, other, strict=True)) if a != b]
    match wrong:
        case [_]:
            return True
        case [first, second]:
            swapped = word[first] == other[second] and word[second] == other[first]
            return second == first + 1 and swapped
        case _:
            return False
