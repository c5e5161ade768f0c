from __future__ import annotations

import asyncio
import os
import sys
from contextlib import aclosing
from typing import TYPE_CHECKING

import pytest

if sys.platform != "linux":
    pytest.skip("inotify is Linux's", allow_module_level=True)

from bridge.files.changes import EVERYTHING, NOTHING
from bridge.files.inotify import follow_directory

if TYPE_CHECKING:
    from pathlib import Path


async def test_entries_of_other_directories_are_not_told(tmp_path: Path) -> None:
    directory = tmp_path / "logs"
    directory.mkdir()
    async with aclosing(follow_directory(directory)) as changes:
        assert await anext(changes) == NOTHING
        (tmp_path / "beside").write_text("x")
        (directory / "inside").write_text("x")
        async with asyncio.timeout(10):
            assert (await anext(changes)).names == {"inside"}


async def test_while_the_directory_is_missing_others_do_not_count(tmp_path: Path) -> None:
    directory = tmp_path / "logs"
    async with aclosing(follow_directory(directory)) as changes:
        await anext(changes)
        (tmp_path / "beside").write_text("x")
        directory.mkdir()
        async with asyncio.timeout(10):
            assert await anext(changes) == EVERYTHING
        (directory / "inside").write_text("x")
        async with asyncio.timeout(10):
            assert (await anext(changes)).names == {"inside"}


async def test_nothing_stays_open_after_the_end(tmp_path: Path) -> None:
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        async with aclosing(follow_directory(tmp_path)) as changes:
            await anext(changes)
    assert len(os.listdir("/proc/self/fd")) == before
