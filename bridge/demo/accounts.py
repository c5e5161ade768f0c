"""Who plays on the simulated server, and the files in which the game keeps that.

`ops.json` is read at start, written at each `/op` and `/deop`, and never read again (reference page
"Minecraft Java server facts", B4).
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, TypedDict, cast
from uuid import UUID

from bridge.core.errors import ReadError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from pathlib import Path

OPERATOR = "Mara"
VISITOR = "Teo"

_ONLINE = {
    OPERATOR: UUID("6f0c2d7e-53b1-4a9d-9c1e-2b7a40d1e5f3"),
    VISITOR: UUID("b81e94a6-0d27-4f5c-8e63-91cf5a3d7b20"),
}
_CACHED_FOR = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Account:
    """A name and the UUID that it has on this server."""

    name: str
    uuid: UUID


def account(name: str, *, online_mode: bool) -> Account:
    """The account of that name.

    Offline, the UUID is the game's (MD5 of `OfflinePlayer:` and the name, version 3); online, it is
    made up but always the same, in the shape of a real account's (version 4).
    """
    if not online_mode:
        digest = hashlib.md5(f"OfflinePlayer:{name}".encode(), usedforsecurity=False).digest()
        return Account(name, UUID(bytes=digest, version=3))
    if name in _ONLINE:
        return Account(name, _ONLINE[name])
    return Account(name, UUID(bytes=hashlib.sha256(name.encode()).digest()[:16], version=4))


class OperatorEntry(TypedDict):
    """One entry of ops.json."""

    uuid: str
    name: str
    level: int
    bypassesPlayerLimit: bool


class Operators:
    """The operators and their levels, as the running server knows them.

    Raises ReadError: the file is no list of operators.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            entries = cast("list[OperatorEntry]", json.loads(path.read_text("utf-8")))
            self._entries = {UUID(entry["uuid"]): entry for entry in entries}
        except (ValueError, KeyError, TypeError) as error:
            raise ReadError("not a list of operators", file=str(path)) from error

    @classmethod
    def create(cls, path: Path, operator: Account) -> None:
        """Write the first file, with one operator of level 4."""
        _write(path, [_entry(operator, 4)])

    def level(self, uuid: UUID) -> int:
        """The player's permission level, 0 for who is no operator."""
        return self._entries[uuid]["level"] if uuid in self._entries else 0

    def add(self, operator: Account, level: int) -> bool:
        """Make an operator and write the file; False if they are one already."""
        if operator.uuid in self._entries:
            return False
        self._entries[operator.uuid] = _entry(operator, level)
        _write(self._path, self._entries.values())
        return True

    def remove(self, uuid: UUID) -> bool:
        """Make a player no operator and write the file; False if they were none."""
        if self._entries.pop(uuid, None) is None:
            return False
        _write(self._path, self._entries.values())
        return True


def save_user_cache(path: Path, known: Iterable[Account], *, now: datetime) -> None:
    """Write usercache.json: who was here lately, the last one first."""
    expires = f"{now + _CACHED_FOR:%Y-%m-%d %H:%M:%S %z}"
    entries = [{"name": one.name, "uuid": str(one.uuid), "expiresOn": expires} for one in known]
    path.write_text(json.dumps(entries, separators=(",", ":")), "utf-8")


def _entry(operator: Account, level: int) -> OperatorEntry:
    return OperatorEntry(
        uuid=str(operator.uuid), name=operator.name, level=level, bypassesPlayerLimit=False
    )


def _write(path: Path, entries: Iterable[OperatorEntry]) -> None:
    path.write_text(json.dumps(list(entries), indent=2), "utf-8")
