"""Who was told that an AI answers them: once, with a player's first answer from a model."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from bridge.storage.completion import to_the_end
from bridge.storage.instants import to_millis

if TYPE_CHECKING:
    from bridge.core.clock import Clock
    from bridge.storage.database import Database


class FirstAnswers:
    """One a daemon; made by `load`. Asking costs no I/O."""

    def __init__(self, db: Database, clock: Clock, told: set[UUID]) -> None:
        self._db = db
        self._clock = clock
        self._told = told

    @classmethod
    async def load(cls, db: Database, clock: Clock) -> FirstAnswers:
        """Read who was told."""
        async with db.read() as snapshot:
            rows = await snapshot.all("SELECT uuid FROM model_notice")
        return cls(db, clock, {UUID(bytes=uuid) for (uuid,) in rows})

    def is_due(self, player: UUID | None) -> bool:
        """Whether this player has yet to be told."""
        return player is not None and player not in self._told

    async def telling(self, player: UUID) -> None:
        """They are told now, and not again. Raises StoreError: then only this run knows."""
        self._told.add(player)
        await to_the_end(self._store(player))

    async def _store(self, player: UUID) -> None:
        async with self._db.write() as tx:
            await tx.execute(
                "INSERT INTO model_notice (uuid, at) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (player.bytes, to_millis(self._clock.now())),
            )
