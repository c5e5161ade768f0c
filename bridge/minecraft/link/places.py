"""Which lines of a log are dealt with, so that a restart repeats none and misses none. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bridge.minecraft.transports.log_file import LogLine, Position


class _Open(NamedTuple):
    """A line that waits, its number, and the line before it."""

    number: int
    before: LogLine | None


class Places:
    """One log's, in the order in which its lines were read.

    A restart goes on behind `mark`. A line that waits keeps the mark before it, until a later one
    is begun: what was begun is never read again, though then the earlier one is not either.
    """

    def __init__(self) -> None:
        self._count = 0
        self._last: LogLine | None = None
        self._open: dict[Position, _Open] = {}
        self._begun: tuple[int, LogLine] | None = None

    def read(self, line: LogLine, *, waits: bool) -> None:
        """A line was read; one that waits is to be begun or given up later."""
        if waits:
            self._open[line.position] = _Open(self._count, self._last)
        self._count += 1
        self._last = line

    def begin(self, line: LogLine) -> None:
        """A line that waited is seen to now."""
        begun = self._open.pop(line.position, None)
        if begun is not None and (self._begun is None or self._begun[0] < begun.number):
            self._begun = (begun.number, line)

    def give_up(self, line: LogLine) -> None:
        """Nobody will see to a line that waited."""
        self._open.pop(line.position, None)

    def is_passed(self, line: LogLine) -> bool:
        """Whether a line that waits would not be read again after a restart."""
        waiting = self._open.get(line.position)
        return waiting is None or (self._begun is not None and self._begun[0] > waiting.number)

    @property
    def mark(self) -> LogLine | None:
        """The last line that a restart does not read again; None while that is the old one."""
        first = next(iter(self._open.values()), None)
        if first is None:
            return self._last
        if self._begun is not None and self._begun[0] > first.number:
            return self._begun[1]
        return first.before
