"""Names and ids cut into what is searched for: words, and pairs of Chinese characters. Pure.

Nothing marks the words of a Chinese name, so every pair of neighbours is one, and the last
character is one by itself: a single character then finds each name that it begins a token of.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_CJK: Final = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_TOKEN: Final = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+")
_IS_CJK: Final = re.compile(rf"[{_CJK}]")
LONGEST: Final = 40
"""Characters of a word; what is longer is cut."""


def folded(text: str) -> str:
    """The form in which two names are the same if a reader would say so."""
    if text.isascii():
        return " ".join(text.lower().replace("_", " ").split())
    plain = unicodedata.normalize("NFKC", text).casefold().replace("_", " ")
    return " ".join(plain.split())


def runs(text: str) -> list[str]:
    """Words, and runs of Chinese characters, of a folded text."""
    return [token[:LONGEST] for token in _TOKEN.findall(text)]


def is_chinese(token: str) -> bool:
    """Whether a token is a run of characters rather than a word."""
    return _IS_CJK.match(token) is not None


def tokens(text: str) -> Iterator[str]:
    """What is kept of a folded text."""
    for run in runs(text):
        if is_chinese(run):
            yield from (run[at : at + 2] for at in range(len(run)))
        else:
            yield run


def shortened(word: str) -> Iterator[str]:
    """The word, and what is left of it when one letter is taken out."""
    yield word
    yield from {word[:at] + word[at + 1 :] for at in range(len(word))}


def can_be_mistyped(word: str) -> bool:
    """Words of letters that are long enough for a slip to leave them readable."""
    return 4 <= len(word) <= 20 and word.isalpha() and not is_chinese(word)
