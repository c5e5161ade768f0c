"""What stands on the terminal."""

from __future__ import annotations

import os
import re
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.daemon import terminal_screen
from bridge.daemon.terminal_screen import Outlet, Screen, ScreenStream, plain


def test_a_line_is_drawn_above_what_is_typed() -> None:
    drawn: list[bytes] = []
    screen = Screen(drawn.append, lambda: 80, lambda _: ("li好", 4))
    screen.line("Mara joined the game")
    assert drawn == ["\r\x1b[KMara joined the game\n> li好\r\x1b[6C".encode()]


def test_where_nobody_types_there_is_no_prompt() -> None:
    drawn: list[bytes] = []
    screen = Screen(drawn.append, lambda: 80, None)
    screen.line("one")
    screen.redraw()
    screen.leave()
    assert drawn == [b"one\n"]


def test_what_is_left_is_empty() -> None:
    drawn: list[bytes] = []
    screen = Screen(drawn.append, lambda: 80, lambda _: ("li", 2))
    screen.leave()
    screen.line("late")
    assert drawn == [b"\r\x1b[K", b"late\n"]


def test_a_stream_gives_whole_lines() -> None:
    drawn: list[bytes] = []
    stream = ScreenStream(Screen(drawn.append, lambda: 80, None))
    stream.write("one\ntw")
    stream.write("o\n")
    assert drawn == [b"one\n", b"two\n"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain\ttext", "plain\ttext"),
        ("\x1b[32mgreen", "\x1b[32mgreen\x1b[m"),
        ("\x1b[2Jcleared", "cleared"),
        ("\x1b]0;title\x07text", "text"),
        ("a\x07\x08b", "ab"),
        (">....\r\x1b[K[12:00:00] redrawn", "[12:00:00] redrawn"),
        ("kept\r", "kept"),
        ("a\u202eb", "ab"),
    ],
)
def test_a_line_can_only_be_coloured(text: str, shown: str) -> None:
    assert plain(text) == shown


@given(st.text(st.sampled_from("a\x1b[]0;mKJ\x07\\\r\n\x9b=")))
def test_nothing_else_comes_through(text: str) -> None:
    kept = plain(text)
    kept = re.sub(r"\x1b\[[0-9;]*m", "", kept)
    assert not set(kept) & set("\x1b\x07\r\n\x9b")


def test_a_terminal_that_takes_nothing_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(terminal_screen, "LAST_SECONDS", 0.01)
    reading, writing = os.pipe()
    outlet = Outlet(writing)
    with outlet.running():
        for _ in range(200):
            outlet.put(b"x" * 65536)
        outlet.put(b"left out")
    (thread,) = [thread for thread in threading.enumerate() if thread.name == "terminal"]
    os.close(reading)
    thread.join(10)
    os.close(writing)


def test_a_terminal_that_was_closed_is_written_to_no_more() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    outlet = Outlet(writing)
    with outlet.running():
        outlet.put(b"nobody")
        outlet.put(b"sees this")
    os.close(writing)
