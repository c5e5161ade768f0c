"""What using a capability costs beyond the conversation itself (spec 2, "Function calling")."""

from __future__ import annotations

from enum import StrEnum


class Priority(StrEnum):
    """LOCAL before WORKFLOW before PAID: the order in which a model is offered them."""

    LOCAL = "LOCAL"
    WORKFLOW = "WORKFLOW"
    PAID = "PAID"

    @property
    def rank(self) -> int:
        """0 for LOCAL up to 2 for PAID."""
        return _RANKS[self]


_RANKS = {priority: rank for rank, priority in enumerate(Priority)}
