"""JSON as the game takes it: mods ship comments and trailing commas, and the game's reader minds
neither.
"""

from __future__ import annotations

import json
import re
from typing import Final

from bridge.core.errors import ReadError

Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None

# Each alternative takes whatever it began, to the end of the text if need be: a pattern that could
# fail late would try again from each of a million quotes.
_STRING: Final = r'"(?:[^"\\]|\\(?:.|\Z))*(?:"|\Z)'
_STRINGS: Final = re.compile(_STRING, re.DOTALL)
_STRING_OR_COMMENT: Final = re.compile(
    rf"({_STRING})|//[^\n]*|/\*(?:.*?\*/|.*\Z)|(?<=[\s,{{\[])#[^\n]*", re.DOTALL
)
_STRING_OR_COMMA: Final = re.compile(rf"({_STRING})|,(?=\s*[}}\]])", re.DOTALL)
_DEEPEST: Final = 200
_LENIENT: Final = 1 << 17
"""Characters of a file that is read again without its comments: those are written by hand."""


def parse(content: bytes) -> Json:
    """The value of a file. Raises ReadError with the position."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ReadError("is not UTF-8", offset=error.start) from error
    # Nesting is counted roughly, before: the C reader's own end would be the stack's.
    if text.count("[") + text.count("{") > _DEEPEST and _depth(text) > _DEEPEST:
        problem = "is nested too deep"
        raise ReadError(problem)
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        return _lenient(text, error)
    except (ValueError, RecursionError) as error:
        raise ReadError("is not JSON that this program reads") from error


def _lenient(text: str, first: json.JSONDecodeError) -> Json:
    if len(text) > _LENIENT:
        raise ReadError(first.msg, line=first.lineno, column=first.colno) from first
    without = _STRING_OR_COMMENT.sub(lambda match: match[1] or " ", text)
    cleaned = _STRING_OR_COMMA.sub(lambda match: match[1] or "", without)
    try:
        return json.loads(cleaned, strict=False)
    except (ValueError, RecursionError):
        raise ReadError(first.msg, line=first.lineno, column=first.colno) from first


def _depth(text: str) -> int:
    """The deepest nesting of brackets outside strings."""
    depth = deepest = 0
    for character in _STRINGS.sub("", text):
        if character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    return deepest
