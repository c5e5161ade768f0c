"""Vanilla's SNBT as commands take it from 1.21.5 on (not FTB's), read as strictly as the game does.

Numbers lose their width: a component has no use for it. The operations `bool()` and `uuid()` are
not simulated, and refused. Messages are the game's `snbt.parser.*`.
"""

from __future__ import annotations

import re
import string
import unicodedata
from typing import TYPE_CHECKING

from bridge.demo import utf16

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.demo.fields import Value
    from bridge.demo.reader import Reader

DEPTH = 64
"""How deep lists and compounds may stand in each other. (Vanilla: 512.)"""

_BLANKS = frozenset(" \t\r\n")
_WORD = frozenset(string.ascii_letters + string.digits + "_-.+")
_NUMBER_START = frozenset(string.digits + "+-.")
_FLOAT = re.compile(
    r"[+-]?(?:(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?|\d+[eE][+-]?\d+[fFdD]?|\d+[fFdD])"
)
_INTEGER = re.compile(
    r"([+-]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|(0|[1-9]\d*))([uUsS]?[bBsSiIlL])?"
)
_SIMPLE_ESCAPES = {
    "b": "\b",
    "s": " ",
    "t": "\t",
    "n": "\n",
    "f": "\f",
    "r": "\r",
    "\\": "\\",
    "'": "'",
    '"': '"',
}
_HEX_ESCAPES = {"x": 2, "u": 4, "U": 8}
_ARRAYS = frozenset("BIL")
_WIDTHS = {"b": 8, "s": 16, "i": 32, "l": 64}
_WORDS: dict[str, Value] = {"true": True, "false": False}


def read(reader: Reader) -> Value:
    """One SNBT value; the reader then stands behind it.

    Raises CommandError: not SNBT, or deeper than `DEPTH`.
    """
    return _Parser(reader).value(DEPTH)


