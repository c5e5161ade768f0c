"""Keeps each server's place in its log over a restart, and the SQL of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.minecraft.transports.log_mark import Mark

if TYPE_CHECKING:
    from bridge.storage.database import Database

_SIGN: Final = 1 << 63
"""The kernel's numbers have 64 bits without a sign, SQLite's have one."""


class StoredBookmark:
    """The place in one server's log. Its methods raise StoreError."""

    def __init__(self, db: Database, server: str) -> None:
        self._db = db
        self._server = server

    async def load(self) -> Mark | None:
        """What was kept last."""
        async with self._db.read() as snapshot:
            row = await snapshot.one(
                "SELECT device, inode, offset, length, digest FROM log_place WHERE server = ?",
                (self._server,),
            )
        if row is None:
            return None
        device, inode, offset, length, digest = row
        return Mark(device + _SIGN, inode + _SIGN, offset, length, digest)

    async def save(self, mark: Mark) -> None:
        """Keep it in place of the one before."""
        values = (mark.device - _SIGN, mark.inode - _SIGN, mark.offset, mark.length, mark.digest)
        await self._db.put(
            "INSERT OR REPLACE INTO log_place VALUES (?, ?, ?, ?, ?, ?)", (self._server, *values)
        )
