"""What an administrator can order: what `/system ai` (spec 2) and `access defaults` are parsed to.

A player is named as typed: a name in any case, or a UUID.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from bridge.access.history import Field

if TYPE_CHECKING:
    from uuid import UUID

    from bridge.core.modes import Mode


@dataclass(frozen=True, slots=True)
class ShowDefault:
    """Which default mode the world has."""


@dataclass(frozen=True, slots=True)
class SetDefault:
    """Change the world's default mode: the first mode of new players, and the others' limit."""

    mode: Mode


@dataclass(frozen=True, slots=True)
class SetAi:
    """Allow or deny a player AI and paid search."""

    player: str | UUID
    allowed: bool


@dataclass(frozen=True, slots=True)
class SetFreeChat:
    """Allow or deny a player the extended and free modes."""

    player: str | UUID
    allowed: bool


@dataclass(frozen=True, slots=True)
class SetLimit:
    """Change a player's model calls a day; 0 turns model modes off."""

    player: str | UUID
    count: int


@dataclass(frozen=True, slots=True)
class Status:
    """What a player may do now."""

    player: str | UUID


@dataclass(frozen=True, slots=True)
class Reset:
    """Remove what was set for a player; mode and used calls stay."""

    player: str | UUID


@dataclass(frozen=True, slots=True)
class ShowPermissions:
    """The world's default permissions, all of them or one."""

    field: PermissionField | None = None


@dataclass(frozen=True, slots=True)
class SetFlag:
    """Change one of the world's default permissions; None unsets it."""

    field: FlagField
    value: bool | None


@dataclass(frozen=True, slots=True)
class SetCalls:
    """Change the world's default of model calls a day; None unsets it."""

    value: int | None


FlagField = Literal[Field.ALLOW_AI, Field.ALLOW_FREE_CHAT]
PermissionField = FlagField | Literal[Field.MODEL_CALLS_PER_DAY]

SystemAi = ShowDefault | SetDefault | SetAi | SetFreeChat | SetLimit | Status | Reset
DefaultsOrder = ShowPermissions | SetFlag | SetCalls
Order = SystemAi | DefaultsOrder

MAX_LIMIT = 2**31 - 1
"""The largest number of calls a day: what an int of the world's file holds."""
