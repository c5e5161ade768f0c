"""Which player a name means to somebody at this machine's shell: from the server's own files.

FTB Teams keeps the last known name of every player it has seen, and its files stay when
usercache.json has forgotten them (A7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from bridge.core.errors import ReadError, RefusedError
from bridge.minecraft import world
from bridge.quests import fields
from bridge.quests.filereading import parse_tree
from bridge.quests.teams import uuid_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def player_named(text: str, directory: Path, folder: Path) -> UUID:
    """The player with this UUID or name, in any case; `folder` is the world's.

    Raises RefusedError for a name that no file knows, or that two players have.
    """
    if found := uuid_of(text):
        return UUID(found)
    wanted = text.casefold()
    players = {uuid for name, uuid in _cached(directory) if name.casefold() == wanted}
    players = players or {uuid for name, uuid in _of_teams(folder) if name.casefold() == wanted}
    if len(players) > 1:
        raise RefusedError(f"several players are called {text}; give the UUID")
    if players:
        return players.pop()
    if not _verified(directory):
        return world.offline_uuid(text)
    raise RefusedError(f"no file of this server knows a player called {text!r}")


def _cached(directory: Path) -> list[tuple[str, UUID]]:
    try:
        return list(world.usercache(directory).items())
    except ReadError:
        return []


def _of_teams(folder: Path) -> Iterator[tuple[str, UUID]]:
    for path in sorted((folder / "ftbteams" / "player").glob("*.snbt")):
        try:
            tree = parse_tree(path.read_bytes(), path.name)
        except (OSError, ReadError):
            continue
        if uuid := uuid_of(tree.get("id")):
            yield fields.string(tree, "player_name"), UUID(uuid)


def _verified(directory: Path) -> bool:
    try:
        return world.server_properties(directory).online_mode
    except ReadError:
        return True
