"""Strict JSON, as text components are written up to 1.21.4."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NoReturn, cast

if TYPE_CHECKING:
    from bridge.demo.fields import Value
    from bridge.demo.reader import Reader

DEPTH = 64
"""How deep lists and objects may stand in each other. (Vanilla: as deep as its stack goes.)"""

_BLANKS = " \t\r\n"


class _NotJsonError(ValueError):
    """A word that Python's reader lets pass and the standard does not."""


def _refuse(word: str) -> NoReturn:
    raise _NotJsonError(f"{word} is not a number")


_DECODER = json.JSONDecoder(parse_constant=_refuse)


def read(reader: Reader) -> Value:
    """One JSON value; the reader then stands behind it.

    Raises CommandError: not JSON, or deeper than `DEPTH`.
    """
    start = len(reader.text) - len(reader.rest.lstrip(_BLANKS))
    try:
        value, end = _DECODER.raw_decode(reader.text, start)
    except json.JSONDecodeError as problem:
        reader.cursor = problem.pos
        raise reader.error(f"Invalid chat component: {problem.msg}") from problem
    except (_NotJsonError, RecursionError) as problem:
        raise reader.error(f"Invalid chat component: {problem}") from problem
    if _deeper_than(DEPTH, cast("Value", value)):
        raise reader.error("Invalid chat component: nested too deep")
    reader.cursor = end
    return cast("Value", value)


def _deeper_than(limit: int, value: Value) -> bool:
    # Level by level: a recursion would end at the very stack it is to protect.
    level = [value]
    for _ in range(limit):
        level = [child for item in level for child in _containers(item)]
        if not level:
            return False
    return True


def _containers(value: Value) -> list[Value]:
    match value:
        case list():
            children = value
        case dict():
            children = list(value.values())
        case _:
            children = []
    return [child for child in children if isinstance(child, (list, dict))]
