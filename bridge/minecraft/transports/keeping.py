"""Making a connection again whenever it ends: the pauses, and how things stand meanwhile."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bridge.minecraft.transports.backoff import LONGEST, backoff
from bridge.minecraft.transports.rcon import Down

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bridge.core.clock import Clock
    from bridge.minecraft.transports.rcon import LinkState


class Keeper:
    """Serves one connection after the other, and remembers the state of the newest.

    `on_state` is called when the state or its reason changes, not for each attempt that failed as
    the one before.
    """

    def __init__(
        self,
        *,
        clock: Clock,
        on_state: Callable[[LinkState], None],
        random: Callable[[], float],
    ) -> None:
        self._clock = clock
        self._on_state = on_state
        self._random = random
        self._state: LinkState = Down("not connected yet")
        self._announced: LinkState | None = None
        self._retry = asyncio.Event()

    @property
    def state(self) -> LinkState:
        """How things are now, with the reason of the newest attempt."""
        return self._state

    def enter(self, state: LinkState) -> None:
        """Take this for how things are now."""
        self._state = state
        if state != self._announced:
            self._announced = state
            self._on_state(state)

    def retry_now(self) -> None:
        """End the pause before the next attempt."""
        self._retry.set()

    async def keep(self, serve: Callable[[], Awaitable[float]]) -> None:
        """Call `serve` for ever: one attempt and its connection, whose seconds it returns."""
        delays = backoff(self._random)
        try:
            while True:
                if await serve() >= LONGEST:
                    delays = backoff(self._random)
                await self._pause(next(delays))
        finally:
            self._state = Down("stopped")

    async def _pause(self, seconds: float) -> None:
        self._retry.clear()
        async with asyncio.TaskGroup() as group:
            waits = {
                group.create_task(self._clock.sleep(seconds)),
                group.create_task(self._retry.wait()),
            }
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in waits:
                wait.cancel()
