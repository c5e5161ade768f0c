"""Whether a player wants what is said to be kept: a personal preference, on until turned off.

It belongs to the player, not to a world: a new world does not begin to record someone who said no.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from bridge.storage.completion import to_the_end

if TYPE_CHECKING:
    from bridge.storage.database import Database


class HistoryChoice:
    """One a daemon; made by `load`. Asking costs no I/O."""

    def __init__(self, db: Database, off: set[UUID]) -> None:
        self._db = db
        self._off = off

    @classmethod
    async def load(cls, db: Database) -> HistoryChoice:
        """Read who turned it off."""
        async with db.read() as snapshot:
            rows = await snapshot.all("SELECT uuid FROM history_off")
        return cls(db, {UUID(bytes=uuid) for (uuid,) in rows})

    def is_on(self, player: UUID | None) -> bool:
        """Whether history is kept; a player without UUID has no personal data."""
        return player is not None and player not in self._off

    async def set(self, player: UUID, *, on: bool) -> None:
        """Store the choice, then let it count."""
        await to_the_end(self._set(player, on))

    async def _set(self, player: UUID, on: bool) -> None:
        async with self._db.write() as tx:
            if on:
                await tx.execute("DELETE FROM history_off WHERE uuid = ?", (player.bytes,))
            else:
                sql = "INSERT INTO history_off (uuid) VALUES (?) ON CONFLICT DO NOTHING"
                await tx.execute(sql, (player.bytes,))
        if on:
            self._off.discard(player)
        else:
            self._off.add(player)
