"""The reader: one pass over the tokens of a text, with the open containers on a list of its own.

Nothing recurses, and no stretch of text is looked at more than three times (as key, as plain
string, as something else), so time and memory grow in proportion to the text.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeAlias

from bridge.core.errors import SnbtError
from bridge.minecraft.snbt import literals
from bridge.minecraft.snbt.literals import FaultError

if TYPE_CHECKING:
    from re import Match

Value: TypeAlias = "dict[str, Value] | list[Value] | int | float | str | None"
_Container: TypeAlias = "dict[str, Value] | list[Value]"

# The last alternative takes any character, so an attempt never fails and goes back.
_TOKEN: Final = re.compile(
    rf"""
    [\s,]*+
    (?:
        ([}}\]])                                                        # 1 closer
    |
        (?:(?: ({literals.WORD}) | ({literals.QUOTED}) ) \s*+ [:=] \s*+)?     # 2 key, 3 quoted key
        (?:
            "([^"\\\n]*+)"                                              # 4 string without escapes
        |   (\{{ | (?!{literals.ARRAY_START}) \[)                       # 5 opener
        |   ({literals.WORD})                                           # 6 word
        |   ({literals.QUOTED} | {literals.ARRAY} | .?)                 # 7 the rest; empty: the end
        )
    )
    """,
    re.VERBOSE | re.DOTALL,
)
_SEPARATORS: Final = re.compile(r"[\s,]*+")
_COMMENT: Final = re.compile(r"\n[ \t\r\f\v]*+(?:#|//)[^\n]*+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a text may cost; beyond a limit it is refused with an `SnbtError`.

    A million tokens take one to three seconds of one core, so `tokens` limits the time. Real books
    have about 50,000 in a megabyte.
    """

    depth: int = 512
    """Compounds and lists inside each other: the game's own limit."""
    size: int = 16 * 1024 * 1024
    """Characters of a text, or bytes of a file."""
    tokens: int = 2_000_000
    """Values and closing brackets; an array counts as one, whatever it holds."""


_DEFAULT: Final = Limits()


def parse(text: str, *, file: str = "", limits: Limits = _DEFAULT) -> Value:
    """The one value that the text holds, of any kind; separators and comments may surround it.

    Raises `SnbtError`, and nothing else, with `file` and the line and column of the problem; a text
    that is too long has no such place.
    """
    if len(text) > limits.size:
        raise SnbtError(f"longer than {limits.size} characters", file=file)
    try:
        return _read(_without_comments(text), limits)
    except FaultError as fault:
        line, column = _position(text, fault.at)
        raise SnbtError(fault.problem, file=file, line=line, column=column) from None


def parse_bytes(data: bytes, *, file: str = "", limits: Limits = _DEFAULT) -> Value:
    """As `parse`, for the content of a file: UTF-8, with or without a byte order mark."""
    if len(data) > limits.size:
        raise SnbtError(f"longer than {limits.size} bytes", file=file)
    data = data.removeprefix(BOM_UTF8)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        line, column = _position(before, len(before))
        raise SnbtError("not UTF-8", file=file, line=line, column=column) from error
    return parse(text, file=file, limits=limits)


def parse_compound(
    source: str | bytes, *, file: str = "", limits: Limits = _DEFAULT
) -> dict[str, Value]:
    """As `parse` or `parse_bytes`, for what must be a compound: every file of FTB's mods."""
    if isinstance(source, str):
        value = parse(source, file=file, limits=limits)
    else:
        value = parse_bytes(source, file=file, limits=limits)
    if not isinstance(value, dict):
        raise SnbtError("not a compound", file=file, line=1, column=1)
    return value


def _position(text: str, at: int) -> tuple[int, int]:
    """Line and column, counted from 1, of the character with this index."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _without_comments(text: str) -> str:
    """The text with each comment turned into blanks, so that every index stays what it was."""
    return _COMMENT.sub(_blanks, f"\n{text}")[1:]


def _blanks(comment: Match[str]) -> str:
    return "\n".ljust(comment.end() - comment.start())


def _read(text: str, limits: Limits) -> Value:
    root: list[Value] = []
    current: _Container = root
    inner: _Container = root
    enclosing: list[_Container] = []
    tokens = _TOKEN.finditer(text)
    for token in islice(tokens, limits.tokens):
        closer, key, quoted, string, opener, word, other = token.groups()
        if closer:
            current = _enclosing(current, enclosing, token)
        else:
            value: Value
            if string is not None:
                value = string
            elif opener:
                value = inner = {} if opener == "{" else []
            else:
                value = literals.word_value(word) if word else _rest(other, token)
            if isinstance(current, list):
                if key is not None or quoted is not None:
                    raise FaultError("a key outside of a compound", _start(token))
                current.append(value)
            else:
                current[key or _quoted_key(quoted, token)] = value
            if opener:
                enclosing.append(current)
                current = inner
                if len(enclosing) > limits.depth:
                    raise FaultError(f"more than {limits.depth} levels deep", token.start(5))
        if not enclosing:
            return _alone(root[0], text, token.end())
    # The end of the text is a token as well, so there is a next one.
    raise FaultError(f"more than {limits.tokens} values", _start(next(tokens)))


def _enclosing(current: _Container, enclosing: list[_Container], token: Match[str]) -> _Container:
    """The container that the current one stands in, which the token's bracket closes."""
    expected = "]" if isinstance(current, list) else "}"
    if not enclosing or token[1] != expected:
        raise FaultError(f"unexpected {token[1]!r}", token.start(1))
    return enclosing.pop()


def _rest(source: str, token: Match[str]) -> str | list[Value]:
    """What is rare: a string with escapes or in `'`, an array, and what may not stand here."""
    at = token.start(7)
    match source[:1]:
        case "":
            raise FaultError("unexpected end", at)
        case '"' | "'" if len(source) > 1:
            return literals.unescaped(source)
        case '"' | "'":
            raise FaultError("a string that is not closed on its line", at)
        case "[":
            return [*literals.array_elements(source, at)]
        case _:
            raise FaultError(f"unexpected {source!r}", at)


def _quoted_key(quoted: str | None, token: Match[str]) -> str:
    if quoted is None:
        raise FaultError("no key, or no ':' or '=' behind it", _start(token))
    return literals.unescaped(quoted)


def _alone(value: Value, text: str, end: int) -> Value:
    end = _skip(text, end)
    if end < len(text):
        raise FaultError("more text behind the value", end)
    return value


def _start(token: Match[str]) -> int:
    return _skip(token.string, token.start())


def _skip(text: str, at: int) -> int:
    separators = _SEPARATORS.match(text, at)
    return at if separators is None else separators.end()
