"""The system message of a chat: the base instruction, then the system's personality (spec 2).

Both are providers that a module may replace, one without the other (contract section 9,
`api.chat.prompts`, `api.chat.personality`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from bridge.prompts.core_prompts import CorePrompt
    from bridge.prompts.snapshot import PromptSnapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptRequest:
    """What a provider may decide by."""

    task: CorePrompt
    """`FREE_CHAT` for the loop of free mode, `CHAT` for the one answer of extended mode."""
    snapshot: PromptSnapshot
    """The one that the execution is pinned to."""
    language: str
    """A code of the game, such as `zh_cn`."""
    system: str
    """The id of the system that the player is bound to."""


PromptProvider: TypeAlias = Callable[[PromptRequest], str | None]
"""A text, or None for none. It is asked once per execution, and returns at once."""


def task_prompt(request: PromptRequest) -> str | None:
    """The packs' prompt for the task."""
    return request.snapshot.text(request.task, request.language)


def system_personality(request: PromptRequest) -> str | None:
    """How the player's system speaks."""
    return request.snapshot.personality(request.system, request.language)


class ChatPrompts:
    """One per daemon, filled while modules register."""

    def __init__(self) -> None:
        self._instruction: PromptProvider = task_prompt
        self._personality: PromptProvider = system_personality

    def prompts(self, provider: PromptProvider) -> None:
        """Replace the base instruction. Where the provider has none, the packs' prompt stands."""
        self._instruction = provider

    def personality(self, provider: PromptProvider) -> None:
        """Replace the personality. Where the provider has none, there is none."""
        self._personality = provider

    def system_message(self, request: PromptRequest) -> str:
        """The whole message; to be built once, at the start of an execution."""
        instruction = self._instruction(request) or task_prompt(request)
        parts = (instruction, self._personality(request))
        return "\n\n".join(part for part in parts if part)
