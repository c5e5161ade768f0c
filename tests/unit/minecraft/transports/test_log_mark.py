"""How far a log was dealt with, found again whatever became of the file."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from bridge.minecraft.transports.log_file import LogFile
from bridge.minecraft.transports.log_mark import NOTHING, Mark, find_mark, last_mark, mark_of

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

LINES = b"one\ntwo\r\nthree\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "latest.log"
    path.write_bytes(LINES)
    return path


@pytest.fixture
def log(path: Path) -> Generator[LogFile]:
    log = LogFile(path)
    yield log
    log.close()


def marks(log: LogFile) -> list[Mark]:
    log.start_at(0)
    log.fill()
    return [mark_of(line) for line in log.take()]


def test_the_mark_behind_each_line_is_found_where_it_stands(log: LogFile) -> None:
    assert [find_mark(log, mark) for mark in marks(log)] == [4, 9, 15]


def test_a_copy_is_known_by_its_lines(path: Path, log: LogFile) -> None:
    second = marks(log)[1]
    copy = path.with_name("copy.log")
    shutil.copy(path, copy)
    other = LogFile(copy)
    assert find_mark(other, second) == 9
    other.close()


def test_the_last_of_equal_lines_is_taken_in_another_file(path: Path, log: LogFile) -> None:
    first = marks(log)[0]
    twice = path.with_name("twice.log")
    twice.write_bytes(b"x\none\none\ny\n")
    other = LogFile(twice)
    assert find_mark(other, first) == 10
    other.close()


@pytest.mark.parametrize("content", [b"", b"another\n", b"one\nTwo\r\nthree\n", b"one\ntwo"])
def test_a_line_that_is_not_there_is_not_found(path: Path, log: LogFile, content: bytes) -> None:
    second = marks(log)[1]
    path.write_bytes(content)
    assert find_mark(log, second) is None


def test_a_number_that_is_used_again_proves_nothing(path: Path, log: LogFile) -> None:
    last = marks(log)[-1]
    path.write_bytes(b"other line\nfive!\n"[: len(LINES)])
    assert find_mark(log, last) is None


@pytest.mark.parametrize("cut", range(len(LINES) + 1))
def test_the_last_mark_is_that_of_the_last_line_that_was_whole(log: LogFile, cut: int) -> None:
    whole = [NOTHING, *(mark for mark in marks(log) if mark.offset <= cut)]
    assert last_mark(log, cut) == whole[-1]


def test_behind_nothing_is_all_of_a_log(path: Path) -> None:
    path.write_bytes(b"\n\n")
    log = LogFile(path)
    assert find_mark(log, NOTHING) is None
    log.close()
