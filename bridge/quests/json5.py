"""JSON5, as the books of 26.1 and later are written (A1): text to plain values. Pure.

From the format's description (spec.json5.org); no real book of that age was at hand. Beyond it,
separators may be missing, as in the older files: a mod that reads leniently writes for itself.

One pass over the tokens, with the open containers on a list of its own: nothing recurses.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, cast

from bridge.core.errors import ReadError
from bridge.minecraft.text import whole

if TYPE_CHECKING:
    from re import Match

SIZE: Final = 16 << 20
"""Bytes of a file."""
DEPTH: Final = 512
TOKENS: Final = 4_000_000

_TOKEN: Final = re.compile(
    r"""
    (?: [\s\ufeff]++ | //[^\n\r\u2028\u2029]*+ | /\*(?:[^*]|\*(?!/))*+\*/ )*+
    (?:
        (?P<mark> [{}\[\]:,] )
    |   "(?P<double> (?:[^"\\\n\r]|\\.)*+ )"
    |   '(?P<single> (?:[^'\\\n\r]|\\.)*+ )'
    |   (?P<word> [^\s{}\[\]:,"'/]++ )
    |   (?P<other> . )
    )?
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|.))", re.DOTALL)
_CONTROLS: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": "\0"}
_ENDS_OF_LINE: Final = frozenset({"\n", "\r", "\r\n", "\u2028", "\u2029"})
_INTEGER: Final = re.compile(r"[+-]?[0-9]{1,20}")
_HEX: Final = re.compile(r"([+-]?)0[xX]([0-9a-fA-F]{1,16})")
_DECIMAL: Final = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_NAMED: Final[dict[str, object]] = {
    "true": True,
    "false": False,
    "null": None,
    **{f"{sign}Infinity": float(f"{sign}inf") for sign in ("", "+", "-")},
    **{f"{sign}NaN": float("nan") for sign in ("", "+", "-")},
}


def parse_object(data: bytes, *, file: str = "") -> dict[str, object]:
    """The object that a file holds. Raises ReadError with the line and column of the problem."""
    if len(data) > SIZE:
        raise ReadError(f"longer than {SIZE} bytes", file=file)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ReadError("not UTF-8", file=file, line=line, column=1) from error
    try:
        return _Reader(text).read()
    except _FaultError as fault:
        line = text.count("\n", 0, fault.at) + 1
        column = fault.at - text.rfind("\n", 0, fault.at)
        raise ReadError(fault.problem, file=file, line=line, column=column) from None


class _FaultError(Exception):
    def __init__(self, problem: str, at: int) -> None:
        self.problem = problem
        self.at = at
        super().__init__(problem)


class _Reader:
    """One text: the container that is being filled, those around it, and the key that waits."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._root: list[object] = []
        self._open: list[list[object] | dict[str, object]] = [self._root]
        self._key: str | None = None
        self._last: str | None = None
        """A string or word in an object that may turn out to be a key."""

    def read(self) -> dict[str, object]:
        at = 0
        for _ in range(TOKENS):
            token = _TOKEN.match(self._text, at)
            assert token is not None, "it matches the empty text"
            if token.lastgroup is None:
                if token.end() < len(self._text):
                    raise _FaultError("unexpected end of a comment", token.end())
                return self._whole(token.end())
            self._take(token)
            at = token.end()
        raise _FaultError(f"more than {TOKENS} values", at)

    def _whole(self, at: int) -> dict[str, object]:
        if len(self._open) > 1 or not self._root:
            raise _FaultError("unexpected end", at)
        value = self._root[0]
        if not isinstance(value, dict) or len(self._root) > 1:
            raise _FaultError("not one object", 0)
        return cast("dict[str, object]", value)

    def _take(self, token: Match[str]) -> None:
        at = token.start(token.lastgroup or 0)
        match token.lastgroup:
            case "mark":
                self._mark(token["mark"], at)
            case "double" | "single":
                self._value(_unescaped(token[token.lastgroup]), at, could_be_key=True)
            case "word":
                self._word(token["word"], at)
            case _:
                raise _FaultError(f"unexpected {token['other']!r}", at)

    def _mark(self, mark: str, at: int) -> None:
        match mark:
            case "{":
                self._enter({}, at)
            case "[":
                self._enter([], at)
            case ":":
                if self._last is None:
                    raise _FaultError("no key before ':'", at)
                self._key, self._last = self._last, None
            case ",":
                self._settle(at)
            case _:
                self._leave(mark, at)

    def _enter(self, container: list[object] | dict[str, object], at: int) -> None:
        self._value(container, at)
        if len(self._open) > DEPTH:
            raise _FaultError(f"more than {DEPTH} levels deep", at)
        self._open.append(container)

    def _leave(self, mark: str, at: int) -> None:
        self._settle(at)
        if mark != ("]" if isinstance(self._open[-1], list) else "}") or len(self._open) == 1:
            raise _FaultError(f"unexpected {mark!r}", at)
        self._open.pop()

    def _settle(self, at: int) -> None:
        """Nothing waits for its other half."""
        if self._last is not None or self._key is not None:
            raise _FaultError("a key without a value", at)

    def _word(self, word: str, at: int) -> None:
        if isinstance(self._open[-1], dict) and self._key is None:
            self._value(word, at, could_be_key=True)
        else:
            self._value(_literal(word, at), at)

    def _value(self, value: object, at: int, *, could_be_key: bool = False) -> None:
        current = self._open[-1]
        if isinstance(current, list):
            current.append(value)
        elif self._key is not None:
            current[self._key] = value
            self._key = None
        elif could_be_key and self._last is None:
            self._last = cast("str", value)
        else:
            raise _FaultError("a value without a key", at)


def _literal(word: str, at: int) -> object:
    if _INTEGER.fullmatch(word):
        return int(word)
    if found := _HEX.fullmatch(word):
        return int(f"{found[1]}{found[2]}", 16)
    if len(word) < 400 and _DECIMAL.fullmatch(word):
        return float(word)
    if word in _NAMED:
        return _NAMED[word]
    raise _FaultError(f"unexpected {word[:20]!r}", at)


def _unescaped(source: str) -> str:
    return whole(_ESCAPE.sub(_meant, source)) if "\\" in source else source


def _meant(escape: Match[str]) -> str:
    if (code := escape[1] or escape[2]) is not None:
        return chr(int(code, 16))
    mark = escape[3]
    return "" if mark in _ENDS_OF_LINE else _CONTROLS.get(mark, mark)
