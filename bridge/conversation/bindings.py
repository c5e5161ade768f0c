"""Which system each player of one world is bound to (spec 2, "System personality")."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from bridge.prompts.core_prompts import DEFAULT_SYSTEM
from bridge.storage.completion import to_the_end

if TYPE_CHECKING:
    from bridge.storage.database import Database


class Bindings:
    """Those of one world; made by `load`. Asking costs no I/O."""

    def __init__(self, db: Database, world: str, bound: dict[UUID, str]) -> None:
        self._db = db
        self._world = world
        self._bound = bound

    @classmethod
    async def load(cls, db: Database, world: str) -> Bindings:
        """Read who is bound to another system than the default."""
        async with db.read() as snapshot:
            rows = await snapshot.all(
                "SELECT uuid, system FROM player_system WHERE world = ?", (world,)
            )
        return cls(db, world, {UUID(bytes=uuid): system for uuid, system in rows})

    def of(self, player: UUID | None) -> str:
        """The id of the player's system."""
        return DEFAULT_SYSTEM if player is None else self._bound.get(player, DEFAULT_SYSTEM)

    async def bind(self, player: UUID, system: str) -> None:
        """Store it, then let it count: for requests from now on."""
        await to_the_end(self._bind(player, system))

    async def _bind(self, player: UUID, system: str) -> None:
        async with self._db.write() as tx:
            if system == DEFAULT_SYSTEM:
                await tx.execute(
                    "DELETE FROM player_system WHERE world = ? AND uuid = ?",
                    (self._world, player.bytes),
                )
            else:
                await tx.execute(
                    "INSERT INTO player_system (world, uuid, system) VALUES (?, ?, ?) "
                    "ON CONFLICT DO UPDATE SET system = excluded.system",
                    (self._world, player.bytes, system),
                )
        if system == DEFAULT_SYSTEM:
            self._bound.pop(player, None)
        else:
            self._bound[player] = system
