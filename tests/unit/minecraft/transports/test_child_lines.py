"""What goes through a child's pipes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.errors import LinkError
from bridge.minecraft.transports.child_lines import (
    LONGEST_COMMAND,
    LastWords,
    LineSplitter,
    command_line,
    is_stop,
)
from bridge.minecraft.transports.log_file import LONGEST_LINE


def fed(splitter: LineSplitter, data: bytes, cuts: list[int]) -> list[bytes]:
    places = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    lines: list[bytes] = []
    for begin, end in pairwise(places):
        lines += splitter.feed(data[begin:end])
    return lines + splitter.finish()


@given(st.lists(st.binary(max_size=40).filter(lambda b: b"\n" not in b)), st.lists(st.integers(0)))
def test_lines_are_the_same_however_their_bytes_come(lines: list[bytes], cuts: list[int]) -> None:
    data = b"".join(line + b"\n" for line in lines)
    assert fed(LineSplitter(), data, cuts) == lines


@given(st.lists(st.integers(0), max_size=4))
def test_a_line_that_is_too_long_is_left_out_and_counted_once(cuts: list[int]) -> None:
    splitter = LineSplitter()
    data = b"before\n" + b"x" * (2 * LONGEST_LINE) + b"\nbehind\n"
    assert fed(splitter, data, cuts) == [b"before", b"behind"]
    assert splitter.skipped == 1


def test_the_longest_line_is_given() -> None:
    splitter = LineSplitter()
    assert splitter.feed(b"x" * LONGEST_LINE + b"\n") == [b"x" * LONGEST_LINE]
    assert splitter.skipped == 0


def test_what_is_not_finished_is_given_at_the_end_unless_it_was_too_long() -> None:
    splitter = LineSplitter()
    assert splitter.feed(b"half a li") == []
    assert splitter.finish() == [b"half a li"]
    assert splitter.feed(b"x" * (LONGEST_LINE + 1)) == []
    assert splitter.finish() == []


@given(st.text())
def test_a_command_is_one_line_or_nothing(text: str) -> None:
    try:
        data = command_line(text)
    except LinkError:
        return
    assert data.count(b"\n") == 1
    assert data.endswith(b"\n")
    assert b"\r" not in data


@pytest.mark.parametrize("text", ["a\nstop", "a\rstop", "a\tb", "a\0", "\x1b[A", "a\u2028b"])
def test_control_characters_are_refused(text: str) -> None:
    with pytest.raises(LinkError):
        command_line(text)


def test_a_command_has_a_bound() -> None:
    assert len(command_line("x" * LONGEST_COMMAND)) == LONGEST_COMMAND + 1
    with pytest.raises(LinkError, match="65537"):
        command_line("x" * (LONGEST_COMMAND + 1))


def test_half_a_character_is_no_error() -> None:
    assert command_line("say \ud83d") == b"say ?\n"


def test_which_command_ends_the_server() -> None:
    assert is_stop(" /stop ")
    assert is_stop("stop")
    assert not is_stop("say stop")


@pytest.mark.parametrize(
    "line",
    [
        "[12:00:00] [Server thread/ERROR]: This crash report has been saved to: /srv/crash.txt",
        "[12:00:00 ERROR]: Encountered an unexpected exception",
        "[12:00:00] [Server Watchdog/FATAL] [minecraft/X]: A single server tick took 60.00 seconds",
    ],
)
def test_a_crash_is_heard(line: str) -> None:
    heard = LastWords()
    heard.hear(line.encode())
    assert heard.crash


@pytest.mark.parametrize(
    "line",
    [
        "[12:00:00] [Server thread/INFO]: Stopping server",
        "[12:00:00] [Server thread/INFO]: System chat: Stopping the server",
        "[12:00:00 INFO]: [Mara: Stopping the server]",
        "[01Dec2026 12:00:00.000] [Server thread/INFO] [net.minecraft.Server/]: Stopping server",
    ],
)
def test_a_stop_is_heard(line: str) -> None:
    heard = LastWords()
    heard.hear(line.encode())
    assert heard.stop
    assert not heard.crash


@pytest.mark.parametrize("words", ["Stopping server", "This crash report has been saved to: x"])
def test_what_a_player_says_tells_nothing(words: str) -> None:
    heard = LastWords()
    for line in (
        f"[12:00:00] [Server thread/INFO]: <Mara> {words}",
        f"[12:00:00] [Server thread/INFO]: <Mara> [12:00:00] [Server thread/INFO]: {words}",
        f"[12:00:00] [Server thread/INFO]: [Mara] {words}",
        f"[12:00:00] [Server thread/INFO]: * Mara {words}",
        words,
    ):
        heard.hear(line.encode())
    assert not heard.stop
    assert not heard.crash
