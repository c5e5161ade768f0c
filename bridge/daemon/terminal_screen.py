"""What stands on the administrator's terminal: lines that come, and below them what is typed."""

from __future__ import annotations

import io
import os
import queue
import re
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from typing_extensions import override

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

PROMPT: Final = "> "
MOST_PENDING: Final = 1024 * 1024
"""Bytes that a terminal may be behind; more is left out of it. It stands in the logs."""
LAST_SECONDS: Final = 1.0

_ERASE: Final = "\r\x1b[K"
_COLOURS: Final = re.compile(r"\x1b\[[0-9;]{0,40}m")
# Anything else that could move the cursor, clear the screen or answer as if it were typed.
_CONTROLS: Final = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]"
    r"|[\x00-\x08\x0a-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
)
_NOT_COLOURS: Final = re.compile(rf"({_COLOURS.pattern})|{_CONTROLS.pattern}")


class Outlet:
    """Writes in a thread of its own: a terminal that hangs must keep nobody waiting."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._queue: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._pending = 0
        self._counting = threading.Lock()

    @contextmanager
    def running(self) -> Generator[None]:
        """Write while the block runs; at its end, what a terminal takes within a second."""
        thread = threading.Thread(target=self._write, name="terminal", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._queue.put(None)
            thread.join(LAST_SECONDS)

    def put(self, data: bytes) -> None:
        """Never waits."""
        with self._counting:
            if self._pending > MOST_PENDING:
                return
            self._pending += len(data)
        self._queue.put(data)

    def _write(self) -> None:
        there = True
        while (data := self._queue.get()) is not None:
            with self._counting:
                self._pending -= len(data)
            there = there and self._written(data)

    def _written(self, data: bytes) -> bool:
        """False for a terminal that was closed: the daemon goes on without it."""
        try:
            while data:
                data = data[os.write(self._descriptor, data) :]
        except OSError:
            return False
        return True


class Screen:
    """Lines above, the typed line below. `typed` gives what fits into so many columns, and the
    cursor's column in it; None: nothing is typed here, as where the output is no terminal.
    """

    def __init__(
        self,
        put: Callable[[bytes], None],
        columns: Callable[[], int],
        typed: Callable[[int], tuple[str, int]] | None,
    ) -> None:
        self._put = put
        self._columns = columns
        self._typed = typed
        # The daemon's own log lines may come from other threads.
        self._drawing = threading.RLock()

    def line(self, text: str) -> None:
        """One line more, as plain as it must be."""
        with self._drawing:
            if self._typed is None:
                self._put(f"{plain(text)}\n".encode(errors="replace"))
            else:
                drawn = f"{_ERASE}{plain(text)}\n{self._below()}"
                self._put(drawn.encode(errors="replace"))

    def redraw(self) -> None:
        """What is typed has changed."""
        if self._typed is not None:
            with self._drawing:
                self._put(f"{_ERASE}{self._below()}".encode(errors="replace"))

    def leave(self) -> None:
        """Leave the terminal to whoever comes next."""
        if self._typed is not None:
            with self._drawing:
                self._typed = None
                self._put(_ERASE.encode())

    def _below(self) -> str:
        assert self._typed is not None
        shown, cursor = self._typed(max(self._columns() - len(PROMPT) - 1, 8))
        return f"{PROMPT}{shown}\r\x1b[{len(PROMPT) + cursor}C"


class ScreenStream(io.TextIOBase):
    """A stream for log handlers whose lines become lines of a screen."""

    def __init__(self, screen: Screen) -> None:
        super().__init__()
        self._screen = screen
        self._rest = ""

    @override
    def write(self, s: str) -> int:
        *lines, self._rest = (self._rest + s).split("\n")
        for line in lines:
            self._screen.line(line)
        return len(s)


def plain(text: str) -> str:
    """Text that can do nothing to a terminal but colour it, and that only to its end."""
    kept = _NOT_COLOURS.sub(lambda found: found[1] or "", text.rpartition("\r")[2] or text)
    return f"{kept}\x1b[m" if "\x1b" in kept else kept
