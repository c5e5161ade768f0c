"""Names that a model invents, and the real ones nearest to them. Pure."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

OFFERED: Final = 3
_LONGEST: Final = 64


def nearest(name: str, names: Iterable[str], count: int = OFFERED) -> tuple[str, ...]:
    """The `count` of `names` that are most like `name`, the best first.

    Always that many where there are so many: a model that is only told "no" asks again
    (agent-loops.md, complaints 21).
    """
    wanted = _folded(name)
    ranked = sorted(names, key=lambda each: (-_likeness(wanted, _folded(each)), each))
    return tuple(ranked[:count])


def does_not_exist(name: str, names: Iterable[str]) -> str:
    """What a model is told of a name that is not in its catalogue.

    Not "denied": that makes models ask for permission (agent-loops.md, complaint 21).
    """
    near = ", ".join(nearest(name, names))
    shown = name if len(name) <= _LONGEST else f"{name[:_LONGEST]}..."
    return f"{shown!r} does not exist. The nearest that exist: {near or 'none'}."


def _folded(name: str) -> str:
    return name[:_LONGEST].casefold().replace("_", ".").replace(":", ".").replace("-", ".")


def _likeness(one: str, other: str) -> float:
    """Of the names, or of their parts in order: `find_quests` is `quests.find`."""
    return max(_ratio(one, other), _ratio(_in_order(one), _in_order(other)))


def _in_order(name: str) -> str:
    return ".".join(sorted(name.split(".")))


def _ratio(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()
