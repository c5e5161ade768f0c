from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING

from bridge.files.changes import EVERYTHING, NOTHING, Change
from bridge.files.polling import poll_directory
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path


async def after(clock: FakeClock, changes: AsyncGenerator[Change]) -> Change:
    """The next change, with the clock moved on whenever the poll waits."""
    async with asyncio.TaskGroup() as group:
        step = group.create_task(anext(changes))
        while not step.done():
            clock.advance(2.0)
            await asyncio.sleep(0)
    return step.result()


async def test_each_kind_of_change_is_noticed_by_name(tmp_path: Path) -> None:
    clock = FakeClock()
    (tmp_path / "kept").write_text("x")
    (tmp_path / "gone").write_text("x")
    async with aclosing(poll_directory(tmp_path, clock, 2.0)) as changes:
        assert await anext(changes) == NOTHING
        (tmp_path / "new").write_text("x")
        assert await after(clock, changes) == Change(frozenset({"new"}))
        (tmp_path / "kept").write_text("longer")
        (tmp_path / "gone").unlink()
        assert await after(clock, changes) == Change(frozenset({"kept", "gone"}))
        (tmp_path / "other").write_text("x")
        (tmp_path / "other").replace(tmp_path / "new")
        assert await after(clock, changes) == Change(frozenset({"new"}))


async def test_a_directory_that_comes_or_goes_changes_everything(tmp_path: Path) -> None:
    clock = FakeClock()
    directory = tmp_path / "logs"
    async with aclosing(poll_directory(directory, clock, 2.0)) as changes:
        await anext(changes)
        directory.mkdir()
        assert await after(clock, changes) == EVERYTHING
        directory.rmdir()
        assert await after(clock, changes) == EVERYTHING


async def test_a_broken_link_is_an_entry_like_others(tmp_path: Path) -> None:
    clock = FakeClock()
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    async with aclosing(poll_directory(tmp_path, clock, 2.0)) as changes:
        await anext(changes)
        (tmp_path / "link").unlink()
        assert await after(clock, changes) == Change(frozenset({"link"}))
