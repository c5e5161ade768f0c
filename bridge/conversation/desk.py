"""What the steps of all requests of one server work with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from uuid import UUID

    from bridge.access.effective import Effective
    from bridge.agent.policy import ExecutionPolicy
    from bridge.agent.user_message import Said
    from bridge.conversation.cache import RoutingCache
    from bridge.conversation.pack_matching import PackMatching
    from bridge.conversation.presenting import Presenting
    from bridge.modules.registry import ModuleRegistry
    from bridge.modules.workflow import Workflow
    from bridge.prompts.chat import ChatPrompts


class Recording(Protocol):
    """Where what is said goes; `conversation.history.History` is one."""

    async def record(self, player: UUID | None, said: Sequence[Said], *, generation: int) -> None:
        """Keep it, unless the player wants no history. Raises StoreError."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingDesk:
    """Built in `daemon.wiring`."""

    registry: ModuleRegistry
    matching: PackMatching
    cache: RoutingCache
    chat_prompts: ChatPrompts
    access: Callable[[UUID | None], Effective]
    """What a player may do now."""
    policy: Callable[[Workflow], ExecutionPolicy]
    """The limits of a workflow by the configuration in force."""
    generation: Callable[[UUID | None], int]
    """A player's memory counter, as it is now."""
    history: Recording
    presenting: Presenting