class _Parser:
    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def value(self, depth: int) -> Value:
        self._skip_blanks()
        match self._reader.peek():
            case "{" | "[" if depth == 0:
                raise self._reader.error("Nested too deep")
            case "{":
                return self._compound(depth - 1)
            case "[":
                return self._list(depth - 1)
            case '"' | "'":
                return self._quoted()
            case _:
                return self._bare()

    def _skip_blanks(self) -> None:
        while self._reader.peek() in _BLANKS:
            self._reader.cursor += 1

    def _next_is(self, character: str) -> bool:
        """Whether that character comes next after blanks; if so it is taken."""
        self._skip_blanks()
        return self._reader.take(character)

    def _expect(self, character: str) -> None:
        if not self._next_is(character):
            raise self._reader.error(f"Expected literal {character}")

    def _items(self, close: str, item: Callable[[], None]) -> None:
        """Items with commas between them, and one behind the last if the writer likes."""
        while not self._next_is(close):
            item()
            if self._next_is(close):
                return
            self._expect(",")

    def _compound(self, depth: int) -> Value:
        self._expect("{")
        members: dict[str, Value] = {}

        def member() -> None:
            key = self._key()
            self._expect(":")
            members[key] = self.value(depth)

        self._items("}", member)
        return members

    def _key(self) -> str:
        self._skip_blanks()
        start = self._reader.cursor
        key = self._quoted() if self._reader.peek() in {'"', "'"} else self._word()
        if not key:
            raise self._reader.error("Key cannot be empty", start)
        return key

    def _list(self, depth: int) -> Value:
        self._expect("[")
        values: list[Value] = []
        array = self._reader.rest[:2]
        if len(array) == 2 and array[0] in _ARRAYS and array[1] == ";":
            self._reader.cursor += 2
            self._items("]", lambda: values.append(self._array_element()))
        else:
            self._items("]", lambda: values.append(self.value(depth)))
        return values

    def _array_element(self) -> Value:
        self._skip_blanks()
        start = self._reader.cursor
        value = self._bare()
        if not isinstance(value, int):
            raise self._reader.error("Invalid array element type", start)
        return value

    def _word(self) -> str:
        start = self._reader.cursor
        while self._reader.peek() in _WORD:
            self._reader.cursor += 1
        return self._reader.text[start : self._reader.cursor]

    def _bare(self) -> Value:
        start = self._reader.cursor
        word = self._word()
        if not word:
            raise self._reader.error("Expected a valid unquoted string")
        if word[0] in _NUMBER_START:
            return self._number(word, start)
        if self._reader.peek() == "(":
            raise self._reader.error(f"No such operation: {word}", start)
        return _WORDS.get(word.lower(), word)

    def _number(self, word: str, start: int) -> Value:
        digits = re.sub(r"(?<=[0-9a-fA-F])_+(?=[0-9a-fA-F])", "", word)
        if match := _INTEGER.fullmatch(digits):
            return self._integer(match, start)
        if _FLOAT.fullmatch(digits):
            number = float(digits.rstrip("fFdD"))
            if number in {float("inf"), float("-inf")}:
                raise self._reader.error("Non-finite numbers are not allowed", start)
            return number
        if re.fullmatch(r"[+-]?0\d+", digits):
            raise self._reader.error("Decimal numbers can't start with 0", start)
        raise self._reader.error("Unquoted strings can't start with digits 0-9, + or -", start)

    def _integer(self, match: re.Match[str], start: int) -> int:
        sign, hexadecimal, binary, decimal, suffix = match.groups()
        base, digits = next(
            (base, digits)
            for base, digits in ((16, hexadecimal), (2, binary), (10, decimal))
            if digits is not None
        )
        number = int(sign + digits, base)
        suffix = (suffix or "i").lower()
        # Hexadecimal and binary numbers are unsigned unless they say otherwise.
        unsigned = suffix[0] == "u" or (base != 10 and len(suffix) == 1)
        width = _WIDTHS[suffix[-1]]
        low, high = (0, 1 << width) if unsigned else (-(1 << width - 1), 1 << width - 1)
        if not low <= number < high:
            problem = (
                "Expected a non-negative number" if number < low == 0 else "Value out of range"
            )
            raise self._reader.error(f"Failed to parse number: {problem}", start)
        return number

    def _quoted(self) -> str:
        quote = self._reader.peek()
        self._reader.cursor += 1
        read: list[str] = []
        while (character := self._reader.peek()) != quote:
            if not character:
                raise self._reader.error("Invalid string contents")
            self._reader.cursor += 1
            read.append(self._escape() if character == "\\" else character)
        self._reader.cursor += 1
        return utf16.joined("".join(read))

    def _escape(self) -> str:
        kind = self._reader.peek()
        self._reader.cursor += 1
        if kind in _SIMPLE_ESCAPES:
            return _SIMPLE_ESCAPES[kind]
        if kind in _HEX_ESCAPES:
            return self._code_point(_HEX_ESCAPES[kind])
        if kind == "N":
            return self._named()
        self._reader.cursor -= 1
        raise self._reader.error("Invalid string contents")

    def _code_point(self, length: int) -> str:
        digits = self._reader.rest[:length]
        if len(digits) < length or not set(digits) <= set(string.hexdigits):
            raise self._reader.error(f"Expected a character literal of length {length}")
        number = int(digits, 16)
        if number > 0x10FFFF:
            raise self._reader.error(f"Invalid Unicode character value: U+{number:08X}")
        self._reader.cursor += length
        return chr(number)

    def _named(self) -> str:
        match = re.match(r"\{([-a-zA-Z0-9 ]+)\}", self._reader.rest)
        if match is None:
            raise self._reader.error("Invalid Unicode character name")
        try:
            character = unicodedata.lookup(match[1])
        except KeyError as problem:
            raise self._reader.error("Invalid Unicode character name") from problem
        self._reader.cursor += match.end()
        return character
