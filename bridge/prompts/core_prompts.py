"""The prompts that this program itself asks for (contract section 5)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

DEFAULT_SYSTEM: Final = "system:default"
DEFAULT_PERSONALITY: Final = "system:personality/default"


class CorePrompt(StrEnum):
    """Each is the id of a text that the shipped pack always has."""

    ROUTE = "system:route"
    REACT = "system:react"
    WEB_SEARCH = "system:web_search"
    FREE_CHAT = "system:free_chat"
    CHAT = "system:chat"
    QUESTION = "system:question"
    REVIEW = "system:review"
    PLAN = "system:plan"
    REPLAN = "system:replan"
    SYNTHESIS = "system:synthesis"
    INSIGHT = "system:insight"
    ORGANIZE = "system:organize"
    SIGN_IN = "system:sign_in"
    COMPACT = "system:compact"

    @property
    def task(self) -> str:
        """What `task` of the user JSON calls it (contract section 6)."""
        return self.value.partition(":")[2]
