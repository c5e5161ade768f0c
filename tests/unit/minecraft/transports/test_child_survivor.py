"""A server that lives already."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import TYPE_CHECKING

import pytest

from bridge.daemon.clock import SystemClock
from bridge.minecraft.transports.child_survivor import Survivor, find, gone, is_alive, started

if TYPE_CHECKING:
    from pathlib import Path

HOLDER = """
import fcntl, sys
file = open(sys.argv[1], "w")
fcntl.lockf(file, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.read()
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks the Linux kernel")


async def holding(world: Path) -> asyncio.subprocess.Process:
    os.mkdir(world)
    holder = await asyncio.create_subprocess_exec(
        *(sys.executable, "-S", "-c", HOLDER, str(world / "session.lock")),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert holder.stdout is not None
    assert await holder.stdout.readline() == b"held\n"
    return holder


def test_without_record_and_lock_there_is_none(tmp_path: Path) -> None:
    assert find(tmp_path / "record", tmp_path / "world") is None


@pytest.mark.parametrize("text", ["", "x y", "1", "999999999 5\n", f"{os.getpid()} 5\n", "\xff"])
def test_a_record_of_nobody_counts_for_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "record").write_text(text, encoding="latin-1")
    assert find(tmp_path / "record", tmp_path / "world") is None


def test_a_process_is_the_recorded_one_by_its_start(tmp_path: Path) -> None:
    start = started(os.getpid())
    assert start is not None
    (tmp_path / "record").write_text(f"{os.getpid()} {start}\n")
    assert find(tmp_path / "record", tmp_path) == Survivor(pid=os.getpid(), ours=True)
    assert not is_alive(os.getpid(), start + 1)


async def test_who_holds_the_world_is_found_and_waited_for(tmp_path: Path) -> None:
    record, world = tmp_path / "record", tmp_path / "world"
    holder = await holding(world)
    found = Survivor(pid=holder.pid, ours=False)
    assert find(record, world) == found
    async with asyncio.timeout(20), asyncio.TaskGroup() as group:
        waiting = group.create_task(gone(found, record, world, SystemClock()))
        await asyncio.sleep(0)
        assert not waiting.done()
        await holder.communicate(b"")
    assert find(record, world) is None


def test_a_lock_that_cannot_be_asked_about_keeps_nothing_from_starting(tmp_path: Path) -> None:
    (tmp_path / "session.lock").mkdir()
    assert find(tmp_path / "record", tmp_path) is None
