"""Where a server's lines come from: its log, or the console of one that we run; how far we got."""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from bridge.core.errors import StoreError
from bridge.minecraft.link.log_events import Line
from bridge.minecraft.transports.log_file import LogLine
from bridge.minecraft.transports.log_mark import mark_of
from bridge.minecraft.transports.log_tail import LogState, LogTail

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from bridge.core.clock import Clock
    from bridge.minecraft.transports.child import Child
    from bridge.minecraft.transports.log_mark import Mark

_logger = logging.getLogger(__name__)

SAVE_SECONDS: Final = 5.0
"""How often the place in the log is kept; before a request is begun it is kept at once."""
RETRY_SECONDS: Final = 30.0
"""After the store failed, it is left alone for so long."""


class Bookmark(Protocol):
    """Where the place in the log is kept. Raises StoreError."""

    async def load(self) -> Mark | None:
        """What was kept last."""
        ...

    async def save(self, mark: Mark) -> None:
        """Keep it."""
        ...


@dataclass(frozen=True, slots=True)
class LogSource:
    """A server's log, and how it is written: the name of a dialect, or `auto`."""

    path: Path
    dialect: str = "auto"
    bookmark: Bookmark | None = None


class LineSource:
    """One server's. `report` is told what is wrong with the log, None if nothing."""

    def __init__(
        self,
        log: LogSource,
        child: Child | None,
        clock: Clock,
        report: Callable[[str | None], None],
    ) -> None:
        self._source = log
        self._child = child
        self._clock = clock
        self._report = report
        self._tail: LogTail | None = None
        self._passed: LogLine | None = None
        self._kept: LogLine | None = None
        self._retry_at = float("-inf")

    @asynccontextmanager
    async def opened(self) -> AsyncGenerator[AsyncIterator[Line]]:
        """The lines, while the block runs; a server of ours runs as long."""
        mark = await self._load()
        try:
            if self._child is None:
                async with self._open_tail(mark) as self._tail:
                    if mark is None:  # else whoever is killed now has everything for the past
                        await self._save(self._tail.beginning)
                    yield _of_log(self._tail)
            else:
                async with self._child.running(lambda: self._open_tail(mark)):
                    yield _of_console(self._child)
        finally:
            await self.save()

    def rest(self) -> Iterator[Line]:
        """Lines that stand in the log and that nobody has read yet, at the end of all."""
        if self._tail is not None and self._child is None:
            for line in self._tail.rest():
                yield _line(self._tail, line)

    @property
    def skipped(self) -> int:
        """Lines that were too long to be read."""
        skipped = 0 if self._tail is None else self._tail.skipped
        return skipped + (0 if self._child is None else self._child.skipped)

    def passed(self, place: LogLine | None) -> None:
        """Everything up to this line of the log was dealt with; None: it is as it was."""
        self._passed = place or self._passed

    async def keep_place(self) -> None:
        """Keep the place now and then."""
        while self._source.bookmark is not None:
            await self._clock.sleep(SAVE_SECONDS)
            await self.save()

    async def save(self) -> None:
        """Keep the place now."""
        passed = self._passed
        if passed is not None and passed is not self._kept and await self._save(mark_of(passed)):
            self._kept = passed

    async def _save(self, mark: Mark) -> bool:
        """Whether it is kept."""
        bookmark = self._source.bookmark
        if bookmark is None or self._clock.monotonic() < self._retry_at:
            return False  # a store that another program holds makes nobody wait again and again
        try:
            await bookmark.save(mark)
        except StoreError as error:
            self._retry_at = self._clock.monotonic() + RETRY_SECONDS
            _logger.warning("the place in the log was not kept: %s", error)
            return False
        return True

    async def _load(self) -> Mark | None:
        if self._source.bookmark is None:
            return None
        try:
            return await self._source.bookmark.load()
        except StoreError as error:
            _logger.warning("where the log was left is not known: %s", error)
            return None

    def _open_tail(self, mark: Mark | None) -> AbstractAsyncContextManager[LogTail]:
        return LogTail.open(
            self._source.path, clock=self._clock, from_mark=mark, on_state=self._log_state
        )

    def _log_state(self, state: LogState) -> None:
        path = self._source.path
        match state:
            case LogState.FOLLOWING:
                self._report(None)
            case LogState.MISSING:
                self._report(f"{path} is not there; is the server started?")
            case LogState.UNREADABLE:
                self._report(f"{path} cannot be read; run this as the server's user")
            case LogState.NO_FILE:
                self._report(f"{path} is no file; name the log that the server writes")
            case LogState.MARK_LOST:
                _logger.info("log: it was begun anew since; what was asked before is left out")
            case LogState.LINE_SKIPPED:
                _logger.warning("log: a line over 64 KiB was left out")


async def _of_log(tail: LogTail) -> AsyncGenerator[Line]:
    async for line in tail:
        yield _line(tail, line)


def _line(tail: LogTail, line: LogLine) -> Line:
    return Line(raw=line.raw, past=line.history, newest=lambda: tail.newest, place=line)


async def _of_console(child: Child) -> AsyncGenerator[Line]:
    async for line in child:
        at = line.position
        place = None if at is None else LogLine(line.raw, at, line.history)
        yield Line(raw=line.raw, past=line.history, newest=lambda: (), place=place)
