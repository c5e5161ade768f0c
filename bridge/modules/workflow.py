"""What a workflow is: a feature with an id, perhaps a command, and steps that end in a card."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from bridge.commands.explicit import Command
    from bridge.core.actors import Player
    from bridge.core.cards import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One use of a workflow: who asks, in which language, and with what."""

    player: Player
    language: str
    input: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True, kw_only=True)
class Workflow:
    """A capability of contract section 6."""

    id: str
    run: Callable[[Call], Awaitable[Card]]
    command: Command | None = None
    management: bool = False
    """Acts at once in every mode and never reaches a model (contract section 4)."""
