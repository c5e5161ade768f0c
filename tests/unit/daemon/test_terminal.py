"""The administrator's terminal, on a real pseudo-terminal and on pipes."""

from __future__ import annotations

import asyncio
import logging
import os
import pty
import sys
import termios
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TextIO, cast

import pytest

from bridge.commands import system_ai
from bridge.daemon import journal, terminal
from bridge.daemon.terminal import Descriptors, Terminal, is_ours

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Generator, Sequence
    from pathlib import Path

    from bridge.commands.system_ai import Completion

PATIENCE = 10.0


@dataclass
class Typed:
    """A console that remembers its lines and answers each."""

    lines: list[str] = field(default_factory=list[str])
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def typed(self, line: str) -> Sequence[str]:
        self.lines.append(line)
        self.changed.set()
        return (f"answer to {line}",) if line else ()

    def complete(self, text: str, cursor: int) -> Completion:
        return system_ai.complete(text, cursor, ["Mara"])

    async def until(self, lines: list[str]) -> None:
        async with asyncio.timeout(PATIENCE):
            while len(self.lines) < len(lines):
                self.changed.clear()
                await self.changed.wait()
        assert self.lines == lines


@dataclass
class Person:
    """Whoever sits at the other side of a pseudo-terminal."""

    side: int
    seen: bytes = b""

    def types(self, keys: str) -> None:
        os.write(self.side, keys.encode())

    async def sees(self, words: str) -> str:
        loop = asyncio.get_running_loop()
        ready = asyncio.Event()
        os.set_blocking(self.side, False)
        loop.add_reader(self.side, ready.set)
        try:
            async with asyncio.timeout(PATIENCE):
                while words.encode() not in self.seen:
                    await ready.wait()
                    ready.clear()
                    with suppress(BlockingIOError):
                        self.seen += os.read(self.side, 65536)
        finally:
            loop.remove_reader(self.side)
        return self.seen.decode()


@pytest.fixture
def pair() -> Generator[tuple[int, int]]:
    person, ours = pty.openpty()
    yield person, ours
    os.close(person)
    os.close(ours)


@asynccontextmanager
async def sitting(
    pair: tuple[int, int], console: Typed, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[tuple[Person, Terminal]]:
    # Nobody's session can be led from inside a test.
    def yes(_: Descriptors) -> bool:
        return True

    monkeypatch.setattr(terminal, "is_ours", yes)
    async with Terminal.open(console, Descriptors(pair[1], pair[1])) as opened:
        yield Person(pair[0]), opened


async def test_lines_are_typed_and_answered(
    pair: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    console = Typed()
    async with sitting(pair, console, monkeypatch) as (person, _):
        person.types("say 你x\x7f好\rlist\r")
        await console.until(["say 你好", "list"])
        await person.sees("answer to list\r\n")


async def test_a_line_that_comes_while_one_is_typed_leaves_it_whole(
    pair: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sitting(pair, Typed(), monkeypatch) as (person, opened):
        person.types("sys")
        await person.sees("> sys")
        person.seen = b""
        opened.show("[12:00:00] [Server thread/INFO]: Mara joined the game")
        seen = await person.sees("> sys\r\x1b[5C")
        assert seen.startswith("\r\x1b[K[12:00:00]")
        assert "joined the game\r\n> sys" in seen


async def test_tab_completes_and_shows_what_is_open(
    pair: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    console = Typed()
    async with sitting(pair, console, monkeypatch) as (person, _):
        person.types("s\tai\t de\t\t")
        await person.sees("offline")
        person.types("fr\t\r")
        await console.until(["system ai  default free "])


async def test_our_log_lines_are_put_above_the_typed_line(
    pair: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as stack:
        stderr = stack.enter_context(os.fdopen(os.dup(pair[1]), "w"))
        monkeypatch.setattr(sys, "stderr", stderr)
        journal.configure("console")
        logger = logging.getLogger(journal.ROOT)
        stack.callback(logger.handlers.clear)
        async with sitting(pair, Typed(), monkeypatch) as (person, _):
            person.types("li")
            await person.sees("> li")
            person.seen = b""
            logger.warning("something")
            assert "something\r\n> li" in await person.sees("> li\r\x1b[4C")
        (handler,) = logger.handlers
        assert isinstance(handler, logging.StreamHandler)
        assert cast("logging.StreamHandler[TextIO]", handler).stream is stderr


async def test_the_terminal_is_left_as_it_was(
    pair: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = termios.tcgetattr(pair[1])
    async with sitting(pair, Typed(), monkeypatch) as (_, _):
        now = termios.tcgetattr(pair[1])
        assert not now[3] & (termios.ECHO | termios.ICANON)
        assert now[3] & termios.ISIG
    assert termios.tcgetattr(pair[1]) == before


async def test_ctrl_d_ends_nothing(pair: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    console = Typed()
    async with sitting(pair, console, monkeypatch) as (person, _):
        person.types("\x04")
        await person.sees("Ctrl-C stops the daemon")
        person.types("list\r")
        await console.until(["list"])


async def test_a_terminal_that_is_closed_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    person, ours = pty.openpty()
    console = Typed()
    try:
        async with sitting((person, ours), console, monkeypatch) as (one, opened):
            one.types("list\r")
            await console.until(["list"])
            os.close(person)
            opened.show("nobody sees this")
    finally:
        os.close(ours)


async def test_lines_of_a_pipe_are_read_to_its_end_which_ends_nothing(tmp_path: Path) -> None:
    console = Typed()
    reading, writing = os.pipe()
    output = os.open(tmp_path / "output", os.O_WRONLY | os.O_CREAT)
    try:
        async with Terminal.open(console, Descriptors(reading, output)) as opened:
            os.write(writing, b"list\r\nsay \xff")
            os.close(writing)
            await console.until(["list", "say \ufffd"])
            opened.show("a line of the server")
    finally:
        os.close(reading)
        os.close(output)
    lines = (tmp_path / "output").read_text().splitlines()
    assert lines[0] == "answer to list"
    assert "a line of the server" in lines


@pytest.mark.parametrize("content", [b"list\nstop\n", b""])
async def test_a_file_and_dev_null_are_read_too(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "input"
    path.write_bytes(content)
    console = Typed()
    output = os.open(tmp_path / "output", os.O_WRONLY | os.O_CREAT)
    reading = os.open(path if content else os.devnull, os.O_RDONLY)
    try:
        async with Terminal.open(console, Descriptors(reading, output)):
            await console.until(content.decode().split())
    finally:
        os.close(reading)
        os.close(output)


def test_what_is_no_terminal_is_not_ours(pair: tuple[int, int], tmp_path: Path) -> None:
    with (tmp_path / "file").open("w") as file:
        assert not is_ours(Descriptors(pair[1], file.fileno()))
    # A terminal whose foreground is another process's: reading from it would halt us.
    assert not is_ours(Descriptors(pair[1], pair[1]))
