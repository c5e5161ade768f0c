"""Cuts a sentence into atoms: words where a script has blanks, single characters where it has none.

Every atom knows where it stood, so that an argument is returned as the player wrote it.
"""

from __future__ import annotations

import re
import unicodedata
from enum import Enum, auto
from typing import Final, NamedTuple

from bridge.conversation.matcher.hanzi import SIMPLIFIED

# Han, kana, Thai, Lao, Burmese and Khmer are written without blanks between words.
_UNSPACED: Final = (
    "\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\U00020000-\U0002fa1f"
)
BREAKS: Final = ",;:.!?、。…~\n"
"""The signs that part a sentence, after `clean`."""
_ATOM: Final = re.compile(
    r"(?P<quoted>《[^》]+》|〈[^〉]+〉|「[^」]+」|『[^』]+』|【[^】]+】|“[^”]+”|\"[^\"]+\")"
    rf"|(?P<single>[{_UNSPACED}])"
    rf"|(?P<word>[^\W{_UNSPACED}]+(?:['’`]+[^\W{_UNSPACED}]+)*|[&+])"
    rf"|(?P<stop>[{BREAKS}]+)"
    r"|(?P<gap>\s+)"
)
_PART: Final = re.compile(rf"[{_UNSPACED}]|[^\s{_UNSPACED}]+")
_WORD: Final = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+|[&+]|[{BREAKS}]")
_APOSTROPHES: Final = str.maketrans("", "", "'’`")
_DRAWN_OUT: Final = re.compile(r"([a-z])\1{2,}")


class AtomKind(Enum):
    """What an atom is before anything is known about its meaning."""

    WORD = auto()
    SINGLE = auto()
    QUOTED = auto()
    BREAK = auto()


class Atom(NamedTuple):  # not a dataclass: they are made by the thousand, and this is 3 x faster
    """A word, character, quotation or break; `start:end` is its span in the cleaned text."""

    text: str
    start: int
    end: int
    kind: AtomKind


def clean(text: str) -> str:
    """NFKC, with the ends cut: full-width letters and digits become plain ones."""
    return unicodedata.normalize("NFKC", text).strip()


def fold(text: str) -> str:
    """Lower case and simplified characters; as long as `text`."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a few letters (İ) get longer: leave those as they are
        lowered = "".join(low if len(low := c.lower()) == 1 else c for c in text)
    return lowered.translate(SIMPLIFIED)


def atoms(text: str) -> list[Atom]:
    """The atoms of a cleaned text, in order.

    A blank between two unspaced characters is a break: Chinese players type it for a comma.
    """
    found: list[Atom] = []
    gap = -1
    for hit in _ATOM.finditer(fold(text)):
        start, end = hit.span()
        match hit.lastgroup:
            case "gap":
                gap = start
            case "stop":
                found.append(Atom("", start, end, AtomKind.BREAK))
            case "quoted":
                found.append(Atom(hit[0][1:-1].strip(), start + 1, end - 1, AtomKind.QUOTED))
            case "single":
                if found and gap == found[-1].end and found[-1].kind is AtomKind.SINGLE:
                    found.append(Atom("", gap, start, AtomKind.BREAK))
                found.append(Atom(hit[0], start, end, AtomKind.SINGLE))
            case _:
                found.append(Atom(_word(hit[0]), start, end, AtomKind.WORD))
    return found


def words(text: str) -> list[str]:
    """The atoms' texts of a text without quotations, where only they count; a break is a sign."""
    return _WORD.findall(_word(fold(clean(text))))


def split(phrase: str) -> list[str]:
    """The atoms' texts of a phrase that is folded already and has no punctuation."""
    return phrase.split() if phrase.isascii() else _PART.findall(phrase)


def _word(word: str) -> str:
    """`don't` and `dont` are one word, and so are `help` and `helllp`."""
    return _DRAWN_OUT.sub(r"\1", word.translate(_APOSTROPHES))
