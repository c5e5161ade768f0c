"""In which line of a TOML or JSON text a key first stands, for messages. Pure, and approximate
only where the same key is written twice in one table of another syntax.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_TABLE = re.compile(r"\s*\[+\s*(?P<path>[^\]#]+?)\s*\]+")
_ASSIGNMENT = re.compile(r"\s*(?P<path>[A-Za-z0-9_\-.\"' ]+?)\s*=")


def toml_line(text: str, path: Sequence[str]) -> int | None:
    """The line (from 1) of the longest part of `path` that the file writes; None if it has none.

    `("servers", "main", "rcon", "hots")` finds `hots = ...` under `[servers.main.rcon]`, and
    `rcon = {hots = ...}` under `[servers.main]`.
    """
    found = _definitions(text)
    for length in range(len(path), 0, -1):
        line = found.get(tuple(path[:length]))
        if line is not None:
            return line
    return None


def json_line(text: str, path: Sequence[str]) -> int | None:
    """The line (from 1) where the last name of `path` first stands as a key."""
    for name in reversed(path):
        match = re.search(rf'"{re.escape(name)}"\s*:', text)
        if match:
            return text.count("\n", 0, match.start()) + 1
    return None


def _definitions(text: str) -> dict[tuple[str, ...], int]:
    table: tuple[str, ...] = ()
    found: dict[tuple[str, ...], int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _TABLE.match(line):
            table = _names(header["path"])
            for length in range(1, len(table) + 1):
                found.setdefault(table[:length], number)
        elif assignment := _ASSIGNMENT.match(line):
            key = (*table, *_names(assignment["path"]))
            found.setdefault(key, number)
            for inner in _ASSIGNMENT_INSIDE.finditer(line, assignment.end()):
                found.setdefault((*key, inner["name"]), number)
    return found


_ASSIGNMENT_INSIDE = re.compile(r"[{,]\s*(?P<name>[A-Za-z0-9_\-]+)\s*=")


def _names(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))
