"""Who changed what, when, from where, and what it replaced."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from bridge.core.actors import Actor


class Field(StrEnum):
    """What can change, as it is called in the world's file."""

    DEFAULT_MODE = "defaultMode"
    ALLOW_AI = "allowAi"
    ALLOW_FREE_CHAT = "allowFreeChat"
    MODEL_CALLS_PER_DAY = "modelCallsPerDay"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One field's change. `player` None: the world's. None as a value: unset."""

    field: Field
    player: UUID | None
    old: str | None
    new: str | None


@dataclass(frozen=True, slots=True)
class Author:
    """Who changes something, and from where ("chat", "console", "shell", "web", "file", ...)."""

    actor: Actor
    origin: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the history."""

    at: datetime
    author: Author
    change: Change
