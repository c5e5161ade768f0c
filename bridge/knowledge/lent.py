"""What other packages lend to the search, as far as one viewer may see it, or find for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from bridge.knowledge.entries import Entry, Source, Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class Loan:
    """All that a viewer may find of one source, and nothing else.

    `view` names the point of view: viewers of one name share it, such as a team's players of one
    language. Of one view the entries are the same as long as `state` is equal. `entries` is called
    in a thread, only when the state is new.
    """

    view: str
    state: Hashable
    entries: Callable[[], Iterable[Entry]]


class Lender(Protocol):
    """Visible quests, items: met by shape, passed in `daemon.wiring`."""

    @property
    def source(self) -> Source:
        """What it lends."""
        ...

    async def lend(self, viewer: Viewer) -> Loan | None:
        """What this viewer may find; None where there is nothing of the kind."""
        ...


class Finder(Protocol):
    """Items: the same for everybody, too many to lend, and found through an index of their own."""

    @property
    def source(self) -> Source:
        """What it finds."""
        ...

    async def find(self, text: str, language: str, limit: int) -> Sequence[Entry]:
        """What these words may mean, the best first. Raises StoreError."""
        ...
