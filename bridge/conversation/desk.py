"""What the steps of all requests of one server work with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from bridge.access.effective import Effective
    from bridge.agent.policy import ExecutionPolicy
    from bridge.conversation.cache import RoutingCache
    from bridge.conversation.local import LocalMatching
    from bridge.modules.registry import ModuleRegistry
    from bridge.modules.workflow import Workflow
    from bridge.prompts.chat import ChatPrompts


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingDesk:
    """Built in `daemon.wiring`."""

    registry: ModuleRegistry
    matching: LocalMatching
    cache: RoutingCache
    chat_prompts: ChatPrompts
    access: Callable[[UUID | None], Effective]
    """What a player may do now."""
    policy: Callable[[Workflow], ExecutionPolicy]
    """The limits of a workflow by the configuration in force."""
