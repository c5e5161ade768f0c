"""The administrator's terminal: lines typed into the daemon, and what is shown of the servers.

On a terminal the line that is typed stays whole whatever comes meanwhile, Tab completes, and the
arrow keys bring back earlier lines. Ctrl-D only says what stops what: a console is too easily
closed by mistake. Elsewhere (a pipe, a file, a service) lines are read plainly; their end ends
nothing.
"""

from __future__ import annotations

import asyncio
import codecs
import logging
import os
import sys
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol, TextIO, cast

from bridge.daemon import journal
from bridge.daemon.terminal_editor import Editor, EndTyped, Entered, Offered
from bridge.daemon.terminal_screen import Outlet, Screen, ScreenStream
from bridge.minecraft.transports.child_lines import LineSplitter

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Generator, Sequence

    from bridge.commands.system_ai import Completion

CHUNK: Final = 65_536
MOST_WAITING: Final = 1000
"""Lines that were typed and not dealt with yet; input waits beyond."""
END: Final = "Ctrl-C stops the daemon and its server; stop stops the server alone"


class Console(Protocol):
    """What typed lines are for."""

    async def typed(self, line: str) -> Sequence[str]:
        """Deal with one line; the lines that answer it. Does not raise BridgeError."""
        ...

    def complete(self, text: str, cursor: int) -> Completion:
        """What the word at the cursor (characters from 0) may become."""
        ...


@dataclass(frozen=True, slots=True)
class Descriptors:
    """Where is read and written."""

    input: int = 0
    output: int = 1


class Terminal:
    """An open terminal; `show` puts a line on it, from whatever thread."""

    def __init__(self, console: Console, descriptors: Descriptors, screen: Screen) -> None:
        self.show: Callable[[str], None] = screen.line
        self._console = console
        self._input = descriptors.input
        self._screen = screen
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self._space = asyncio.Event()

    @classmethod
    @asynccontextmanager
    async def open(
        cls, console: Console, descriptors: Descriptors | None = None
    ) -> AsyncGenerator[Terminal]:
        """Read lines and show lines while the block runs."""
        where = descriptors or Descriptors()
        editor = Editor(console.complete) if is_ours(where) else None
        outlet = Outlet(where.output)
        typed = None if editor is None else editor.window
        screen = Screen(outlet.put, lambda: _columns(where.output), typed)
        with ExitStack() as stack:
            stack.enter_context(outlet.running())
            stack.callback(screen.leave)
            if editor is not None:
                stack.enter_context(keys(where.input))
                stack.enter_context(_log_lines_on(screen))
                screen.redraw()
            terminal = cls(console, where, screen)
            async with asyncio.TaskGroup() as group:
                read = terminal._keys(editor) if editor else terminal._plainly()
                tasks = [group.create_task(read), group.create_task(terminal._answer())]
                try:
                    yield terminal
                finally:
                    for task in tasks:
                        task.cancel()

    async def _answer(self) -> None:
        while True:
            line = await self._lines.get()
            if self._lines.qsize() < MOST_WAITING:
                self._space.set()
            for answer in await self._console.typed(line):
                self._screen.line(answer)

    async def _put(self, line: str) -> None:
        self._lines.put_nowait(line)
        while self._lines.qsize() >= MOST_WAITING:
            self._space.clear()
            await self._space.wait()

    async def _keys(self, editor: Editor) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        while data := await self._read():
            for happening in editor.feed(decoder.decode(data)):
                match happening:
                    case Entered(line=line):
                        self._screen.line(f"> {line}")
                        await self._put(line)
                    case Offered(items=items):
                        self._screen.line("  ".join(items))
                    case EndTyped():
                        self._screen.line(END)
            self._screen.redraw()

    async def _plainly(self) -> None:
        splitter = LineSplitter()
        while data := await self._read():
            for line in splitter.feed(data):
                await self._put(line.decode(errors="replace").rstrip("\r"))
        for line in splitter.finish():
            await self._put(line.decode(errors="replace"))

    async def _read(self) -> bytes:
        """What is there to read, once there is something; empty at the end, for good."""
        loop = asyncio.get_running_loop()
        ready = asyncio.Event()
        try:
            loop.add_reader(self._input, ready.set)
        except (OSError, ValueError):
            # What the loop cannot wait for, a file or /dev/null, never has to be waited for.
            await asyncio.sleep(0)
        else:
            try:
                await ready.wait()
            finally:
                loop.remove_reader(self._input)
        try:
            return os.read(self._input, CHUNK)
        except OSError:  # a terminal that was closed
            return b""


def is_ours(where: Descriptors) -> bool:
    """Whether a person sits there: a terminal on both sides, and not one that we are behind of."""
    if not (os.isatty(where.input) and os.isatty(where.output)):
        return False
    with suppress(OSError):
        return os.tcgetpgrp(where.input) == os.getpgrp()
    return False


@contextmanager
def keys(descriptor: int) -> Generator[None]:
    """Have each key as it is pressed, unechoed; Ctrl-C stays a signal.

    Ctrl-Z and Ctrl-S do nothing: a daemon that is halted halts its server with it.
    """
    import termios

    before = termios.tcgetattr(descriptor)
    now = termios.tcgetattr(descriptor)
    now[0] &= ~termios.IXON
    now[3] &= ~(termios.ICANON | termios.ECHO | termios.IEXTEN)
    now[6][termios.VMIN] = 1
    now[6][termios.VTIME] = 0
    now[6][termios.VSUSP] = b"\0"
    try:
        # Not once all is written: a terminal that hangs takes nothing.
        termios.tcsetattr(descriptor, termios.TCSANOW, now)
        yield
    finally:
        with suppress(termios.error):
            termios.tcsetattr(descriptor, termios.TCSANOW, before)


@contextmanager
def _log_lines_on(screen: Screen) -> Generator[None]:
    """Put the daemon's own log on the screen where it would be written over it."""
    stream = ScreenStream(screen)
    handlers = [
        cast("logging.StreamHandler[TextIO | ScreenStream]", handler)
        for handler in logging.getLogger(journal.ROOT).handlers
        if isinstance(handler, logging.StreamHandler)
    ]
    moved = [handler for handler in handlers if handler.stream is sys.stderr]
    if not sys.stderr.isatty():
        moved.clear()
    for handler in moved:
        handler.setStream(stream)
    try:
        yield
    finally:
        for handler in moved:
            handler.setStream(sys.stderr)


def _columns(descriptor: int) -> int:
    try:
        return os.get_terminal_size(descriptor).columns or 80
    except OSError:
        return 80
