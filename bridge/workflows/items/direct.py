"""An index that is open already, for who asks one question and goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.items.library import Building, Missing
    from bridge.items.store import ItemStore

T = TypeVar("T")


class DirectItems:
    """As `workflow.Items`, without a thread."""

    def __init__(self, store: ItemStore) -> None:
        self._store = store

    async def ask(self, question: Callable[[ItemStore], T]) -> T | Building | Missing:
        """What the question makes of the index."""
        return question(self._store)
