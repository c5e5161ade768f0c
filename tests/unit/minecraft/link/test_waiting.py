"""Waiting, but not for ever."""

from __future__ import annotations

import asyncio

import pytest

from bridge.core.errors import LinkError
from bridge.minecraft.link.waiting import within
from tests.fakes.clock import FakeClock


async def test_what_is_done_in_time_is_returned_and_nobody_sleeps_on() -> None:
    clock = FakeClock()
    assert await within(5, asyncio.sleep(0, "x"), clock) == "x"
    assert clock.sleeping == 0


async def test_what_takes_longer_is_cancelled() -> None:
    clock = FakeClock()
    cancelled = asyncio.Event()

    async def endless() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()

    async def advance() -> None:
        while not clock.sleeping:
            await asyncio.sleep(0)
        clock.advance(5)

    async with asyncio.TaskGroup() as group:
        group.create_task(advance())
        with pytest.raises(TimeoutError):
            await within(5, endless(), clock)
    assert cancelled.is_set()


async def test_an_error_of_ours_is_raised_as_it_is() -> None:
    async def failing() -> None:
        raise LinkError("gone")

    with pytest.raises(LinkError, match="gone"):
        await within(5, failing(), FakeClock())
