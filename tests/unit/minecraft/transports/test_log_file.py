from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.minecraft.transports.log_file import (
    CHUNK,
    LONGEST_LINE,
    MOST_AHEAD,
    LogFile,
    LogLine,
    Position,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "latest.log"
    path.write_bytes(b"")
    return path


@pytest.fixture
def log(path: Path) -> Iterator[LogFile]:
    log = LogFile(path)
    yield log
    log.close()


def append(path: Path, content: bytes) -> None:
    with path.open("ab") as file:
        file.write(content)


def taken(log: LogFile) -> list[LogLine]:
    log.fill()
    made: list[LogLine] = []
    while lines := log.take():
        made += lines
        log.fill()
    return made


def raws(log: LogFile) -> list[bytes]:
    return [line.raw for line in taken(log)]


def test_a_line_is_given_when_its_end_is_there(path: Path, log: LogFile) -> None:
    append(path, b"first\nsec")
    assert raws(log) == [b"first"]
    append(path, b"ond")
    assert raws(log) == []
    append(path, b"\r\n\n")
    assert raws(log) == [b"second", b""]


def test_bytes_that_are_no_text_are_passed_on(path: Path, log: LogFile) -> None:
    append(path, b"\xff\xfe\x80\n")
    assert raws(log) == [b"\xff\xfe\x80"]


def test_a_position_is_behind_its_line(path: Path, log: LogFile) -> None:
    append(path, b"one\ntwo\n")
    status = path.stat()
    assert [line.position for line in taken(log)] == [
        Position(status.st_dev, status.st_ino, 4),
        Position(status.st_dev, status.st_ino, 8),
    ]


def test_lines_up_to_the_end_of_history_are_history(path: Path, log: LogFile) -> None:
    append(path, b"old\nhalf")
    log.start_at(0, history_end=log.size)
    append(path, b" new\nnew\n")
    assert [(line.raw, line.history) for line in taken(log)] == [
        (b"old", True),
        (b"half new", False),
        (b"new", False),
    ]


@pytest.mark.parametrize("length", [LONGEST_LINE + 1, 3 * LONGEST_LINE, 1_000_000])
def test_a_line_that_is_too_long_is_left_out_whole(path: Path, log: LogFile, length: int) -> None:
    append(path, b"before\n" + b"x" * length)
    assert raws(log) == [b"before"]
    append(path, b"still the same line\nafter\n")
    assert raws(log) == [b"after"]
    assert log.skipped == 1
    append(path, b"more\n")
    assert raws(log) == [b"more"]


def test_the_longest_line_is_given(path: Path, log: LogFile) -> None:
    append(path, b"x" * LONGEST_LINE + b"\nafter\n")
    assert raws(log) == [b"x" * LONGEST_LINE, b"after"]
    assert log.skipped == 0


def test_a_file_that_was_cut_is_read_from_its_start(path: Path, log: LogFile) -> None:
    append(path, b"one\ntwo\nhalf")
    raws(log)
    os.truncate(path, 0)
    assert raws(log) == []
    append(path, b"new\n")
    assert raws(log) == [b"new"]


@pytest.mark.parametrize("content", [b"1\n", b"new 1\nnew 2\nnew 3\nnew 4\n"])
def test_a_file_written_anew_in_place_is_read_from_its_start(
    path: Path, log: LogFile, content: bytes
) -> None:
    append(path, b"old 1\nold 2\n")
    raws(log)
    path.write_bytes(content)
    assert raws(log) == content.splitlines()
    append(path, b"more\n")
    assert raws(log) == [b"more"]


def test_what_is_in_memory_outlives_a_cut(path: Path, log: LogFile) -> None:
    append(path, b"one\ntwo\n")
    log.fill()
    path.write_bytes(b"new\n")
    assert raws(log) == [b"one", b"two", b"new"]


def test_only_so_much_is_taken_into_memory(path: Path, log: LogFile) -> None:
    line = b"x" * 1023 + b"\n"
    with path.open("ab") as file:
        file.writelines([line] * (MOST_AHEAD // 1024 + 1000))
    log.fill()
    held = 0
    while lines := log.take():
        held += len(lines)
    assert MOST_AHEAD - CHUNK < held * 1024 <= MOST_AHEAD
    assert held + len(raws(log)) == MOST_AHEAD // 1024 + 1000


def test_the_same_content_saved_again_is_not_repeated(path: Path, log: LogFile) -> None:
    append(path, b"old 1\nold 2\n")
    raws(log)
    path.write_bytes(b"old 1\nold 2\nnew\n")
    assert raws(log) == [b"new"]


def test_a_half_line_that_was_replaced_is_forgotten(path: Path, log: LogFile) -> None:
    append(path, b"half")
    raws(log)
    path.write_bytes(b"whole\n")
    assert raws(log) == [b"whole"]


def test_zeros_before_what_is_written_behind_a_cut_are_passed_over(
    path: Path, log: LogFile
) -> None:
    with path.open("wb", buffering=0) as server:
        server.write(b"x" * 200_000 + b"\n")
        raws(log)
        os.truncate(path, 0)
        assert raws(log) == []
        server.write(b"after the cut\n")
    assert raws(log) == [b"after the cut"]


def test_zeros_that_may_still_be_filled_are_waited_for(path: Path, log: LogFile) -> None:
    path.write_bytes(b"one\n" + bytes(4096))
    assert raws(log) == [b"one"]
    assert raws(log) == []
    with path.open("r+b") as server:
        server.seek(4)
        server.write(b"two\n")
    assert raws(log) == [b"two"]


@given(st.lists(st.binary(max_size=40), max_size=20))
def test_however_it_is_written_the_lines_are_the_same(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[bytes]
) -> None:
    clean = [piece.replace(b"\0", b"0").replace(b"\r", b"") for piece in pieces]
    path = tmp_path_factory.mktemp("log") / "latest.log"
    path.write_bytes(b"")
    log = LogFile(path)
    try:
        given_lines: list[bytes] = []
        for piece in clean:
            append(path, piece)
            given_lines += raws(log)
        assert given_lines == b"".join(clean).split(b"\n")[:-1]
    finally:
        log.close()
