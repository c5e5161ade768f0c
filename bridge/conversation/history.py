"""What was said between a player and the assistant in one world (spec 2, contract section 4).

The texts of free requests and of a model's answers, for as long as they are kept. Commands,
presses and the cards of local answers are not in it. What is in it is untrusted.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from bridge.agent.user_message import HISTORY_MESSAGES, Said
from bridge.core.errors import StoreError
from bridge.storage.instants import to_millis
from bridge.storage.texts import storable

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from bridge.agent.generations import Generations
    from bridge.conversation.history_choice import HistoryChoice
    from bridge.core.clock import Clock
    from bridge.storage.database import Database

_logger = logging.getLogger(__name__)

HOUR: Final = 3600.0


class KeptHistory:
    """All that is kept, of every world of a daemon; `days` is how long (`keep_days.history`)."""

    def __init__(self, db: Database, clock: Clock, *, days: int) -> None:
        self.db = db
        self.clock = clock
        self._kept = timedelta(days=days)

    @property
    def since(self) -> int:
        """What is older, in milliseconds, counts as gone."""
        return to_millis(self.clock.now() - self._kept)

    async def drop_old(self) -> None:
        """Delete what is too old to be kept."""
        async with self.db.write() as tx:
            await tx.execute("DELETE FROM history_message WHERE at < ?", (self.since,))

    async def keep(self) -> None:
        """Drop what is too old, now and each hour, until cancelled."""
        while True:
            try:
                await self.drop_old()
            except StoreError as error:
                _logger.warning("old history is still there: %s", error)
            await self.clock.sleep(HOUR)


class History:
    """That of one world. Nothing of players who want none is sent or recorded."""

    def __init__(
        self, kept: KeptHistory, world: str, *, choice: HistoryChoice, generations: Generations
    ) -> None:
        self._kept = kept
        self._world = world
        self._choice = choice
        self._generations = generations

    async def recent(self, player: UUID | None) -> tuple[Said, ...]:
        """The newest messages, the oldest first: as many as a model is sent at most."""
        if player is None or not self._choice.is_on(player):
            return ()
        async with self._kept.db.read() as snapshot:
            rows = await snapshot.all(
                "SELECT role, text FROM history_message WHERE world = ? AND uuid = ? AND at >= ? "
                "ORDER BY id DESC LIMIT ?",
                (self._world, player.bytes, self._kept.since, HISTORY_MESSAGES),
            )
        return tuple(Said(role=role, text=text) for role, text in reversed(rows))

    async def record(self, player: UUID | None, said: Sequence[Said], *, generation: int) -> None:
        """Keep what was said, unless the player said `/forget` since that generation."""
        if player is None or not said or not self._choice.is_on(player):
            return
        async with self._kept.db.write() as tx:
            # Asked when it is our turn to write: who forgets raises the generation, then deletes.
            if self._generations.current(player) != generation:
                return
            at = to_millis(self._kept.clock.now())
            await tx.execute_many(
                "INSERT INTO history_message (world, uuid, at, role, text) VALUES (?, ?, ?, ?, ?)",
                [(self._world, player.bytes, at, each.role, storable(each.text)) for each in said],
            )

    async def forget(self, player: UUID) -> int:
        """Delete all of this player's; how many messages that were."""
        async with self._kept.db.write() as tx:
            return await tx.execute(
                "DELETE FROM history_message WHERE world = ? AND uuid = ?",
                (self._world, player.bytes),
            )

    async def count(self, player: UUID) -> int:
        """How many messages are kept."""
        async with self._kept.db.read() as snapshot:
            row = await snapshot.one(
                "SELECT count(*) FROM history_message WHERE world = ? AND uuid = ? AND at >= ?",
                (self._world, player.bytes, self._kept.since),
            )
        return 0 if row is None else row[0]
