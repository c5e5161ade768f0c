"""A clock that stands still until a test moves it."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

from typing_extensions import override


class FakeClock:
    """`core.clock.Clock` whose time passes by `advance` alone."""

    def __init__(self, start: datetime = datetime(2026, 11, 30, 12, tzinfo=UTC)) -> None:
        self._start = start
        self._passed = 0.0
        self._sleepers: list[tuple[float, asyncio.Event]] = []

    def now(self) -> datetime:
        return self._start + timedelta(seconds=self._passed)

    def monotonic(self) -> float:
        return self._passed

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        sleeper = (self._passed + seconds, asyncio.Event())
        self._sleepers.append(sleeper)
        try:
            await sleeper[1].wait()
        finally:
            self._sleepers.remove(sleeper)

    @property
    def sleeping(self) -> int:
        """How many wait."""
        return len(self._sleepers)

    def advance(self, seconds: float) -> None:
        """Let time pass and wake whoever waited for it."""
        self._passed += seconds
        for until, event in sorted(self._sleepers, key=lambda sleeper: sleeper[0]):
            if until <= self._passed:
                event.set()


class HastyClock(FakeClock):
    """Pauses pass at once."""

    @override
    async def sleep(self, seconds: float) -> None:
        self.advance(seconds)
