"""Progress on the action bar while a model thinks or a tool runs, for the one who asked.

It is told beside everything else: a run waits for none of it, and a link that fails is passed over.
What is quick needs none, so the first word waits a moment; the end is cleared once the answer went.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bridge.agent.events import Status, TurnEnded, TurnStarted
from bridge.core.cards import Words
from bridge.core.errors import LinkError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

    from bridge.core.actors import Player
    from bridge.core.bus import Bus
    from bridge.core.clock import Clock

    Bar = Callable[[Player, Words | None], Awaitable[None]]

_logger = logging.getLogger(__name__)

FIRST_SECONDS: Final = 0.3
EVERY_SECONDS: Final = 1.0
"""The least time between two messages to one player."""
FADING_SECONDS: Final = 2.0
"""The game fades the bar out after three."""
CLEAR_SECONDS: Final = 0.2
"""After the end, so that the answer goes first."""

_WORDS: Final = {"thinking": Words("progress.thinking"), "tool_running": Words("progress.tool")}


@dataclass(slots=True, eq=False)
class _Watched:
    """One player with something under way."""

    player: Player
    bar: Bar
    runs: dict[str, Words | None] = field(default_factory=dict[str, "Words | None"])
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    told: float | None = None

    @property
    def wanted(self) -> Words | None:
        """What the newest run that said something does."""
        return next((words for words in reversed(self.runs.values()) if words), None)


class Progress:
    """One a daemon. Servers are added while it is wired; those without a bar show nothing."""

    def __init__(self, bus: Bus, clock: Clock) -> None:
        self._bus = bus
        self._clock = clock
        self._bars: dict[str, Bar] = {}
        self._watched: dict[tuple[str, str], _Watched] = {}
        self._of_run: dict[str, _Watched] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._group: asyncio.TaskGroup | None = None

    def add(self, server: str, bar: Bar) -> None:
        """`bar` shows words to one player of that server, or clears them; may raise LinkError."""
        self._bars[server] = bar

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Show progress while the block runs."""
        subscribed = self._bus.subscribed
        async with asyncio.TaskGroup() as self._group:
            with (
                subscribed(TurnStarted, self._started),
                subscribed(Status, self._said),
                subscribed(TurnEnded, self._ended),
            ):
                yield
            for task in self._tasks:
                task.cancel()

    def _started(self, event: TurnStarted) -> None:
        bar = self._bars.get(event.server)
        if bar is None or self._group is None:
            return
        key = event.server, event.player.name
        watched = self._watched.get(key)
        if watched is None:
            watched = self._watched[key] = _Watched(event.player, bar)
            task = self._group.create_task(self._watch(key, watched))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        self._of_run[event.run] = watched
        watched.runs[event.run] = None

    def _said(self, event: Status) -> None:
        watched, words = self._of_run.get(event.run), _WORDS.get(event.status)
        if watched is not None and words is not None:
            watched.runs.pop(event.run, None)
            watched.runs[event.run] = words
            watched.changed.set()

    def _ended(self, event: TurnEnded) -> None:
        watched = self._of_run.pop(event.run, None)
        if watched is not None:
            watched.runs.pop(event.run, None)
            watched.changed.set()

    async def _watch(self, key: tuple[str, str], watched: _Watched) -> None:
        await self._while_running(watched, FIRST_SECONDS)
        while watched.runs:
            if (words := watched.wanted) is not None:
                await self._tell(watched, words)
            await self._while_running(watched, EVERY_SECONDS)
            if watched.wanted == words and watched.runs:
                await self._changed(watched, FADING_SECONDS - EVERY_SECONDS)
            if not watched.runs and watched.told is not None:
                await self._clear(watched)
        del self._watched[key]

    async def _clear(self, watched: _Watched) -> None:
        """Once the answer has gone; unless another run of the player's began meanwhile."""
        assert watched.told is not None
        since = self._clock.monotonic() - watched.told
        await self._clock.sleep(max(CLEAR_SECONDS, EVERY_SECONDS - since))
        if not watched.runs:
            await self._tell(watched, None)

    async def _while_running(self, watched: _Watched, seconds: float) -> None:
        """Return after so long, or as soon as nothing runs."""
        until = self._clock.monotonic() + seconds
        while watched.runs and (left := until - self._clock.monotonic()) > 0:
            await self._changed(watched, left)

    async def _changed(self, watched: _Watched, seconds: float) -> None:
        """Return after so long, or when something changed."""
        watched.changed.clear()
        async with asyncio.TaskGroup() as group:
            waits = {
                group.create_task(self._clock.sleep(seconds)),
                group.create_task(watched.changed.wait()),
            }
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in waits:
                wait.cancel()

    async def _tell(self, watched: _Watched, words: Words | None) -> None:
        watched.told = self._clock.monotonic()
        try:
            await watched.bar(watched.player, words)
        except LinkError as error:
            _logger.debug("progress was not shown: %s", error)
