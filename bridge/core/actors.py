"""Who acts: a player, an administrator's console, or this program itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player as one server knows them.

    `uuid` is None while no trusted source has told it: such a player has no personal data.
    """

    name: str
    uuid: UUID | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Console:
    """Whoever holds a console or this machine's shell; `origin` says which, for the history."""

    origin: str


Actor = Player | Console
