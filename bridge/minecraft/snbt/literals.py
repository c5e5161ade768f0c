"""Words, strings and arrays: what they look like, and what each means as a value."""

from __future__ import annotations

import math
import re
from typing import Final

# Every repeat is possessive, so that none of these goes back over text that it has passed. None has
# a capturing group or a choice inside: Python 3.11.0 to 3.11.4 get those wrong.
WORD: Final = r"[\w.\-+∞]++"
QUOTED: Final = r"""(?:"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"|'[^'\\\n]*+(?:\\[^\n][^'\\\n]*+)*+')"""
ARRAY_START: Final = r"\[\s*+[BILbil]\s*+;"
ARRAY: Final = ARRAY_START + r"""[^\[\]{}"';:=]*+\]?+"""

_ELEMENT: Final = re.compile(r"[^\s,]++")
# Both cases are spelled out: re.IGNORECASE would also take the long s (U+017F) for an s.
_INTEGER: Final = re.compile(r"([+-]?+[0-9]{1,20}+)[bBsSlL]?+")
_DECIMAL: Final = re.compile(
    r"([+-]?+(?:[0-9]++\.[0-9]*+|\.[0-9]++)(?:[eE][+-]?+[0-9]++)?+)[dDfF]?+"
    r"|([+-]?+[0-9]++(?:[eE][+-]?+[0-9]++)?+)[dDfF]"
)
_NAMES: Final[dict[str, int | float | None]] = {
    "true": True,
    "false": False,
    "null": None,
    "end": None,
    "END": None,
    **{f"NaN{suffix}": math.nan for suffix in ("", *"dDfF")},
    **{
        f"{sign}{name}{suffix}": float(f"{sign}inf")
        for sign in ("", "+", "-")
        for name in ("Infinity", "∞")
        for suffix in ("", *"dDfF")
    },
}
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES: Final = {
    '"': '"',
    "'": "'",
    "\\": "\\",
    "t": "\t",
    "b": "\b",
    "n": "\n",
    "r": "\r",
    "f": "\f",
}


class FaultError(Exception):
    """A problem and the index of its character; `reader` turns the index into line and column."""

    def __init__(self, problem: str, at: int) -> None:
        super().__init__(problem)
        self.problem = problem
        self.at = at


def word_value(word: str) -> int | float | str | None:
    """What a `WORD` is where a value is wanted."""
    if word[0] not in "+-.0123456789":
        return _NAMES.get(word, word)
    if integer := _INTEGER.fullmatch(word):
        number = int(integer[1])
        return number if -(2**63) <= number < 2**63 else word
    if decimal := _DECIMAL.fullmatch(word):
        return float(decimal[1] or decimal[2])
    return _NAMES.get(word, word)


def unescaped(quoted: str) -> str:
    """The text that a `QUOTED` stands for."""
    return _ESCAPE.sub(lambda pair: _ESCAPES.get(pair[1], ""), quoted[1:-1])


def quote(text: str) -> str:
    r"""The text as a string in `"`, with `\` and `"` escaped: all that the game's reader undoes.

    A line break stays as it is: every version of the game takes it in a string; `parse` does not.
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def array_elements(source: str, at: int) -> list[int]:
    """The integers of an `ARRAY` that begins at the index `at`; raises `FaultError`."""
    closed = source.endswith("]")
    end = len(source) - closed
    numbers: list[int] = []
    for element in _ELEMENT.finditer(source, source.index(";") + 1, end):
        number = word_value(element[0])
        if not isinstance(number, int):
            raise FaultError("an array holds integers alone", at + element.start())
        numbers.append(number)
    if not closed:
        raise FaultError("an array that is not closed", at + end)
    return numbers
