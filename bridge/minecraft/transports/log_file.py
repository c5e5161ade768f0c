"""One open log file, read forward by whole lines. Knows nothing of rotation or of waiting.

A log only grows, but people and tools do other things to it: they cut it, or write it anew in
place. So the last bytes that were read are compared before reading on; where they no longer stand
the file has other content and is read from its start. And bytes are taken into memory as soon as
they are there (`fill`), however long the lines before them take (`take`).
"""

from __future__ import annotations

import os
from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from bridge.files.regular import open_regular

if TYPE_CHECKING:
    from pathlib import Path

CHUNK = 65_536
MOST_AHEAD = 16 * 1024 * 1024
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


class _Batch(NamedTuple):
    """Lines with their ends cut off, and the offset at which the first begins."""

    start: int
    raws: list[bytes]
    history_end: int


class LogFile:
    """An open log; `take` gives what is complete in it and was not given yet.

    `skipped` counts the lines over `LONGEST_LINE` bytes, which are not given.
    """

    def __init__(self, path: Path) -> None:
        """OSError: it cannot be opened now, or is no file."""
        self._file = open_regular(path)
        status = os.fstat(self._file.fileno())
        self.identity = (status.st_dev, status.st_ino)
        self.skipped = 0
        self._ahead: deque[_Batch] = deque()
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

    def take(self) -> list[LogLine]:
        """Some of the lines that are in memory, in their order; none: there are no more."""
        lines: list[LogLine] = []
        while self._ahead and not lines:
            end, raws, history_end = self._ahead.popleft()  # `end` of the line before
            for raw in raws:
                end += len(raw) + 1
                text = raw.lstrip(b"\0").removesuffix(b"\r")
                if len(text) > LONGEST_LINE:
                    self.skipped += 1
                else:
                    position = Position(*self.identity, end)
                    lines.append(LogLine(text, position, end <= history_end))
        return lines

    def fill(self) -> None:
        """Take what is complete by now into memory, up to some `MOST_AHEAD` bytes."""
        self._check()
        while len(self._ahead) * CHUNK < MOST_AHEAD:
            data = self.at(self._line_start + len(self._rest), CHUNK)
            if not data:
                break
            if data[0] == 0 and not self._rest:
                if not self._skip_zeros():
                    break
            else:
                self._split(data)

    def _check(self) -> None:
        """Compare what was read last with what stands there now."""
        known = self._witness + self._rest
        stands = self.at(self._line_start - len(self._witness), len(known)) if known else b""
        if stands == known:
            return
        if self._witness and stands.startswith(self._witness):
            self._rest = b""
        else:
            self.start_at(0)

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

    def _split(self, data: bytes) -> None:
        text = self._rest + data
        if end := text.rfind(b"\n") + 1:
            raws = text[: end - 1].split(b"\n")
            start = self._line_start
            self._line_start += end
            if self._skipping:
                start += len(raws.pop(0)) + 1
                self._skipping = False
                self.skipped += 1
            self._ahead.append(_Batch(start, raws, self._history_end))
            self._witness = (self._witness + text[:end])[-_WITNESS:]
        self._rest = text[end:]
        if self._rest.startswith(b"\0"):
            self._rest = b""
        elif len(self._rest) > LONGEST_LINE:
            self._line_start += len(self._rest)
            self._witness = self._rest[-_WITNESS:]
            self._rest = b""
            self._skipping = True
