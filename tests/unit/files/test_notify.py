from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING

from bridge.files.changes import EVERYTHING, NOTHING
from bridge.files.notify import notice_directory
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from pathlib import Path


async def test_changes_are_told_by_name(tmp_path: Path) -> None:
    async with aclosing(notice_directory(tmp_path, FakeClock())) as changes:
        assert await anext(changes) == NOTHING
        async with asyncio.timeout(10), asyncio.TaskGroup() as group:
            step = group.create_task(anext(changes))
            number = 0
            while not step.done():
                # It starts to watch only when it is asked, at a moment that it does not tell.
                number += 1
                (tmp_path / "a").write_text(str(number))
                await asyncio.sleep(0)
        assert step.result().names == {"a"}


async def test_a_missing_directory_is_looked_for(tmp_path: Path) -> None:
    clock = FakeClock()
    directory = tmp_path / "logs"
    async with aclosing(notice_directory(directory, clock)) as changes:
        await anext(changes)
        async with asyncio.timeout(10), asyncio.TaskGroup() as group:
            step = group.create_task(anext(changes))
            while not clock.sleeping:
                await asyncio.sleep(0)
            directory.mkdir()
            clock.advance(1.0)
        assert step.result() == EVERYTHING
