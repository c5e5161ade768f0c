"""Writes what executions announce to the store, beside them.

What is announced is queued as it is, and turned into rows on the store's thread: a run waits for
nothing here. A few times a second what is queued is written, in one transaction if it is not
much. The queue is bounded: if the store cannot be written, or not fast enough, the oldest steps
of ended runs are left out, and their run says how many.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from bridge.agent import trace_store
from bridge.agent.events import StepEnded, TurnEnded, TurnStarted
from bridge.agent.trace_rows import Part
from bridge.core.errors import StoreError
from bridge.storage.completion import to_the_end

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from bridge.core.bus import Bus
    from bridge.core.clock import Clock
    from bridge.storage.database import Database

_logger = logging.getLogger(__name__)

WRITE_SECONDS: Final = 0.25
"""From the first event that is queued to its write: `trace` shows what ended within a second."""
RETRY_SECONDS: Final = 5.0
ROWS_AT_ONCE: Final = 500
"""Of one transaction: whoever else writes waits for no more."""
MOST_ROWS: Final = 10_000
"""That wait for the store; about a kilobyte each."""
FORGET_SECONDS: Final = 24 * 3600.0


@dataclass(slots=True, eq=False)
class _Open:
    """One run of which something is not written yet, or to which more may come."""

    started: TurnStarted
    ended: TurnEnded | None = None
    steps: list[StepEnded] = field(default_factory=list[StepEnded])
    missing: int = 0
    number: int = 0
    """0 until it was first written."""
    taken: int = 0
    """Steps that were taken to be written."""


class Trace:
    """One a daemon; it records while `running`."""

    def __init__(self, db: Database, bus: Bus, clock: Clock, *, keep_days: int) -> None:
        self._db = db
        self._bus = bus
        self._clock = clock
        self._keep = timedelta(days=keep_days)
        self._runs: dict[str, _Open] = {}
        self._unwritten: dict[_Open, None] = {}
        self._rows = 0
        self._waiting = asyncio.Event()
        self._newest: int | None = None
        self._failing = False
        self.left_out = 0
        """Steps, and runs that had ended, that were not recorded since the start."""

    @property
    def queued(self) -> int:
        """Rows that wait to be written."""
        return self._rows

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Record what is announced; all of it is written when the block has ended."""
        await self._write()
        subscribed = self._bus.subscribed
        with (
            subscribed(TurnStarted, self._begin),
            subscribed(StepEnded, self._add),
            subscribed(TurnEnded, self._end),
        ):
            try:
                async with asyncio.TaskGroup() as group:
                    work = (self._write_often(), self._forget_daily())
                    tasks = [group.create_task(each) for each in work]
                    try:
                        yield
                    finally:
                        for task in tasks:
                            task.cancel()
            finally:
                await to_the_end(self._write())

    def _begin(self, event: TurnStarted) -> None:
        run = self._runs[event.run] = _Open(event)
        self._queue(run)

    def _add(self, event: StepEnded) -> None:
        if (run := self._runs.get(event.run)) is not None:
            run.steps.append(event)
            self._rows += 1
            self._queue(run)

    def _end(self, event: TurnEnded) -> None:
        if (run := self._runs.pop(event.run, None)) is not None:
            run.ended = event
            self._queue(run)

    def _queue(self, run: _Open) -> None:
        if run not in self._unwritten:
            self._unwritten[run] = None
            self._rows += 1
            self._waiting.set()
        if self._rows > MOST_ROWS:
            self._shed()

    def _shed(self) -> None:
        """Down to half, so that it is not done for each event; ended runs go last of all."""
        enough, before = MOST_ROWS // 2, self.left_out
        for run in sorted(self._unwritten, key=lambda run: run.ended is None):
            if self._rows > enough:
                self.left_out += len(run.steps)
                run.missing += len(run.steps)
                self._rows -= len(run.steps)
                run.steps.clear()
        for run in [run for run in self._unwritten if run.ended is not None]:
            if self._rows > enough:
                del self._unwritten[run]
                self._rows -= 1
                self.left_out += 1
        if not before:
            _logger.warning("the trace is not written fast enough: steps are left out of it")

    async def _write_often(self) -> None:
        while True:
            await self._waiting.wait()
            await self._clock.sleep(RETRY_SECONDS if self._failing else WRITE_SECONDS)
            await to_the_end(self._write())

    async def _write(self) -> None:
        """Write all that is queued; what cannot be written stays queued."""
        self._waiting.clear()
        try:
            if self._newest is None:
                async with self._db.write() as tx:
                    newest = await trace_store.begin(tx)
                self._newest = newest
            while self._unwritten:
                await self._put(self._take(self._newest))
        except StoreError as error:
            self._tell(error)
        else:
            self._tell(None)

    async def _put(self, parts: dict[_Open, Part]) -> None:
        try:
            async with self._db.write() as tx:
                await trace_store.put(tx, tuple(parts.values()))
        except StoreError:
            self._put_back(parts)
            raise

    def _take(self, newest: int) -> dict[_Open, Part]:
        parts: dict[_Open, Part] = {}
        rows = 0
        while self._unwritten and rows < ROWS_AT_ONCE:
            run = next(iter(self._unwritten))
            del self._unwritten[run]
            if not run.number:
                newest += 1
                run.number = newest
            parts[run] = Part(
                number=run.number,
                started=run.started,
                ended=run.ended,
                missing=run.missing,
                first=run.taken,
                steps=tuple(run.steps),
            )
            run.taken += len(run.steps)
            rows += 1 + len(run.steps)
            run.steps.clear()
        self._rows -= rows
        self._newest = newest
        return parts

    def _put_back(self, parts: dict[_Open, Part]) -> None:
        """As if it had not been taken, before what came meanwhile."""
        for run, part in parts.items():
            run.steps[:0] = part.steps
            run.taken = part.first
            self._rows += len(part.steps) + (run not in self._unwritten)
        self._unwritten = dict.fromkeys(parts) | self._unwritten
        self._waiting.set()

    def _tell(self, error: StoreError | None) -> None:
        if error is not None and not self._failing:
            _logger.warning("the trace is not written: %s", error)
        elif error is None and self._failing:
            _logger.info("the trace is written again")
        self._failing = error is not None

    async def _forget_daily(self) -> None:
        while True:
            await to_the_end(self._forget())
            await self._clock.sleep(FORGET_SECONDS)

    async def _forget(self) -> None:
        """Remove what is older than it is kept."""
        before = self._clock.now() - self._keep
        removed = trace_store.FORGOTTEN_AT_ONCE
        try:
            while removed == trace_store.FORGOTTEN_AT_ONCE:
                async with self._db.write() as tx:
                    removed = await trace_store.forget(tx, before)
        except StoreError as error:
            _logger.warning("old runs of the trace stay: %s", error)
