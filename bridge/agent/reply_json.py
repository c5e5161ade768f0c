"""The one JSON object of a model's text, read with tolerance. Pure, and it raises nothing."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LONGEST: Final = 65_536
"""Characters of a reply that are read."""
DEEPEST: Final = 32
"""Levels of an object: no input needs as many, and encoders have an end."""
_MOST_OBJECTS: Final = 16
"""Braces that are followed to their ends."""

_THINKING: Final = re.compile(r"\A.*?</(?:think|thinking|reasoning)>", re.DOTALL | re.IGNORECASE)
"""Its opening may be in the endpoint's own template, and so not in the reply."""
_REMAINS: Final = re.compile(r'"\s*[:,]|,\s*"|[\[\]{}]')
"""What prose does not have: around an object, it is part of a larger one that is broken."""
_OPENED: Final = re.compile(r'\{\s*"')
_COMMA: Final = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])', re.DOTALL)
_QUOTE_OR_BRACE: Final = re.compile(r'["{}]')
_STRING_END: Final = re.compile(r'(?:[^"\\]|\\.)*"', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Found:
    """The one object of a reply. `alone`: what stands around it is prose or nothing."""

    fields: dict[str, Any]
    alone: bool = True


def the_object(text: str) -> Found | str:
    """The object, or why there is none; that repeats nothing of the text."""
    if len(text) > LONGEST:
        return "the reply is too long"
    whole = loaded(text)
    if isinstance(whole, dict):
        fields = cast("dict[str, Any]", whole)
        return _TOO_DEEP if _is_deep(text, fields) else Found(fields)
    text = _THINKING.sub("", text, count=1)
    found: list[dict[str, Any]] = []
    around, position = "", 0
    for start, end in pieces(text):
        if end is None:
            return "the reply's object is cut off"
        around += text[position:start]
        position = end
        piece = text[start:end]
        value = tolerated(piece)
        if not isinstance(value, dict):
            around += piece
            continue
        fields = cast("dict[str, Any]", value)
        if _is_deep(piece, fields):
            return _TOO_DEEP
        if fields not in found:
            found.append(fields)
    if not found:
        return "the reply holds no JSON object"
    if len(found) > 1:
        return "the reply holds several different JSON objects"
    return Found(found[0], _REMAINS.search(around + text[position:]) is None)


_TOO_DEEP: Final = "the object is nested too deeply"


def _is_deep(text: str, value: object) -> bool:
    if text.count("{") + text.count("[") <= DEEPEST:
        return False
    level = [value]
    for _ in range(DEEPEST):
        level = [inner for each in level for inner in _inside(each)]
        if not level:
            return False
    return True


def _inside(value: object) -> Iterable[object]:
    match value:
        case dict():
            return cast("dict[str, object]", value).values()
        case list():
            return cast("list[object]", value)
        case _:
            return ()


def pieces(text: str) -> Iterator[tuple[int, int | None]]:
    """Where the outermost `{...}` of `text` are, strings respected.

    No end: what begins there as an object does is cut off. (An unclosed brace of prose is none.)
    """
    position = 0
    for _ in range(_MOST_OBJECTS):
        start = text.find("{", position)
        if start < 0:
            return
        end = closing(text, start)
        if end is not None or _OPENED.match(text, start):
            yield start, end
        position = end or start + 1


def closing(text: str, start: int) -> int | None:
    """Where the brace at `start` is closed, strings respected; None where it is not."""
    depth = 0
    position = start
    while match := _QUOTE_OR_BRACE.search(text, position):
        position = match.end()
        if match[0] == '"':
            string = _STRING_END.match(text, position)
            if string is None:
                return None
            position = string.end()
        elif match[0] == "{":
            depth += 1
        else:
            depth -= 1
            if not depth:
                return position
    return None


def _number(word: str) -> float:
    number = float(word)
    if not isfinite(number):
        problem = f"{word} is no number of JSON"
        raise ValueError(problem)
    return number


_DECODE: Final = json.JSONDecoder(parse_constant=_number, parse_float=_number, strict=False).decode
"""Not strict: models break lines inside texts."""


_DECODE_ANY: Final = json.JSONDecoder(strict=False).decode
"""`NaN` and `1e999` too, which are no JSON and yet no words of an answer."""


def loaded(text: str, *, any_number: bool = False) -> object:
    """A JSON text's value; None where it is none."""
    try:
        return _DECODE_ANY(text) if any_number else _DECODE(text)
    except (ValueError, RecursionError):
        return None


def tolerated(text: str, *, any_number: bool = False) -> object:
    """The same, trailing commas allowed."""
    value = loaded(text, any_number=any_number)
    if value is None:
        without = _COMMA.sub(lambda match: match[1] or "", text)
        return loaded(without, any_number=any_number)
    return value
