"""Typed looks into a tree of quest data: what is missing or of the wrong type has no value.

The mod reads its files just as leniently, so that nothing here is an error. Booleans are truthy
numbers, because older versions write 0b and 1b (A2).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

Tree = Mapping[str, object]
"""A compound: values are str, int (booleans too), float, None, list and dict."""


def string(tree: Tree, key: str) -> str:
    """A string field; "" if there is none."""
    value = tree.get(key)
    return value if isinstance(value, str) else ""


def integer(tree: Tree, key: str, default: int = 0) -> int:
    """A number field without its fraction."""
    value = tree.get(key)
    if isinstance(value, float):
        return int(value) if -(2.0**63) <= value < 2.0**63 else default
    return value if isinstance(value, int) else default


def real(tree: Tree, key: str, default: float = 0.0) -> float:
    """A number field."""
    value = tree.get(key)
    return float(value) if isinstance(value, (int, float)) else default


def tristate(tree: Tree, key: str) -> bool | None:
    """True or false, or None: the chapter's or the book's default holds.

    `"default"` is how older versions write the third state.
    """
    value = tree.get(key)
    if value is None:  # nearly always, and this is asked a dozen times for every quest
        return None
    if isinstance(value, (int, float)):
        return bool(value)
    return {"true": True, "false": False}.get(value) if isinstance(value, str) else None


def flag(tree: Tree, key: str) -> bool:
    """A boolean field; false if there is none."""
    return tristate(tree, key) or False


def compound(tree: Tree, key: str) -> Tree:
    """A compound field; empty if there is none."""
    value = tree.get(key)
    return cast("Tree", value) if isinstance(value, dict) else {}


def compounds(tree: Tree, key: str) -> list[Tree]:
    """The compounds of a list field; a single compound counts as a list of it."""
    value = tree.get(key)
    if isinstance(value, list):
        parts = cast("list[object]", value)
        return [cast("Tree", part) for part in parts if isinstance(part, dict)]
    return [cast("Tree", value)] if isinstance(value, dict) else []


def strings(tree: Tree, key: str) -> list[str]:
    """The strings of a list field; a single string counts as a list of it."""
    value = tree.get(key)
    if isinstance(value, list):
        return [part for part in cast("list[object]", value) if isinstance(part, str)]
    return [value] if isinstance(value, str) else []


def values(tree: Tree, key: str) -> list[object]:
    """A list field (an array too); a single value counts as a list of it."""
    value = tree.get(key)
    if isinstance(value, list):
        return cast("list[object]", value)
    return [] if value is None else [value]


def others(tree: Tree, known: frozenset[str]) -> tuple[tuple[str, str | int | float], ...]:
    """The plain fields that this program has no name for."""
    if known.issuperset(tree):
        return ()
    return tuple(
        (key, value)
        for key, value in tree.items()
        if key not in known and isinstance(value, (str, int, float))
    )
