"""What `init` would do to the disk, as values; nothing here touches it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PUBLIC = 0o644
PRIVATE = 0o600


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteFile:
    """The file gets this content; one that is there keeps its mode, unless it gets a secret."""

    path: Path
    content: bytes = field(repr=False)
    mode: int = PUBLIC


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveFile:
    """A file of ours that an older version left."""

    path: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class EditProperties:
    """Keys of server.properties get these values; all else in it stays as it stands.

    Only while no server runs in `directory`, and none has `world` open.
    """

    path: Path
    directory: Path
    world: Path
    values: Mapping[str, str] = field(repr=False)
    secret: bool = False
    """Whether a password is among the values."""


Change = WriteFile | RemoveFile | EditProperties


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Changes that belong together: where, what for, and in words what exactly."""

    path: Path
    what: str
    changes: tuple[Change, ...]
    details: tuple[str, ...] = ()
    after: str = ""
    """What is left to do for it to count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """All steps, and what the owner has to do by hand."""

    steps: tuple[Step, ...] = ()
    todo: tuple[str, ...] = ()

    def __add__(self, other: Plan) -> Plan:
        """Both."""
        return Plan(steps=self.steps + other.steps, todo=self.todo + other.todo)
