"""A server's log followed without loss or repetition, over rotation, removal and rewriting.

The log is `logs/latest.log`: renamed, packed and begun anew at a server's start and each day at
the first line after midnight (reference page, section A5). An open file stays open until its
successor is there and it has been read to its end; the successor is read from its beginning.
"""

from __future__ import annotations

import asyncio
import os
from collections import deque
from contextlib import aclosing, asynccontextmanager
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from bridge.files.regular import IrregularFileError
from bridge.files.watch import watch_directory
from bridge.minecraft.transports.log_archive import missed
from bridge.minecraft.transports.log_file import LogFile
from bridge.minecraft.transports.log_mark import NOTHING, find_mark, last_mark
from bridge.minecraft.transports.log_start import find_start

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from bridge.core.clock import Clock
    from bridge.files.changes import Change
    from bridge.minecraft.transports.log_file import LogLine
    from bridge.minecraft.transports.log_mark import Mark

    Watch = Callable[[Path], AbstractAsyncContextManager[AsyncIterator[Change]]]


_NEWEST: Final = 16_384
LINK_SECONDS: Final = 0.1
"""How often a log is looked at that is a link into another directory, which nobody watches."""


class LogState(Enum):
    """How it stands with a log; told when it becomes so."""

    FOLLOWING = auto()
    MISSING = auto()
    UNREADABLE = auto()
    NO_FILE = auto()
    """A folder, a pipe or a device is there."""
    MARK_LOST = auto()
    """The marked line is in no log any more in which it was looked for. Told at the beginning."""
    LINE_SKIPPED = auto()
    """A line was longer than 64 KiB and was left out. Told the first time only."""


class LogTail:
    """An open tail: iterate it once for the lines, first those of the past, then as they come."""

    def __init__(
        self, path: Path, changes: AsyncIterator[Change], chain: LogChain, clock: Clock
    ) -> None:
        self._path = path
        self._changes = changes
        self._chain = chain
        self._clock = clock
        self._lines = self._follow()

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        path: Path,
        *,
        clock: Clock,
        watch: Watch | None = None,
        from_mark: Mark | None = None,
        on_state: Callable[[LogState], None] = lambda _: None,
    ) -> AsyncGenerator[LogTail]:
        """Follow the log at `path`, which need not exist.

        The first lines are those since the server last started; those that were there already have
        `history` set. `from_mark` is the last line that was dealt with before: those behind it are
        no history, and where it is not in the log, which then is a newer one, none is, and what was
        missed of the one before comes first. `watch` replaces the watch on the log's directory.
        """
        directory = path.parent
        opened = watch(directory) if watch else watch_directory(directory, clock=clock)
        async with opened as changes:
            chain = LogChain(path, on_state, from_mark)
            try:
                chain.look()
                tail = cls(path, changes, chain, clock)
                async with aclosing(tail._lines):
                    yield tail
            finally:
                chain.close()

    def __aiter__(self) -> AsyncIterator[LogLine]:
        return self._lines

    @property
    def beginning(self) -> Mark:
        """Behind the last line of the past, as it was when the tail was opened."""
        return self._chain.beginning

    @property
    def skipped(self) -> int:
        """How many lines were too long to be given."""
        return self._chain.skipped

    def rest(self) -> Iterator[LogLine]:
        """Lines that are there and that nobody has waited for yet."""
        while lines := self._chain.read():
            yield from lines

    @property
    def newest(self) -> list[bytes]:
        """The last complete lines of the log, the newest at the end."""
        return self._chain.newest

    async def _follow(self) -> AsyncGenerator[LogLine]:
        while True:
            while lines := self._chain.read():
                for line in lines:
                    yield line
                # Nothing above waits while there is a backlog, and others want their turn.
                await asyncio.sleep(0)
            await self._change()

    async def _change(self) -> None:
        """Wait until there may be more to read."""
        if _leads_elsewhere(self._path):
            await self._clock.sleep(LINK_SECONDS)
            return
        while not (await anext(self._changes)).touches(self._path.name):
            pass


