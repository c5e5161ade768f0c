import gzip
import os
from datetime import UTC, datetime
from pathlib import Path

from bridge.demo.log_file import LogFile


class Wall:
    """A wall clock that a test sets."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 23, 59, 58, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def test_lines_have_the_vanilla_layout(tmp_path: Path) -> None:
    log = LogFile(tmp_path / "logs", Wall())
    log.write("Loading properties")
    log.write("Thread RCON Client /127.0.0.1 started", thread="RCON Listener #1")
    log.write("Beware.", level="WARN")
    # Each write stands in the file before the next: nothing is kept back.
    assert (tmp_path / "logs/latest.log").read_text("utf-8") == (
        "[23:59:58] [Server thread/INFO]: Loading properties\n"
        "[23:59:58] [RCON Listener #1/INFO]: Thread RCON Client /127.0.0.1 started\n"
        "[23:59:58] [Server thread/WARN]: Beware.\n"
    )
    log.close()


def test_further_lines_of_a_message_have_no_header(tmp_path: Path) -> None:
    log = LogFile(tmp_path, Wall())
    log.write("one\ntwo")
    log.close()
    assert (tmp_path / "latest.log").read_text("utf-8").splitlines()[1] == "two"


def test_half_a_character_is_written_as_java_does(tmp_path: Path) -> None:
    log = LogFile(tmp_path, Wall())
    log.write("🎉 \udf89")
    log.close()
    assert (tmp_path / "latest.log").read_bytes().endswith("🎉 ?\n".encode())


def test_an_old_log_is_archived_at_start_under_the_day_it_was_written(tmp_path: Path) -> None:
    old = tmp_path / "latest.log"
    old.write_text("yesterday\n")
    written = datetime(2026, 11, 28, 12, tzinfo=UTC).timestamp()
    os.utime(old, (written, written))
    LogFile(tmp_path, Wall()).close()
    assert gzip.decompress((tmp_path / "2026-11-28-1.log.gz").read_bytes()) == b"yesterday\n"
    assert old.read_bytes() == b""
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [
        "2026-11-28-1.log.gz",
        "latest.log",
    ]


def test_rotation_gives_a_new_file_and_counts_up(tmp_path: Path) -> None:
    log = LogFile(tmp_path, Wall())
    log.write("first")
    reader = (tmp_path / "latest.log").open("rb")
    before = os.fstat(reader.fileno()).st_ino
    log.rotate()
    log.write("second")
    log.rotate()
    log.write("third")
    log.close()
    # Who holds the old file open can still read it to its end.
    assert reader.read() == b"[23:59:58] [Server thread/INFO]: first\n"
    assert (tmp_path / "latest.log").stat().st_ino != before
    reader.close()
    archived = [
        gzip.decompress((tmp_path / f"2026-11-30-{number}.log.gz").read_bytes())
        for number in (1, 2)
    ]
    assert [line.split(b": ")[1] for line in archived] == [b"first\n", b"second\n"]


def test_the_first_message_after_midnight_rotates(tmp_path: Path) -> None:
    wall = Wall()
    log = LogFile(tmp_path, wall)
    log.write("before")
    wall.now = datetime(2026, 12, 1, 0, 7, 1, tzinfo=UTC)
    assert not list(tmp_path.glob("*.gz"))
    log.write("after")
    log.write("later")
    log.close()
    assert [entry.name for entry in tmp_path.glob("*.gz")] == ["2026-11-30-1.log.gz"]
    assert (tmp_path / "latest.log").read_text("utf-8") == (
        "[00:07:01] [Server thread/INFO]: after\n[00:07:01] [Server thread/INFO]: later\n"
    )
