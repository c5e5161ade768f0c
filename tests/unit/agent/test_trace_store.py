"""What was written of runs is read as it was."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bridge.agent import trace_store
from bridge.agent.trace_rows import Part
from bridge.agent.traced import TracedStep, Unfinished
from bridge.core.model_calls import Usage
from bridge.storage.database import Database
from tests.fakes.clock import FakeClock
from tests.fakes.traced_events import AFTER, BEFORE, MARA, NOON, ended, refused, started, step

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from datetime import datetime

    from bridge.agent.traced import TracedRun


@pytest.fixture
async def db() -> AsyncGenerator[Database]:
    async with Database.open(None, clock=FakeClock()) as database:
        yield database


def part(number: int, run: str, *, server: str = "main", at: datetime = NOON) -> Part:
    return Part(
        number=number,
        started=started(run, server=server, at=at),
        ended=ended(run),
        missing=0,
        first=0,
        steps=(step(run),),
    )


async def put(db: Database, *parts: Part) -> None:
    async with db.write() as tx:
        await trace_store.put(tx, parts)


async def newest(
    db: Database, limit: int = trace_store.ALL, server: str | None = None
) -> list[TracedRun]:
    async with db.read() as snapshot:
        return await trace_store.newest(snapshot, limit, server)


async def named(db: Database, name: str, server: str | None = None) -> list[str]:
    async with db.read() as snapshot:
        return [run.run for run in await trace_store.named(snapshot, name, server)]


async def test_a_run_is_read_as_it_was_written(db: Database) -> None:
    whole = Part(
        number=7,
        started=started(),
        ended=ended(outcome="stopped", stop="paused"),
        missing=2,
        first=0,
        steps=(step(), refused()),
    )
    await put(db, whole)
    (run,) = await newest(db)
    assert (run.number, run.run, run.server, run.mode) == (7, "aa01", "main", "free")
    assert (run.player, run.uuid, run.prompts) == (MARA.name, MARA.uuid, "9f2c")
    assert (run.started, run.ended) == (NOON, NOON + timedelta(seconds=2))
    assert (run.workflow, run.outcome, run.stop) == ("system:reasoning", "stopped", "paused")
    assert run.missing == 2
    assert run.steps == (
        TracedStep(
            step="1",
            kind="model",
            name="react",
            ok=True,
            reason="",
            ms=500.0,
            model="scripted",
            usage=Usage(input_tokens=100, output_tokens=20),
            cost=0.25,
            before=BEFORE,
            after=AFTER,
        ),
        TracedStep(
            step="2",
            kind="tool",
            name="quests.find",
            ok=False,
            reason="budget: toolCalls",
            ms=500.0,
            model="",
            usage=None,
            cost=None,
            before=BEFORE,
            after=BEFORE,
        ),
    )


async def test_the_end_completes_what_was_written_of_the_start(db: Database) -> None:
    begun = Part(
        number=1, started=started(), ended=None, missing=0, first=0, steps=(step(number=1),)
    )
    await put(db, begun)
    (run,) = await newest(db)
    assert (run.outcome, run.ended, run.workflow) == (Unfinished.RUNNING, None, None)
    await put(
        db,
        Part(
            number=1,
            started=started(),
            ended=ended(),
            missing=0,
            first=1,
            steps=(step(number=2),),
        ),
    )
    (run,) = await newest(db)
    assert run.outcome == "answered"
    assert [each.step for each in run.steps] == ["1", "2"]


async def test_the_newest_is_first_and_a_limit_cuts_the_older_ones(db: Database) -> None:
    await put(db, *(part(number, f"run{number}") for number in range(1, 6)))
    assert [run.run for run in await newest(db)] == ["run5", "run4", "run3", "run2", "run1"]
    assert [run.run for run in await newest(db, 2)] == ["run5", "run4"]


async def test_the_runs_of_one_server(db: Database) -> None:
    await put(db, part(1, "a"), part(2, "b", server="two"), part(3, "c"))
    assert [run.run for run in await newest(db, server="main")] == ["c", "a"]
    assert [run.run for run in await newest(db, 1, "two")] == ["b"]


async def test_a_run_is_found_by_its_id_or_by_how_it_begins(db: Database) -> None:
    await put(db, part(1, "ab"), part(2, "abc"), part(3, "abd", server="two"), part(4, "x%"))
    assert await named(db, "ab") == ["ab"]
    assert await named(db, "abc") == ["abc"]
    assert await named(db, "a") == ["abd", "abc", "ab"]
    assert await named(db, "a", "two") == ["abd"]
    assert await named(db, "%") == []
    assert await named(db, "x%") == ["x%"]


async def test_what_an_earlier_process_left_open_is_lost(db: Database) -> None:
    await put(db, Part(number=5, started=started(), ended=None, missing=0, first=0, steps=()))
    async with db.write() as tx:
        assert await trace_store.begin(tx) == 5
    (run,) = await newest(db)
    assert (run.outcome, run.ended) == (Unfinished.LOST, None)


async def test_an_empty_trace_begins_at_nought(db: Database) -> None:
    async with db.write() as tx:
        assert await trace_store.begin(tx) == 0


async def test_what_is_old_goes_with_its_steps_so_many_at_once(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trace_store, "FORGOTTEN_AT_ONCE", 2)
    old = [part(number, f"old{number}", at=NOON - timedelta(days=1)) for number in (1, 2, 3)]
    await put(db, *old, part(4, "new"))
    for removed in (2, 1, 0):
        async with db.write() as tx:
            assert await trace_store.forget(tx, NOON) == removed
    assert [run.run for run in await newest(db)] == ["new"]
    async with db.read() as snapshot:
        assert await snapshot.all("SELECT DISTINCT run FROM trace_step") == [(4,)]


async def test_what_changed_is_what_is_newer_and_what_was_under_way(db: Database) -> None:
    await put(db, *(part(number, f"run{number}") for number in range(1, 6)))
    async with db.read() as snapshot:
        runs = await trace_store.changed(snapshot, 3, [1])
        assert [run.run for run in runs] == ["run1", "run4", "run5"]
        assert await trace_store.changed(snapshot, 5, []) == []


async def test_what_is_kept_is_read_some_at_a_time(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trace_store, "PAGE", 2)
    await put(db, *(part(number, f"run{number}") for number in range(1, 6)))
    async with db.read() as snapshot:
        pages = [[run.run for run in page] async for page in trace_store.pages(snapshot)]
    assert pages == [["run5", "run4"], ["run3", "run2"], ["run1"]]
