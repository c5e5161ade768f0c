from __future__ import annotations

import asyncio
import errno
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bridge.files import inotify, watch
from bridge.files.watch import choose, watch_directory
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bridge.files.changes import Change

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="real inotify is Linux's")

LONGEST_WAIT = 10
QUEUE = Path("/proc/sys/fs/inotify/max_queued_events")


def events_kept() -> int:
    return int(QUEUE.read_text())


async def until(changes: AsyncIterator[Change], *names: str) -> None:
    """Wait until each of the names has been told, or everything has."""
    missing = set(names)
    async with asyncio.timeout(LONGEST_WAIT):
        while missing:
            change = await anext(changes)
            missing = {name for name in missing if not change.touches(name)}


async def everything(changes: AsyncIterator[Change]) -> None:
    async with asyncio.timeout(LONGEST_WAIT):
        while not (await anext(changes)).everything:
            pass


async def test_writes_renames_and_removals_are_told_by_name(tmp_path: Path) -> None:
    async with watch_directory(tmp_path, clock=FakeClock()) as changes:
        (tmp_path / "a").write_text("x")
        await until(changes, "a")
        (tmp_path / "a").rename(tmp_path / "b")
        await until(changes, "a", "b")
        (tmp_path / "b").unlink()
        await until(changes, "b")


async def test_every_atomic_save_is_told(tmp_path: Path) -> None:
    target = tmp_path / "config"
    async with watch_directory(tmp_path, clock=FakeClock()) as changes:
        for number in range(12):
            (tmp_path / "beside").write_text(str(number))
            (tmp_path / "beside").replace(target)
            await until(changes, "config")


async def test_what_happens_before_the_iterator_is_asked_is_not_lost(tmp_path: Path) -> None:
    async with watch_directory(tmp_path, clock=FakeClock()) as changes:
        for name in "abc":
            (tmp_path / name).write_text("x")
        await until(changes, "a", "b", "c")


async def test_changed_rights_are_told(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    async with watch_directory(tmp_path, clock=FakeClock()) as changes:
        (tmp_path / "a").chmod(0o600)
        await until(changes, "a")


async def test_a_missing_directory_is_awaited_step_by_step(tmp_path: Path) -> None:
    directory = tmp_path / "server" / "logs"
    async with watch_directory(directory, clock=FakeClock()) as changes:
        (tmp_path / "unrelated").mkdir()
        directory.parent.mkdir()
        await everything(changes)
        directory.mkdir()
        await everything(changes)
        (directory / "a").write_text("x")
        await until(changes, "a")


async def test_a_directory_made_in_one_go_is_seen(tmp_path: Path) -> None:
    directory = tmp_path / "one" / "two" / "three"
    async with watch_directory(directory, clock=FakeClock()) as changes:
        directory.mkdir(parents=True)
        (directory / "a").write_text("x")
        await everything(changes)


@pytest.mark.parametrize("moved", ["logs", "server"])
async def test_a_replaced_directory_is_followed(tmp_path: Path, moved: str) -> None:
    directory = tmp_path / "server" / "logs"
    directory.mkdir(parents=True)
    step = directory if moved == "logs" else directory.parent
    async with watch_directory(directory, clock=FakeClock()) as changes:
        step.rename(tmp_path / "old")
        directory.mkdir(parents=True)
        await everything(changes)
        (directory / "a").write_text("x")
        await until(changes, "a")


async def test_a_removed_directory_is_awaited_again(tmp_path: Path) -> None:
    directory = tmp_path / "logs"
    directory.mkdir()
    async with watch_directory(directory, clock=FakeClock()) as changes:
        shutil.rmtree(directory)
        await everything(changes)
        directory.mkdir()
        await everything(changes)
        (directory / "a").write_text("x")
        await until(changes, "a")


async def test_more_events_than_the_kernel_keeps_change_everything(tmp_path: Path) -> None:
    kept = events_kept()
    names = [tmp_path / "a", tmp_path / "b"]
    for name in names:
        name.touch()
    async with watch_directory(tmp_path, clock=FakeClock()) as changes:
        for number in range(kept + 10):
            os.utime(names[number % 2])
        await everything(changes)


@pytest.mark.skipif(os.geteuid() == 0, reason="rights do not bind root")
async def test_a_directory_that_may_not_be_read_is_awaited(tmp_path: Path) -> None:
    directory = tmp_path / "logs"
    directory.mkdir(mode=0)
    async with watch_directory(directory, clock=FakeClock()) as changes:
        directory.chmod(0o700)
        await everything(changes)


async def test_without_inotify_left_the_directory_is_polled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def exhausted(**_: object) -> None:
        raise OSError(errno.EMFILE, "too many instances")

    monkeypatch.setattr(inotify, "Inotify", exhausted)
    clock = FakeClock()
    async with watch_directory(tmp_path, clock=clock) as changes, asyncio.TaskGroup() as group:
        waiting = group.create_task(until(changes, "a"))
        (tmp_path / "a").write_text("x")
        while not waiting.done():
            clock.advance(2.0)
            await asyncio.sleep(0)
    (told,) = caplog.messages
    assert f"{tmp_path}: looked at every 2 s only" in told


async def test_other_failures_of_inotify_are_not_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**_: object) -> None:
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(inotify, "Inotify", broken)
    with pytest.raises(OSError, match="broken"):
        async with watch_directory(tmp_path, clock=FakeClock()):
            pass


def test_a_share_of_another_machine_is_polled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert choose(tmp_path) == "inotify"

    def silent(path: Path) -> bool:
        return path != tmp_path

    monkeypatch.setattr(watch, "gives_events", silent)
    assert choose(tmp_path) == "poll"
