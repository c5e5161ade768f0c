"""One request as the conversation takes it: who asks, what, and what it is pinned to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridge.prompts.core_prompts import DEFAULT_SYSTEM

if TYPE_CHECKING:
    from bridge.core.actors import Player
    from bridge.prompts.snapshot import PromptSnapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a player asked, and how to answer them."""

    player: Player
    text: str
    language: str
    prompts: PromptSnapshot
    """The one that was in force when the request came: it is kept to the end."""
    system: str = DEFAULT_SYSTEM
    """The system that the player is bound to."""
    generation: int = 0
    """The player's memory counter when it came: `/forget` makes it old."""
    administrator: bool = False
    """Proven to hold permission level 2 (contract section 4, "Identity")."""
