"""Each player's memory counter: "forget" raises it, and everything older stops."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uuid import UUID


class Generations:
    """One a daemon. It need not be stored: no execution outlives the process."""

    def __init__(self) -> None:
        self._counts: Counter[UUID | None] = Counter()

    def current(self, player: UUID | None) -> int:
        """The generation that an execution begun now belongs to."""
        return self._counts.get(player, 0)

    def forget(self, player: UUID | None) -> None:
        """Make all that was begun for this player old."""
        self._counts[player] += 1
