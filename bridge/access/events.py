"""What access announces; `daemon.effects` turns it into calls (design section 2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uuid import UUID

    from bridge.access.history import Author, Change
    from bridge.access.quota import Notice
    from bridge.access.world_rules import WorldRules
    from bridge.core.modes import Mode


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessChanged:
    """An administrator's change, in force and durable. `player` None: it may concern everybody.

    `before` are the rules that it replaced.
    """

    world: str
    player: UUID | None
    changes: tuple[Change, ...]
    before: WorldRules
    author: Author


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeChosen:
    """A player saved a mode."""

    world: str
    player: UUID
    mode: Mode


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseChanged:
    """Models are paused, or no longer, for everybody."""

    paused: bool
    author: Author


@dataclass(frozen=True, slots=True)
class CircumstancesChanged:
    """The configuration that decides about access changed, for all worlds."""


@dataclass(frozen=True, slots=True)
class CapReached:
    """80 or 100 percent of a cap are used; whoever settles a reservation announces it."""

    notice: Notice


AccessEvent = AccessChanged | ModeChosen | PauseChanged | CircumstancesChanged | CapReached
