from __future__ import annotations

import asyncio
import gzip
import os
import shutil
import sys
from datetime import UTC, date, datetime
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bridge.minecraft.transports import log_tail
from bridge.minecraft.transports.log_file import LONGEST_LINE, LogFile
from bridge.minecraft.transports.log_mark import NOTHING, mark_of
from bridge.minecraft.transports.log_tail import LogState, LogTail
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bridge.minecraft.transports.log_file import LogLine
    from bridge.minecraft.transports.log_mark import Mark

LONGEST_WAIT = 10
START = b"[12:00:00] [Server thread/INFO]: Starting minecraft server version 1.20.1"
PROOF = Path(__file__).parents[4] / "scripts" / "prove" / "tail.py"


class Reading:
    """A tail with what it said of its log."""

    def __init__(self, path: Path, from_mark: Mark | None = None) -> None:
        self.states: list[LogState] = []
        self.opened = LogTail.open(
            path, clock=FakeClock(), on_state=self.states.append, from_mark=from_mark
        )


async def take(lines: AsyncIterator[LogLine], count: int) -> list[LogLine]:
    async with asyncio.timeout(LONGEST_WAIT):
        return [await anext(lines) for _ in range(count)]


async def texts(lines: AsyncIterator[LogLine], count: int) -> list[bytes]:
    return [line.raw for line in await take(lines, count)]


def write(path: Path, content: bytes = b"") -> None:
    path.write_bytes(content)


def remove(path: Path) -> None:
    path.unlink()


def permit(path: Path, mode: int) -> None:
    path.chmod(mode)


def lead(path: Path, target: Path) -> None:
    path.symlink_to(target)


def replace_directory(path: Path) -> None:
    path.rename(path.with_name("old"))
    path.mkdir()


def append(path: Path, *lines: bytes) -> None:
    with path.open("ab") as file:
        file.write(b"".join(line + b"\n" for line in lines))


def pack(path: Path, number: int, day: date) -> None:
    path.rename(path.with_name(f"{day}-{number}.log"))


def rotate(path: Path, number: int, day: date = date(2026, 11, 30)) -> None:
    pack(path, number, day)
    write(path)


def day_of(path: Path) -> date:
    """When it was written."""
    return datetime.fromtimestamp(path.stat().st_mtime, UTC).astimezone().date()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "logs").mkdir()
    return tmp_path / "logs" / "latest.log"


async def test_lines_come_as_they_are_written(path: Path) -> None:
    write(path)
    async with Reading(path).opened as tail:
        lines = aiter(tail)
        for number in range(20):
            append(path, b"%d" % number)
            line = (await take(lines, 1))[0]
            assert (line.raw, line.history) == (b"%d" % number, False)


async def test_half_a_line_is_waited_for(path: Path) -> None:
    write(path)
    async with Reading(path).opened as tail:
        lines = aiter(tail)
        append(path, b"one")
        await take(lines, 1)
        with path.open("ab", buffering=0) as server:
            server.write(b"tw")
            server.write(b"o\r\n")
        assert await texts(lines, 1) == [b"two"]


async def test_what_was_logged_since_the_servers_start_comes_first_as_history(path: Path) -> None:
    append(path, START, b"of an earlier run", START, b"Mara joined")
    async with Reading(path).opened as tail:
        append(path, b"new")
        found = [(line.raw, line.history) for line in await take(aiter(tail), 3)]
    assert found == [(START, True), (b"Mara joined", True), (b"new", False)]


async def marked(path: Path, lines: int) -> Mark:
    """What is kept when so many lines of the log were dealt with."""
    async with Reading(path).opened as tail:
        return mark_of((await take(aiter(tail), lines))[-1])


async def test_a_mark_parts_history_from_what_was_missed(path: Path) -> None:
    append(path, START, b"seen")
    mark = await marked(path, 2)
    append(path, b"missed")
    async with Reading(path, mark).opened as tail:
        found = [(line.raw, line.history) for line in await take(aiter(tail), 3)]
    assert found == [(START, True), (b"seen", True), (b"missed", False)]


async def test_a_log_begun_after_the_mark_is_new_from_its_first_line(path: Path) -> None:
    append(path, b"seen")
    mark = await marked(path, 1)
    rotate(path, 1)
    append(path, START, b"new")
    reading = Reading(path, mark)
    async with reading.opened as tail:
        found = [(line.raw, line.history) for line in await take(aiter(tail), 2)]
    assert found == [(START, False), (b"new", False)]
    assert reading.states == [LogState.MARK_LOST, LogState.FOLLOWING]


async def test_behind_nothing_all_of_a_log_is_new(path: Path) -> None:
    append(path, START, b"new")
    reading = Reading(path, NOTHING)
    async with reading.opened as tail:
        assert [line.history for line in await take(aiter(tail), 2)] == [False, False]
    assert reading.states == [LogState.FOLLOWING]


