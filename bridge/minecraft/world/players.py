"""Players in a server's files: operators, names it remembers, and UUIDs that names stand for."""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING, Any, Final, cast
from uuid import UUID

from bridge.core.errors import ReadError
from bridge.minecraft.world.contents import contents_if_there

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

OPERATORS_FILE: Final = "ops.json"
USERCACHE_FILE: Final = "usercache.json"
HIGHEST_LEVEL: Final = 4

_UUID: Final = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def operators(directory: Path) -> Mapping[UUID, int]:
    """Permission levels (0 to 4) by ops.json as it is now; nobody when there is none.

    The server writes it at once when somebody is made an operator or is one no more, and does not
    read it again (minecraft-server.md B4). Raises ReadError, also while it is being written.
    """
    path = directory / OPERATORS_FILE
    content = contents_if_there(path)
    return {} if content is None else parse_operators(content, str(path))


class OperatorList:
    """`operators`, which answers with the last good reading while the file cannot be read."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._last: Mapping[UUID, int] | None = None
        self.problem: ReadError | None = None
        """Why the file could not be read the last time; None when it could."""

    def levels(self) -> Mapping[UUID, int]:
        """Read now. Raises ReadError while there has not been a good reading."""
        try:
            self._last = operators(self._directory)
            self.problem = None
        except ReadError as error:
            self.problem = error
            if self._last is None:
                raise
        return self._last


def parse_operators(content: bytes, file: str = OPERATORS_FILE) -> dict[UUID, int]:
    """Levels by UUID; an entry without a UUID counts for nobody, one without a level as 0.

    Raises ReadError for what is not a JSON array.
    """
    return {uuid: _level(entry.get("level")) for uuid, entry in _entries(content, file)}


def usercache(directory: Path) -> Mapping[str, UUID]:
    """Names that the server has resolved, as it spells them, to UUIDs; a cache, never a proof.

    Empty when the file is missing. Raises ReadError.
    """
    path = directory / USERCACHE_FILE
    content = contents_if_there(path)
    return {} if content is None else parse_usercache(content, str(path))


def parse_usercache(content: bytes, file: str = USERCACHE_FILE) -> dict[str, UUID]:
    """UUIDs by name. The newest entry of a name is the first. Raises ReadError."""
    players: dict[str, UUID] = {}
    for uuid, entry in _entries(content, file):
        name = entry.get("name")
        if isinstance(name, str) and name:
            players.setdefault(name, uuid)
    return players


def offline_uuid(name: str) -> UUID:
    """The UUID of a player on a server that does not verify names.

    Version 3 over `OfflinePlayer:` and the name, without a namespace, as
    java.util.UUID.nameUUIDFromBytes makes it. The name's case counts.
    """
    seed = f"OfflinePlayer:{name}".encode("utf-8", "replace")
    return UUID(bytes=hashlib.md5(seed, usedforsecurity=False).digest(), version=3)


def _entries(content: bytes, file: str) -> Iterator[tuple[UUID, Mapping[str, Any]]]:
    try:
        entries: object = json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        problem = "is not UTF-8"
        raise ReadError(problem, file=file, offset=error.start) from error
    except json.JSONDecodeError as error:
        raise ReadError(error.msg, file=file, line=error.lineno, column=error.colno) from error
    except (ValueError, RecursionError) as error:
        problem = f"is not JSON that this program reads: {error}"
        raise ReadError(problem, file=file) from error
    if not isinstance(entries, list):
        problem = "is not a JSON array"
        raise ReadError(problem, file=file)
    for entry in cast("list[object]", entries):
        match entry:
            case {"uuid": str(uuid)} if _UUID.fullmatch(uuid):
                yield UUID(uuid), cast("Mapping[str, Any]", entry)
            case _:
                pass


def _level(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        return 0
    return max(0, min(value, HIGHEST_LEVEL))
