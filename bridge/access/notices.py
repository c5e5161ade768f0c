"""Notices of a changed access that wait in the store for the next join of their player.

What a player knew before the first change they missed is kept with the time of the last one. So
several changes make one notice, one that was taken back makes none, and a restart loses none.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, cast

from bridge.access.wire import shown
from bridge.storage.completion import to_the_end
from bridge.storage.instants import to_millis

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from bridge.access.effective import Effective
    from bridge.core.clock import Clock
    from bridge.storage.database import Database

KEPT: Final = timedelta(days=30)
"""A notice older than this is dropped."""

Known = dict[str, Any]
"""The keys of `wire.shown` that a player is told of."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A notice that was taken out; `keep` puts it back as it was."""

    before: Known
    since: int


def known(access: Effective) -> Known:
    """What a player knows of an access: all but whether a model is configured, which no
    administrator of a world sets.
    """
    return {key: value for key, value in shown(access).items() if key != "modelConfigured"}


class AccessNotices:
    """Those of all worlds."""

    def __init__(self, db: Database, clock: Clock) -> None:
        self._db = db
        self._clock = clock

    async def keep(self, world: str, before: Mapping[UUID, Known]) -> None:
        """A change was missed by these players, who knew this before it."""
        now = to_millis(self._clock.now())
        waiting = {uuid: Waiting(knew, now) for uuid, knew in before.items()}
        await to_the_end(self._put(world, waiting))

    async def put_back(self, world: str, player: UUID, waiting: Waiting) -> None:
        """It could not be told after all."""
        await to_the_end(self._put(world, {player: waiting}))

    async def take(self, world: str, player: UUID) -> Waiting | None:
        """The player's notice, which then waits no longer; None where there is none."""
        async with self._db.read() as snapshot:
            row = await snapshot.one(
                "SELECT before, since FROM access_notice WHERE world = ? AND uuid = ?",
                (world, player.bytes),
            )
        if row is None:
            return None
        if not await to_the_end(self._remove(world, player)):
            return None  # another one was faster
        since = cast("int", row[1])
        return None if since < self._oldest() else Waiting(json.loads(row[0]), since)

    async def drop_old(self) -> None:
        """Forget what nobody came for."""
        async with self._db.write() as tx:
            await tx.execute("DELETE FROM access_notice WHERE since < ?", (self._oldest(),))

    async def _put(self, world: str, waiting: Mapping[UUID, Waiting]) -> None:
        async with self._db.write() as tx:
            # What they knew before the first change stays.
            await tx.execute_many(
                "INSERT INTO access_notice (world, uuid, since, before) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (world, uuid) DO UPDATE SET since = max(since, excluded.since)",
                [
                    (world, uuid.bytes, one.since, json.dumps(one.before))
                    for uuid, one in waiting.items()
                ],
            )

    async def _remove(self, world: str, player: UUID) -> int:
        async with self._db.write() as tx:
            return await tx.execute(
                "DELETE FROM access_notice WHERE world = ? AND uuid = ?", (world, player.bytes)
            )

    def _oldest(self) -> int:
        return to_millis(self._clock.now() - KEPT)
