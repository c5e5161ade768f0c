"""One open log file, read forward by whole lines. Knows nothing of rotation or of waiting.

A log only grows, but people and tools do other things to it: they cut it, or write it anew in
place. So the last bytes that were read are compared before reading on; where they no longer stand
the file has other content and is read from its start.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

CHUNK = 65_536
LONGEST_LINE = 65_536
# Long enough to hold a time of day and some words, so that two logs hardly ever agree in it.
_WITNESS = 160


class Position(NamedTuple):
    """A place in a log: which file, and the offset behind a line's end."""

    device: int
    inode: int
    offset: int


class LogLine(NamedTuple):
    """A line without its end. `history`: it was there before anybody followed the log."""

    raw: bytes
    position: Position
    history: bool


class LogFile:
    """An open log; `read` gives what is complete in it and was not given yet.

    `skipped` counts the lines over `LONGEST_LINE` bytes, which are not given.
    """

    def __init__(self, path: Path) -> None:
        """OSError: it cannot be opened now."""
        self._file = path.open("rb", buffering=0)
        status = os.fstat(self._file.fileno())
        self.identity = (status.st_dev, status.st_ino)
        self.skipped = 0
        self._history_end = 0
        self._line_start = 0
        self._rest = b""
        self._witness = b""
        self._skipping = False

    def close(self) -> None:
        """No more can be read."""
        self._file.close()

    @property
    def size(self) -> int:
        """Bytes in the file now."""
        return os.fstat(self._file.fileno()).st_size

    def at(self, offset: int, length: int) -> bytes:
        """Bytes of the file, fewer at its end."""
        self._file.seek(offset)
        return self._file.read(length)

    def start_at(self, offset: int, *, history_end: int = 0) -> None:
        """Go on at the start of a line; lines that end by `history_end` are history."""
        behind = max(0, offset - _WITNESS)
        self._line_start = offset
        self._history_end = history_end
        self._rest = b""
        self._witness = self.at(behind, offset - behind)
        self._skipping = False

    def read(self) -> list[LogLine]:
        """Some of the lines that are complete by now, in their order; none: there are no more."""
        known = self._witness + self._rest
        if known and self.at(self._line_start - len(self._witness), len(known)) != known:
            self.start_at(0)
        while data := self.at(self._line_start + len(self._rest), CHUNK):
            if data[0] == 0 and not self._rest:
                if not self._skip_zeros():
                    break
            elif lines := self._split(data):
                return lines
        return []

    def _skip_zeros(self) -> bool:
        """A server that goes on writing at its old place in a file that was cut leaves zeros before
        it. Zeros with nothing behind them may be filled yet.
        """
        offset = self._line_start
        while zeros := self.at(offset, CHUNK):
            if text := zeros.lstrip(b"\0"):
                self.start_at(offset + len(zeros) - len(text))
                return True
            offset += len(zeros)
        return False

    def _split(self, data: bytes) -> list[LogLine]:
        *complete, self._rest = (self._rest + data).split(b"\n")
        lines: list[LogLine] = []
        for raw in complete:
            self._line_start += len(raw) + 1
            if self._skipping or len(raw) > LONGEST_LINE:
                self._skipping = False
                self.skipped += 1
                continue
            position = Position(*self.identity, self._line_start)
            lines.append(LogLine(raw.removesuffix(b"\r"), position, self._is_history()))
        if complete:
            self._witness = (self._witness + b"\n".join(complete) + b"\n")[-_WITNESS:]
        if len(self._rest) > LONGEST_LINE:
            self._line_start += len(self._rest)
            self._witness = self._rest[-_WITNESS:]
            self._rest = b""
            self._skipping = True
        return lines

    def _is_history(self) -> bool:
        return self._line_start <= self._history_end
