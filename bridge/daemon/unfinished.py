"""Requests that were begun and have not ended, stored so that a sudden death is told of; the SQL.

Whoever is killed can report nothing. So what is begun is stored before anything is done about it,
and taken out when it has ended; what the next start finds is what the death cut off.
"""

from __future__ import annotations

import logging
from itertools import count
from typing import TYPE_CHECKING, Final

from bridge.core.errors import StoreError
from bridge.storage.texts import storable

if TYPE_CHECKING:
    from bridge.core.clock import Clock
    from bridge.storage.database import Database

_logger = logging.getLogger(__name__)

RETRY_SECONDS: Final = 30.0
"""A store that failed is left alone for so long: nobody waits for it at each request."""


class Unfinished:
    """One server's."""

    def __init__(self, db: Database, server: str, clock: Clock) -> None:
        self._db = db
        self._server = server
        self._clock = clock
        self._numbers = count(1)
        self._retry_at = float("-inf")

    async def left_behind(self) -> list[str]:
        """What the last daemon had begun and neither ended nor reported, until it is cleared."""
        try:
            async with self._db.read() as snapshot:
                rows = await snapshot.all(
                    "SELECT asked FROM request_unfinished WHERE server = ? ORDER BY number",
                    (self._server,),
                )
        except StoreError as error:
            _logger.warning("what was cut off before is not known: %s", error)
            return []
        return [asked for (asked,) in rows]

    async def begin(self, asked: str) -> int:
        """A request is begun; the number to end it with. A store that fails stops no request."""
        number = next(self._numbers)
        await self._put(
            "INSERT OR REPLACE INTO request_unfinished VALUES (?, ?, ?)", number, storable(asked)
        )
        return number

    async def end(self, number: int) -> None:
        """It has ended."""
        await self._put("DELETE FROM request_unfinished WHERE server = ? AND number = ?", number)

    async def clear(self) -> None:
        """All were ended or reported."""
        await self._put("DELETE FROM request_unfinished WHERE server = ?")

    async def _put(self, sql: str, *values: object) -> None:
        if self._clock.monotonic() < self._retry_at:
            return
        try:
            await self._db.put(sql, (self._server, *values))
        except StoreError as error:
            self._retry_at = self._clock.monotonic() + RETRY_SECONDS
            _logger.warning("requests under way are not stored: %s", error)