async def test_what_was_missed_of_the_log_before_comes_first(path: Path) -> None:
    append(path, b"seen")
    mark = await marked(path, 1)
    append(path, b"missed")
    rotate(path, 1, day_of(path))
    append(path, START, b"new")
    async with Reading(path, mark).opened as tail:
        assert await texts(aiter(tail), 3) == [b"missed", START, b"new"]


async def test_what_was_missed_comes_first_also_while_the_log_is_being_packed_away(
    path: Path,
) -> None:
    append(path, b"seen")
    mark = await marked(path, 1)
    append(path, b"missed")
    pack(path, 1, day_of(path))
    async with Reading(path, mark).opened as tail:
        append(path, b"new")
        found = [(line.raw, line.history) for line in await take(aiter(tail), 2)]
    assert found == [(b"missed", False), (b"new", False)]


async def test_a_mark_in_a_file_that_was_written_anew_counts_for_nothing(path: Path) -> None:
    append(path, b"seen")
    mark = await marked(path, 1)
    write(path, b"longer than before\n")
    async with Reading(path, mark).opened as tail:
        assert not (await take(aiter(tail), 1))[0].history


async def test_the_newest_lines_are_those_that_stand_in_the_log_now(path: Path) -> None:
    append(path, b"one", b"two")
    async with Reading(path).opened as tail:
        lines = aiter(tail)
        await take(lines, 1)
        append(path, b"three")
        with path.open("ab") as file:
            file.write(b"half")
        assert tail.newest == [b"one", b"two", b"three"]
    missing = Reading(path.with_name("missing.log"))
    async with missing.opened as tail:
        assert tail.newest == []


@pytest.mark.parametrize("missing", ["file", "directory"])
async def test_a_log_that_comes_later_is_new_from_its_first_line(path: Path, missing: str) -> None:
    if missing == "directory":
        path.parent.rmdir()
    reading = Reading(path)
    async with reading.opened as tail:
        assert reading.states == [LogState.MISSING]
        path.parent.mkdir(exist_ok=True)
        append(path, START, b"one")
        found = [(line.raw, line.history) for line in await take(aiter(tail), 2)]
        assert found == [(START, False), (b"one", False)]
        assert reading.states == [LogState.MISSING, LogState.FOLLOWING]


async def test_rotation_loses_nothing_and_repeats_nothing(path: Path) -> None:
    write(path)
    reading = Reading(path)
    async with reading.opened as tail:
        lines = aiter(tail)
        expected: list[bytes] = []
        for number in range(5):
            before, after = b"%d before" % number, b"%d after" % number
            append(path, before)
            rotate(path, number)
            append(path, after)
            expected += [before, after]
            assert await texts(lines, 2) == [before, after]
    assert reading.states == [LogState.FOLLOWING]


async def test_a_burst_on_both_sides_of_a_rotation_is_whole(path: Path) -> None:
    write(path)
    async with Reading(path).opened as tail:
        before = [b"before %d" % number for number in range(5000)]
        after = [b"after %d" % number for number in range(5000)]
        append(path, *before)
        rotate(path, 1)
        append(path, *after)
        assert await texts(aiter(tail), 10_000) == before + after


async def test_a_rotated_log_that_is_packed_at_once_is_read_to_its_end(path: Path) -> None:
    write(path)
    async with Reading(path).opened as tail:
        append(path, b"last words")
        rotate(path, 1)
        packed = path.with_name("2026-11-30-1.log")
        with gzip.open(packed.with_suffix(".log.gz"), "wb") as file:
            file.write(packed.read_bytes())
        packed.unlink()
        append(path, b"first words")
        assert await texts(aiter(tail), 2) == [b"last words", b"first words"]


async def test_a_removed_log_is_read_on_until_another_is_there(path: Path) -> None:
    with path.open("wb", buffering=0) as server:
        async with Reading(path).opened as tail:
            lines = aiter(tail)
            remove(path)
            server.write(b"written into nowhere\n")
            assert await texts(lines, 1) == [b"written into nowhere"]
            append(path, b"new file")
            assert await texts(lines, 1) == [b"new file"]


async def test_a_log_that_was_cut_is_read_from_its_start(path: Path) -> None:
    write(path)
    async with Reading(path).opened as tail:
        lines = aiter(tail)
        append(path, b"one", b"two")
        await take(lines, 2)
        os.truncate(path, 0)
        append(path, b"new")
        assert await texts(lines, 1) == [b"new"]


async def test_a_log_written_anew_in_place_is_read_from_its_start(path: Path) -> None:
    write(path)
    async with Reading(path).opened as tail:
        lines = aiter(tail)
        append(path, b"one", b"two")
        await take(lines, 2)
        write(path, b"new one\nnew two\nnew three\n")
        assert await texts(lines, 3) == [b"new one", b"new two", b"new three"]


async def test_a_replaced_directory_is_followed(path: Path) -> None:
    write(path)
    async with Reading(path).opened as tail:
        lines = aiter(tail)
        append(path, b"one")
        await take(lines, 1)
        replace_directory(path.parent)
        append(path, b"two")
        assert await texts(lines, 1) == [b"two"]


