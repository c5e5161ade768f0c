"""How many requests a player may make in a minute (`requestsPerMinute`)."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uuid import UUID

    from bridge.core.clock import Clock

_WINDOW = 60.0


class RequestRate:
    """Counts the requests that would call a model or go online, over the last 60 seconds."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._times: dict[UUID, deque[float]] = {}
        self._swept = clock.monotonic()

    def admit(self, player: UUID, per_minute: int) -> float | None:
        """Count this request; or, above the limit, do not, and say how many seconds to wait.

        `per_minute` 0 is no limit.
        """
        now = self._clock.monotonic()
        self._sweep(now)
        if per_minute <= 0:
            return None
        times = self._times.setdefault(player, deque())
        while times and times[0] <= now - _WINDOW:
            times.popleft()
        if len(times) >= per_minute:
            return times[-per_minute] + _WINDOW - now
        times.append(now)
        return None

    def _sweep(self, now: float) -> None:
        """Players who asked nothing for a minute take no memory."""
        if now - self._swept < _WINDOW:
            return
        self._swept = now
        for player, times in list(self._times.items()):
            if not times or times[-1] <= now - _WINDOW:
                del self._times[player]
