"""How an author stands in a table: player_name, player_uuid, console, origin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from bridge.access.history import Author
from bridge.core.actors import Console, Player

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bridge.core.actors import Actor

AuthorColumns = tuple[str | None, bytes | None, str | None, str]


def author_columns(author: Author) -> AuthorColumns:
    """The four columns; either the name or the console is NULL."""
    match author.actor:
        case Player(name=name, uuid=uuid):
            return name, None if uuid is None else uuid.bytes, None, author.origin
        case Console(origin=console):
            return None, None, console, author.origin


def author_of(columns: Sequence[Any]) -> Author:
    """The author that the four columns name."""
    name, uuid, console, origin = columns
    actor: Actor
    if console is not None:
        actor = Console(origin=console)
    else:
        actor = Player(name=name, uuid=None if uuid is None else UUID(bytes=uuid))
    return Author(actor, origin)
