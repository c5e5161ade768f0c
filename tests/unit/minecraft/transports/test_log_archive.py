"""What was logged behind the mark and packed away meanwhile is found, and nothing older."""

from __future__ import annotations

import gzip
import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from bridge.minecraft.transports import log_archive
from bridge.minecraft.transports.log_archive import missed
from bridge.minecraft.transports.log_file import LogFile
from bridge.minecraft.transports.log_mark import last_mark

if TYPE_CHECKING:
    from pathlib import Path

    from bridge.minecraft.transports.log_mark import Mark

HERE = datetime(2026, 11, 30, tzinfo=UTC).astimezone().tzinfo
SEEN = b"[11:59:58] seen\n"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    log = tmp_path / "latest.log"
    log.write_bytes(b"[12:00:02] new\n")
    written_at(log, datetime(2026, 11, 30, 12, 0, 2, tzinfo=HERE))
    return log


@pytest.fixture
def mark(tmp_path: Path) -> Mark:
    """Behind the line that was seen."""
    (tmp_path / "before").write_bytes(SEEN)
    file = LogFile(tmp_path / "before")
    mark = last_mark(file, file.size)
    file.close()
    return mark


def written_at(path: Path, moment: datetime) -> None:
    os.utime(path, (moment.timestamp(), moment.timestamp()))


def archive(log: Path, name: str, data: bytes) -> Path:
    path = log.with_name(name)
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return path


def raws(log: Path, mark: Mark) -> list[bytes] | None:
    lines = missed(log, mark)
    if lines is None:
        return None
    assert not any(line.history for line in lines)
    return [line.raw for line in lines]


@pytest.mark.parametrize("end", ["", ".gz"])
def test_lines_behind_the_mark_are_found(log: Path, mark: Mark, end: str) -> None:
    path = archive(log, f"2026-11-30-1.log{end}", b"older\n" + SEEN + b"one\r\ntwo\nhalf")
    lines = missed(log, mark) or []
    assert [line.raw for line in lines] == [b"one", b"two"]
    where = [(line.position.inode, line.position.offset) for line in lines]
    behind = len(b"older\n" + SEEN)
    assert where == [(path.stat().st_ino, behind + 5), (path.stat().st_ino, behind + 9)]


def test_all_of_newer_archives_was_missed_in_the_order_of_their_numbers(
    log: Path, mark: Mark
) -> None:
    archive(log, "2026-11-30-9.log.gz", SEEN + b"one\n")
    archive(log, "2026-11-30-10.log.gz", b"two\n")
    archive(log, "2026-11-30-11.log.gz", b"three\n")
    archive(log, "2026-11-30-8.log.gz", b"zero\n")
    assert raws(log, mark) == [b"one", b"two", b"three"]


def test_a_server_that_crashes_in_a_loop_begins_many(log: Path, mark: Mark) -> None:
    archive(log, "2026-11-30-1.log.gz", SEEN + b"0\n")
    for number in range(1, 60):
        archive(log, f"2026-11-30-{number + 1}.log.gz", b"%d\n" % number)
    assert raws(log, mark) == [b"%d" % number for number in range(60)]


def test_one_without_the_mark_tells_nothing(log: Path, mark: Mark) -> None:
    archive(log, "2026-11-30-1.log.gz", b"one\n")
    assert raws(log, mark) is None


@pytest.mark.parametrize(
    ("hour", "minute", "found"), [(0, 0, True), (0, 1, False), (12, 0, False), (23, 59, False)]
)
def test_yesterdays_counts_in_the_first_minute_of_a_day(
    log: Path, mark: Mark, hour: int, minute: int, found: bool
) -> None:
    archive(log, "2026-11-29-1.log.gz", SEEN + b"one\n")
    moment = datetime(2026, 11, 30, hour, minute, 59 if found else 0, tzinfo=HERE)
    written_at(log, moment)
    assert raws(log, mark) == ([b"one"] if found else None)


def test_while_one_is_being_packed_the_plain_one_is_read(log: Path, mark: Mark) -> None:
    archive(log, "2026-11-30-1.log", SEEN + b"one\n")
    packed = archive(log, "2026-11-30-1.log.gz", SEEN + b"one\n")
    packed.write_bytes(packed.read_bytes()[:20])
    assert raws(log, mark) == [b"one"]


def test_one_that_was_packed_meanwhile_is_read_packed(
    log: Path, mark: Mark, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive(log, "2026-11-30-1.log.gz", SEEN + b"one\n")

    def listed(folder: Path) -> list[str]:
        del folder
        return ["2026-11-30-1.log", "2026-11-30-1.log.gz"]

    monkeypatch.setattr(os, "listdir", listed)
    assert raws(log, mark) == [b"one"]


@pytest.mark.parametrize("data", [b"", b"no gzip", gzip.compress(SEEN + b"one\n")[:-12]])
def test_one_that_is_damaged_tells_nothing(log: Path, mark: Mark, data: bytes) -> None:
    log.with_name("2026-11-30-2.log.gz").write_bytes(data)
    archive(log, "2026-11-30-1.log.gz", SEEN + b"one\n")
    assert raws(log, mark) == [b"one"]


def test_what_is_no_archive_is_left_alone(log: Path, mark: Mark) -> None:
    for name in ("2026-11-30-1.log.bak", "2026-13-01-1.log", "debug-1.log.gz", "2026-11-30.log"):
        archive(log, name, SEEN + b"one\n")
    log.with_name("2026-11-30-4.log").mkdir()
    os.mkfifo(log.with_name("2026-11-30-5.log"))
    assert raws(log, mark) is None
    log.unlink()
    assert raws(log, mark) is None


def test_the_end_of_a_long_one_is_enough(
    log: Path, mark: Mark, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_archive, "_STEP", 64)
    monkeypatch.setattr(log_archive, "_MOST", 256)
    long = b"".join(b"[00:00:00] %d\n" % number for number in range(999))
    path = archive(log, "2026-11-30-1.log.gz", long + SEEN + b"one\n" + b"x" * 70_000 + b"\ntwo\n")
    assert raws(log, mark) is None
    path.write_bytes(gzip.compress(long + SEEN + b"one\ntwo\n"))
    lines = missed(log, mark) or []
    assert [line.raw for line in lines] == [b"one", b"two"]
    assert lines[-1].position.offset == len(long + SEEN + b"one\ntwo\n")
