"""The lines of a server's console on their way from its process to whoever reads them."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable

    from bridge.minecraft.transports.log_file import Position

MOST_WAITING: Final = 16 * 1024 * 1024
"""Bytes of lines that wait at most. A server must never wait for us, so more are left out."""


class ConsoleLine(NamedTuple):
    """A line without its end.

    `history`: it was there before we followed. `position`: where it stands in the log, if it was
    read from there.
    """

    raw: bytes
    history: bool = False
    position: Position | None = None


class ConsoleQueue:
    """Lines put in and taken out in order. `skipped` counts those that were left out."""

    def __init__(self) -> None:
        self.skipped = 0
        self._lines: deque[ConsoleLine] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()
        self._closed = False

    def put(self, lines: Iterable[ConsoleLine]) -> None:
        """Never waits."""
        for line in lines:
            if self._bytes > MOST_WAITING:
                self.skipped += 1
                continue
            self._bytes += len(line.raw)
            self._lines.append(line)
        self._wake.set()

    def close(self) -> None:
        """No more come; what waits can still be taken."""
        self._closed = True
        self._wake.set()

    async def lines(self) -> AsyncGenerator[ConsoleLine]:
        """Take them out, to the end; for one reader."""
        while True:
            while self._lines:
                line = self._lines.popleft()
                self._bytes -= len(line.raw)
                yield line
            if self._closed:
                return
            self._wake.clear()
            await self._wake.wait()