class LogChain:
    """The log's files from the one being read to the newest, which is at `path`."""

    def __init__(
        self,
        path: Path,
        on_state: Callable[[LogState], None],
        from_mark: Mark | None = None,
    ) -> None:
        self.beginning = from_mark or NOTHING
        self._path = path
        self._on_state = on_state
        self._from = from_mark
        self._files: deque[LogFile] = deque()
        self._state: LogState | None = None
        self._has_past = True
        self._is_first = True
        self._missed: list[LogLine] = []
        self._finished = 0

    def close(self) -> None:
        """Close every file that is open."""
        while self._files:
            self._files.popleft().close()

    @property
    def skipped(self) -> int:
        """Lines left out in all files so far."""
        return self._finished + sum(log.skipped for log in self._files)

    @property
    def newest(self) -> list[bytes]:
        """The last complete lines that stand in the newest file now."""
        if not self._files:
            return []
        log = self._files[-1]
        return log.at(max(0, log.size - _NEWEST), _NEWEST).split(b"\n")[:-1]

    def read(self) -> list[LogLine]:
        """Some of the lines there are, in order; none: nothing to read now."""
        # What can get lost comes first: a new file is opened, and what is in the newest, the only
        # one that can be cut, is taken into memory, before the lines of older ones are given.
        self.look()
        if self._missed:
            lines, self._missed = self._missed, []
            return lines
        while self._files:
            oldest, newest = self._files[0], self._files[-1]
            newest.fill()
            if oldest is not newest:
                oldest.fill()
            if lines := self._take(oldest):
                return lines
            if oldest is newest:
                break
            # It was filled after its successor was there, so nothing more comes into it.
            self._files.popleft()
            self._finished += oldest.skipped
            oldest.close()
        return []

    def look(self) -> None:
        """Open the file at the path if it is not the newest one known."""
        try:
            status = os.stat(self._path)
            if self._files and self._files[-1].identity == (status.st_dev, status.st_ino):
                self._tell(LogState.FOLLOWING)
                return
            log = LogFile(self._path)
        except FileNotFoundError:
            self._has_past = False
            # While one is open this is the moment between its renaming and its successor.
            if not self._files:
                self._tell(LogState.MISSING)
        except IrregularFileError:
            self._tell(LogState.NO_FILE)
        except OSError:
            self._tell(LogState.UNREADABLE)
        else:
            if self._is_first:
                self._is_first = False
                self._begin(log)
            self._files.append(log)
            self._tell(LogState.FOLLOWING)

    def _begin(self, log: LogFile) -> None:
        """The log that is there at the beginning has a past; those that come later are new.

        One that comes a moment later, for it was just being packed away, may be the marked one's
        successor.
        """
        end = log.size if self._has_past else 0
        start = find_start(log, end)
        if self._from is not None:
            end = self._dealt_with(log, self._from)
        elif self._has_past:
            self.beginning = last_mark(log, end)
        log.start_at(min(start, end), history_end=end)

    def _dealt_with(self, log: LogFile, mark: Mark) -> int:
        """The offset up to which nothing is to be seen to any more; older logs are looked into."""
        if mark == NOTHING:
            return 0
        if (end := find_mark(log, mark)) is not None:
            return end
        if (lines := missed(self._path, mark)) is None:
            self._on_state(LogState.MARK_LOST)
        self._missed = lines or []
        return 0

    def _take(self, log: LogFile) -> list[LogLine]:
        before = self.skipped
        lines = log.take()
        if before == 0 and log.skipped:
            self._on_state(LogState.LINE_SKIPPED)
        return lines

    def _tell(self, state: LogState) -> None:
        if state is not self._state:
            self._state = state
            self._on_state(state)


def _leads_elsewhere(path: Path) -> bool:
    """Whether the file is a link to one whose changes its own directory does not show."""
    if not path.is_symlink():
        return False
    return os.path.dirname(os.path.realpath(path)) != os.path.realpath(path.parent)
