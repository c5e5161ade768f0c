"""One request of a player at a time, the others waiting in order (contract section 4)."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from bridge.core.errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Hashable

WAITING: Final = 16


class BusyError(RefusedError):
    """As many requests of this player wait as may."""


class Turns:
    """The players' turns."""

    def __init__(self, waiting: int = WAITING) -> None:
        self._waiting = waiting
        self._locks: defaultdict[Hashable, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._counts: defaultdict[Hashable, int] = defaultdict(int)
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def queued(self) -> int:
        """Requests that run or wait, of all players."""
        return sum(self._counts.values())

    async def idle(self) -> None:
        """Return when no request runs or waits."""
        await self._idle.wait()

    @asynccontextmanager
    async def turn(self, player: Hashable) -> AsyncGenerator[None]:
        """Wait for this player's turn and hold it; raises BusyError at once when too many wait."""
        if self._counts.get(player, 0) > self._waiting:
            raise BusyError(str(self._waiting))
        self._counts[player] += 1
        self._idle.clear()
        try:
            async with self._locks[player]:
                yield
        finally:
            self._counts[player] -= 1
            if not self._counts[player]:
                del self._counts[player], self._locks[player]
            if not self._counts:
                self._idle.set()