async def test_a_removed_directory_is_awaited(path: Path) -> None:
    write(path)
    async with Reading(path).opened as tail:
        lines = aiter(tail)
        shutil.rmtree(path.parent)
        path.parent.mkdir()
        append(path, b"one")
        assert await texts(lines, 1) == [b"one"]


async def test_a_line_that_is_too_long_is_told_once(path: Path) -> None:
    write(path)
    reading = Reading(path)
    async with reading.opened as tail:
        long = b"x" * (LONGEST_LINE + 1)
        append(path, b"one", long, b"two", long, b"three")
        assert await texts(aiter(tail), 3) == [b"one", b"two", b"three"]
        rotate(path, 1)
        append(path, long, b"four")
        assert await texts(aiter(tail), 1) == [b"four"]
        assert tail.skipped == 3
    assert reading.states.count(LogState.LINE_SKIPPED) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="rights do not bind root")
async def test_a_log_that_may_not_be_read_is_told_and_awaited(path: Path) -> None:
    append(path, b"past")
    permit(path, 0)
    reading = Reading(path)
    async with reading.opened as tail:
        assert reading.states == [LogState.UNREADABLE]
        permit(path, 0o600)
        assert [line.history for line in await take(aiter(tail), 1)] == [True]
    assert reading.states == [LogState.UNREADABLE, LogState.FOLLOWING]


async def test_a_refused_log_is_told_once_and_read_when_it_may_be(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append(path, b"past")

    def refused(_path: Path) -> LogFile:
        raise PermissionError

    reading = Reading(path)
    with monkeypatch.context() as patch:
        patch.setattr(log_tail, "LogFile", refused)
        tail = await reading.opened.__aenter__()
    try:
        append(path, b"since then")
        assert await texts(aiter(tail), 2) == [b"past", b"since then"]
    finally:
        await reading.opened.__aexit__(None, None, None)
    assert reading.states == [LogState.UNREADABLE, LogState.FOLLOWING]


@pytest.mark.parametrize("kind", ["folder", "pipe", "endless device"])
async def test_something_else_in_its_place_is_told_and_not_waited_for(
    path: Path, kind: str
) -> None:
    match kind:
        case "folder":
            os.mkdir(path)
        case "pipe":
            os.mkfifo(path)
        case _:
            os.symlink("/dev/zero", path)
    reading = Reading(path)
    async with reading.opened as tail:
        assert reading.states == [LogState.NO_FILE]
        os.rename(path, path.with_name("put away"))
        append(path, b"one")
        assert await texts(aiter(tail), 1) == [b"one"]


async def test_a_link_into_another_directory_is_followed_and_so_is_a_new_one(
    path: Path, tmp_path: Path
) -> None:
    first, second = tmp_path / "first" / "real.log", tmp_path / "second" / "real.log"
    for target in (first, second):
        target.parent.mkdir()
        write(target)
    lead(path, first)
    clock = FakeClock()
    states: list[LogState] = []

    async def line_of(lines: AsyncIterator[LogLine]) -> bytes:
        async with asyncio.TaskGroup() as group:
            waiting = group.create_task(texts(lines, 1))
            while not waiting.done():
                clock.advance(log_tail.LINK_SECONDS)
                await asyncio.sleep(0)
        return waiting.result()[0]

    async with LogTail.open(path, clock=clock, on_state=states.append) as tail:
        lines = aiter(tail)
        append(first, b"one")
        assert await line_of(lines) == b"one"
        rotate(first, 1)
        append(first, b"two")
        assert await line_of(lines) == b"two"
        remove(path)
        lead(path, second)
        append(second, b"three")
        assert await line_of(lines) == b"three"
        remove(path)
        append(path, b"no link any more")
        assert await line_of(lines) == b"no link any more"
        append(path, b"watched again")
        assert await texts(lines, 1) == [b"watched again"]
    assert states == [LogState.FOLLOWING]


async def test_other_files_of_the_directory_do_not_matter(path: Path) -> None:
    write(path)
    async with Reading(path).opened as tail:
        append(path.with_name("debug.log"), b"noise")
        append(path, b"one")
        assert await texts(aiter(tail), 1) == [b"one"]


async def test_nothing_stays_open_after_the_end(path: Path) -> None:
    append(path, b"one")
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        async with Reading(path).opened as tail:
            await take(aiter(tail), 1)
    assert len(os.listdir("/proc/self/fd")) == before


async def test_a_hundredth_of_the_proof_holds() -> None:
    spec = spec_from_file_location("prove_tail", PROOF)
    assert spec is not None
    assert spec.loader is not None
    proof = module_from_spec(spec)
    sys.modules["prove_tail"] = proof
    spec.loader.exec_module(proof)
    async with asyncio.timeout(6 * LONGEST_WAIT):
        outcomes: list[Any] = await proof.follow_all(lines=10_000, changes=10)
    assert [(outcome.lost, outcome.repeated) for outcome in outcomes] == [(0, 0), (0, 0)]
