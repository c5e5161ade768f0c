"""What is told of runs as they are written, once each."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING

from bridge.agent import trace_store
from bridge.agent.trace_follow import LOOK_SECONDS, Begun, Over, Seen, Stepped, follow
from bridge.agent.trace_rows import Part
from bridge.agent.traced import Unfinished
from bridge.storage.database import Database
from tests.fakes.clock import FakeClock
from tests.fakes.traced_events import ended, started, step

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from bridge.agent.trace_follow import News
    from bridge.agent.traced import TracedRun


def part(run: str, number: int, *, first: int = 0, steps: int = 1, over: bool = True) -> Part:
    return Part(
        number=number,
        started=started(run),
        ended=ended(run) if over else None,
        missing=0,
        first=first,
        steps=tuple(step(run, each) for each in range(first + 1, first + steps + 1)),
    )


async def put(db: Database, *parts: Part) -> None:
    async with db.write() as tx:
        await trace_store.put(tx, parts)


def told(news: News) -> str:
    match news:
        case Begun(run):
            return f"{run.run} begins"
        case Stepped(run, each):
            return f"{run.run} {each.step}"
        case Over(run):
            return f"{run.run} {run.outcome}"


async def test_what_is_there_is_told_and_then_what_comes(tmp_path: Path) -> None:
    clock, heard = FakeClock(), list[str]()
    opened = [Database.open(tmp_path / "a.db", clock=clock) for _ in range(2)]

    async def listen() -> None:
        async with aclosing(follow(reading, clock, after=1)) as news:
            async for each in news:
                heard.append(told(each))

    async def look(expected: list[str]) -> None:
        async with asyncio.timeout(5):
            while not clock.sleeping:
                await asyncio.sleep(0.001)
            clock.advance(LOOK_SECONDS)
            while len(heard) < len(expected):
                await asyncio.sleep(0.001)
        assert heard == expected
        heard.clear()

    async with opened[0] as writing, opened[1] as reading, asyncio.TaskGroup() as group:
        await put(writing, part("old", 1), part("live", 2, over=False))
        task = group.create_task(listen())
        await look(["live begins", "live 1"])
        await put(writing, part("fast", 3, steps=2), part("live", 2, first=1, over=False))
        await look(["live 2", "fast begins", "fast 1", "fast 2", "fast answered"])
        await look([])
        await put(writing, part("live", 2, first=2))
        await look(["live 3", "live answered"])
        await put(writing, part("live", 2, first=3, steps=0))
        await look([])
        task.cancel()


async def test_the_tables_are_read_only_after_a_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, looks = FakeClock(), list[int]()

    async def changed(*given: object) -> list[TracedRun]:
        looks.append(len(given))
        return []

    monkeypatch.setattr(trace_store, "changed", changed)

    async def listen() -> None:
        async with aclosing(follow(db, clock, after=0)) as news:
            async for _ in news:
                pass

    async def look() -> int:
        while not clock.sleeping:
            await asyncio.sleep(0.001)
        clock.advance(LOOK_SECONDS)
        while clock.sleeping:
            await asyncio.sleep(0)
        while not clock.sleeping:
            await asyncio.sleep(0.001)
        return len(looks)

    async with Database.open(tmp_path / "a.db", clock=clock) as db, asyncio.TaskGroup() as group:
        task = group.create_task(listen())
        assert [await look() for _ in range(3)] == [1, 1, 1]
        await put(db, part("one", 1))
        assert await look() == 2
        task.cancel()


async def test_a_run_that_turns_out_to_be_lost_is_over(tmp_path: Path) -> None:
    async with Database.open(tmp_path / "a.db", clock=FakeClock()) as db:
        await put(db, part("run", 1, over=False))
        async with db.read() as snapshot:
            (run,) = await trace_store.newest(snapshot)
    seen = Seen(after=0)
    assert [told(each) for each in seen.news(run)] == ["run begins", "run 1"]
    assert seen.under_way == (1,)
    lost = replace(run, outcome=Unfinished.LOST)
    assert [told(each) for each in seen.news(lost)] == ["run lost"]
    assert (seen.under_way, seen.newest) == ((), 1)
