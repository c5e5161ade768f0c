"""A thread's result is awaited, its error is raised, and its end is nobody's business."""

from __future__ import annotations

import asyncio
import threading

import pytest

from bridge.files.background import in_background


async def test_the_result_comes_back() -> None:
    assert await in_background(lambda: threading.current_thread().daemon) is True


async def test_an_error_is_raised_where_it_is_awaited() -> None:
    def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await in_background(fail)


def test_a_loop_ends_without_waiting_for_the_thread() -> None:
    release = threading.Event()
    begun = threading.Event()

    def work() -> None:
        begun.set()
        release.wait(20)

    async def main() -> None:
        async with asyncio.TaskGroup() as group:
            task = group.create_task(in_background(work))
            while not begun.is_set():
                await asyncio.sleep(0)
            task.cancel()

    asyncio.run(main())
    assert not release.is_set()
    release.set()
