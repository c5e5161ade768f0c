"""What a file of a pack is by its path, and which paths are refused. Pure.

The game's rules for names hold (lower case, a few marks), so that what is loaded here is what the
game would load as well.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

DEEPEST: Final = 3
"""Folders between `prompts/` and a file; systems stand directly in `systems/`."""
LONGEST: Final = 200
"""Characters of a path."""

_PLAIN: Final = re.compile(r"[a-z0-9_.\-/]+")


class Kind(Enum):
    """What a file defines."""

    PROMPT = "prompts"
    SYSTEM = "systems"


_SUFFIXES: Final = {Kind.PROMPT: ".txt", Kind.SYSTEM: ".json"}
_FOLDERS: Final = {Kind.PROMPT: DEEPEST, Kind.SYSTEM: 0}


@dataclass(frozen=True, slots=True)
class Name:
    """A prompt or a system, by its id `namespace:path`."""

    kind: Kind
    id: str


def name_of(path: str) -> Name | None:
    """What the file at this path in a pack is; None for all that is not ours.

    Raises ValueError, which says why, for a path that leads to one of our places in a way that
    the game would not take: `..`, an absolute path, `\\`, upper case, too many folders.
    """
    plain = posixpath.normpath(path.replace("\\", "/")).lstrip("/")
    while plain.startswith("../"):
        plain = plain.removeprefix("../")
    steps = plain.split("/")
    kind = _kind(steps)
    if kind is None or not plain.lower().endswith(_SUFFIXES[kind]):
        return None
    if problem := _problem(path, plain, kind, len(steps) - 5):
        raise ValueError(problem)
    inner = "/".join(steps[4:]).removesuffix(_SUFFIXES[kind])
    return Name(kind, f"{steps[1]}:{inner}")


def _kind(steps: list[str]) -> Kind | None:
    match [step.lower() for step in steps]:
        case ["data", _, "system", "prompts", _, *_]:
            return Kind.PROMPT
        case ["data", _, "system", "systems", _, *_]:
            return Kind.SYSTEM
        case _:
            return None


def _problem(path: str, plain: str, kind: Kind, folders: int) -> str:
    if path != plain:
        return "is no plain path inside the pack"
    if not _PLAIN.fullmatch(path):
        return "its path may only have a-z 0-9 _ . - and /"
    if len(path) > LONGEST:
        return f"its path is longer than {LONGEST} characters"
    if folders > _FOLDERS[kind]:
        return f"stands more than {_FOLDERS[kind]} folders below {kind.value}/"
    return ""
