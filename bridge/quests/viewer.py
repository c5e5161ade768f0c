"""Who looks at a book, and how old what is known of them is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """A player. Without a UUID, or without a save: somebody who has done nothing yet."""

    uuid: UUID | None = None
    everything: bool = False
    """An administrator who asked for all: nothing is hidden."""


ANYBODY: Final = Viewer()


@dataclass(frozen=True, slots=True, kw_only=True)
class Age:
    """How old the progress is that somebody's view goes by, and why it is no newer."""

    seconds: float | None = None
    """Since the save was written; None where there is no save: nothing was done yet."""
    problem: str = ""
    """Why the save cannot be read as it is now, for an administrator."""


NO_SAVE: Final = Age()
