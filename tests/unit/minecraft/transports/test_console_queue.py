"""Lines of a console on their way."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bridge.minecraft.transports import console_queue
from bridge.minecraft.transports.console_queue import ConsoleLine, ConsoleQueue

if TYPE_CHECKING:
    import pytest


async def test_lines_come_out_in_order_to_the_end() -> None:
    queue = ConsoleQueue()
    queue.put([ConsoleLine(b"1"), ConsoleLine(b"2")])
    queue.put([ConsoleLine(b"3", history=True)])
    queue.close()
    assert [line.raw for line in [line async for line in queue.lines()]] == [b"1", b"2", b"3"]


async def test_a_reader_waits_for_the_next() -> None:
    queue = ConsoleQueue()
    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        lines = queue.lines()
        reading = group.create_task(anext(lines))
        await asyncio.sleep(0)
        queue.put([ConsoleLine(b"late")])
    assert reading.result() == ConsoleLine(b"late")
    await lines.aclose()


async def test_what_nobody_reads_is_bounded_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console_queue, "MOST_WAITING", 10)
    queue = ConsoleQueue()
    queue.put(ConsoleLine(b"12345678") for _ in range(5))
    assert queue.skipped == 3
    lines = queue.lines()
    assert (await anext(lines)).raw == b"12345678"
    queue.put([ConsoleLine(b"again")])
    queue.close()
    assert [line.raw async for line in lines] == [b"12345678", b"again"]
