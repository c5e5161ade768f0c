"""Cuts texts into the terms that are indexed and looked for. Pure.

Words are folded and stemmed here, not by SQLite, so that both sides of a search and the snippets
agree. Of characters that are written without blanks (Chinese, Japanese, Korean) each two that stand
together are a term, and the last of a run is one alone: so every word of two characters is found,
a longer one as its pairs in a row, a single character as the beginning of a pair.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_PACKED: Final = (
    "\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
TOKEN: Final = re.compile(rf"[{_PACKED}]+|[^\W_{_PACKED}]+")
"""A run of packed characters, or a word; `_` and `:` part the words of an item's id."""
_IS_PACKED: Final = re.compile(rf"[{_PACKED}]")
_VOWEL: Final = re.compile("[aeiouy]")
_LONGEST: Final = 48
"""Characters of a word that count: what is longer is no word."""


def folded(text: str) -> str:
    """NFKC, case-folded, without accents on Latin letters."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    if plain.isascii():
        return plain
    parted = unicodedata.normalize("NFD", plain)
    bare = "".join(each for each in parted if not "\u0300" <= each <= "\u036f")
    return unicodedata.normalize("NFC", bare)


def is_packed(token: str) -> bool:
    """Whether a token is a run of characters that nothing parts into words."""
    return _IS_PACKED.match(token) is not None


def tokens(text: str) -> list[str]:
    """Words and runs in their order, folded and not yet stemmed or cut."""
    return TOKEN.findall(folded(text))


def indexed(text: str) -> str:
    """The terms of a text as the index stores it, parted by blanks."""
    return " ".join(term for token in tokens(text) for term in _terms(token))


def _terms(token: str) -> Iterator[str]:
    if is_packed(token):
        yield from pairs(token)
        yield token[-1]
    else:
        yield stem(token)


def pairs(run: str) -> list[str]:
    """Each two characters of a run that stand together."""
    return [run[at : at + 2] for at in range(len(run) - 1)]


def stem(word: str) -> str:
    """Where forms of an English word meet: claim, claims, claimed, claiming; mine, mines, mining.

    Far simpler than Porter's: only endings that both sides of a search lose alike.
    """
    word = word[:_LONGEST]
    if len(word) < 4 or not (word.isascii() and word.isalpha()):
        return word
    if word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    for ending in ("ing", "ed"):
        root = word.removesuffix(ending)
        if root != word and len(root) > 2 and _VOWEL.search(root) and not root.endswith("e"):
            return root[:-1] if root[-1] == root[-2] and root[-1] not in "lsz" else root
    if len(word) > 3 and word.endswith("e"):
        return word[:-1]
    return f"{word[:-1]}i" if word.endswith(("y", "i")) and len(word) > 3 else word
