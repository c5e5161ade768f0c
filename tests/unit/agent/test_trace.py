"""What executions announce comes to stand in the store, and nothing more than that."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager
from datetime import timedelta
from itertools import repeat
from typing import TYPE_CHECKING

import pytest

from bridge.agent import trace, trace_store
from bridge.agent.failures import FailureError, NotOrganised
from bridge.agent.kernel import Ask
from bridge.agent.policy import SINGLE
from bridge.agent.runs import running
from bridge.agent.trace import Trace
from bridge.agent.traced import Unfinished
from bridge.core.bus import Bus
from bridge.core.errors import ModelError, StoreError
from bridge.core.model_calls import ModelFailure
from bridge.storage.database import Database
from tests.fakes.clock import FakeClock
from tests.fakes.executions import FakeAuthority, asked, kernel
from tests.fakes.model import ScriptedModel
from tests.fakes.traced_events import NOON, ended, started, step, whole_run

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable
    from pathlib import Path

    from bridge.agent.execution import Execution
    from bridge.agent.kernel import Kernel
    from bridge.agent.traced import TracedRun


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
async def db(tmp_path: Path, clock: FakeClock) -> AsyncGenerator[Database]:
    async with Database.open(tmp_path / "bridge.db", clock=clock) as database:
        yield database


@pytest.fixture
def bus() -> Bus:
    return Bus()


@pytest.fixture
def kept(db: Database, bus: Bus, clock: FakeClock) -> Trace:
    return Trace(db, bus, clock, keep_days=14)


async def runs(db: Database) -> list[TracedRun]:
    async with db.read() as snapshot:
        return await trace_store.newest(snapshot)


async def until(holds: Callable[[], bool]) -> None:
    """Return when it holds; the store works on its own thread."""
    async with asyncio.timeout(5):
        while not holds():
            await asyncio.sleep(0.001)


async def advance(clock: FakeClock, seconds: float) -> None:
    """Let time pass; who was woken is awake."""
    clock.advance(seconds)
    for _ in range(3):
        await asyncio.sleep(0)


@asynccontextmanager
async def at_rest(kept: Trace, clock: FakeClock) -> AsyncGenerator[None]:
    """It records, and has removed what was old."""
    async with kept.running():
        await until(lambda: clock.sleeping == 1)
        yield


async def write(
    kept: Trace, db: Database, clock: FakeClock, seconds: float = trace.WRITE_SECONDS
) -> None:
    """Let what is queued be written."""
    await until(lambda: clock.sleeping == 2)
    await advance(clock, seconds)
    await until(lambda: kept.queued == 0)
    async with db.write():
        pass  # in its turn: what was taken is written


async def fail(clock: FakeClock, seconds: float) -> None:
    """Let it try to write what it cannot."""
    await until(lambda: clock.sleeping == 2)
    await advance(clock, seconds)
    await until(lambda: clock.sleeping == 2)


async def test_what_is_announced_is_written_together_a_moment_later(
    kept: Trace, db: Database, bus: Bus, clock: FakeClock
) -> None:
    async with at_rest(kept, clock):
        whole_run(bus, "aa01", steps=3)
        whole_run(bus, "aa02", steps=1)
        await until(lambda: clock.sleeping == 2)
        await advance(clock, trace.WRITE_SECONDS - 0.01)
        assert await runs(db) == []
        await write(kept, db, clock, 0.01)
        assert [(run.run, run.outcome, len(run.steps)) for run in await runs(db)] == [
            ("aa02", "answered", 1),
            ("aa01", "answered", 3),
        ]


async def test_a_run_under_way_is_there_and_grows(
    kept: Trace, db: Database, bus: Bus, clock: FakeClock
) -> None:
    async with at_rest(kept, clock):
        bus.publish(started())
        await write(kept, db, clock)
        (run,) = await runs(db)
        assert run.is_running
        bus.publish(step(number=1))
        await write(kept, db, clock)
        bus.publish(step(number=2))
        bus.publish(ended())
        await write(kept, db, clock)
        (run,) = await runs(db)
        assert (run.outcome, [each.step for each in run.steps]) == ("answered", ["1", "2"])


async def test_the_end_writes_what_is_queued(kept: Trace, db: Database, bus: Bus) -> None:
    async with kept.running():
        whole_run(bus)
    assert [run.outcome for run in await runs(db)] == ["answered"]
    assert not bus.hears(type(started()))


async def test_a_cancelled_owner_still_writes_what_is_queued(
    kept: Trace, db: Database, bus: Bus
) -> None:
    async def own() -> None:
        async with kept.running():
            whole_run(bus)
            await asyncio.Event().wait()

    async with asyncio.TaskGroup() as group:
        task = group.create_task(own())
        while not bus.hears(type(started())):
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
    assert [run.outcome for run in await runs(db)] == ["answered"]


async def test_more_than_one_transaction_takes(
    kept: Trace, db: Database, bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trace, "ROWS_AT_ONCE", 4)
    async with kept.running():
        for number in range(10):
            whole_run(bus, f"run{number}", steps=2)
    assert [run.run for run in await runs(db)] == [f"run{n}" for n in reversed(range(10))]
    assert kept.left_out == 0


async def test_steps_of_a_run_that_nobody_began_are_nothing(
    kept: Trace, db: Database, bus: Bus
) -> None:
    async with kept.running():
        bus.publish(step("nobody"))
        bus.publish(ended("nobody"))
    assert await runs(db) == []


async def test_what_a_dead_process_left_open_is_lost_and_numbers_go_on(
    db: Database, bus: Bus, clock: FakeClock
) -> None:
    async with Trace(db, bus, clock, keep_days=14).running():
        bus.publish(started("dead"))
        bus.publish(step("dead"))
    (left,) = await runs(db)
    assert left.is_running
    async with Trace(db, bus, clock, keep_days=14).running():
        (left,) = await runs(db)
        assert (left.outcome, left.ended, len(left.steps)) == (Unfinished.LOST, None, 1)
        whole_run(bus, "next")
    assert [(run.run, run.outcome) for run in await runs(db)] == [
        ("next", "answered"),
        ("dead", Unfinished.LOST),
    ]


async def test_what_is_older_than_it_is_kept_goes_at_the_start_and_daily(
    kept: Trace, db: Database, bus: Bus, clock: FakeClock
) -> None:
    async with at_rest(kept, clock):
        whole_run(bus, "old", at=NOON - timedelta(days=13, hours=12))
        whole_run(bus, "new")
        await write(kept, db, clock)
        assert len(await runs(db)) == 2
        await advance(clock, trace.FORGET_SECONDS)
        await until(lambda: clock.sleeping == 1)
        assert [run.run for run in await runs(db)] == ["new"]
    clock.advance(14 * trace.FORGET_SECONDS)
    async with at_rest(Trace(db, bus, clock, keep_days=14), clock):
        assert await runs(db) == []


class _Failing:
    """The database while its disk is full."""

    def __init__(self, db: Database) -> None:
        self._write = db.write
        self.fails = False

    @asynccontextmanager
    async def write(self, *, durable: bool = False) -> AsyncGenerator[object]:
        if self.fails:
            raise StoreError("bridge.db: the disk is full")
        async with self._write(durable=durable) as tx:
            yield tx


@pytest.fixture
def disk(db: Database, monkeypatch: pytest.MonkeyPatch) -> _Failing:
    failing = _Failing(db)
    monkeypatch.setattr(db, "write", failing.write)
    return failing


async def test_what_could_not_be_written_is_written_later_and_told_once(
    kept: Trace,
    db: Database,
    bus: Bus,
    clock: FakeClock,
    disk: _Failing,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    async with at_rest(kept, clock):
        bus.publish(started())
        bus.publish(step(number=1))
        disk.fails = True
        await fail(clock, trace.WRITE_SECONDS)
        for number in (2, 3):
            bus.publish(step(number=number))
            await fail(clock, trace.RETRY_SECONDS)
        disk.fails = False
        bus.publish(ended())
        await write(kept, db, clock, trace.RETRY_SECONDS)
        (run,) = await runs(db)
        assert (run.outcome, [each.step for each in run.steps]) == ("answered", ["1", "2", "3"])
    assert caplog.messages == [
        "the trace is not written: bridge.db: the disk is full",
        "the trace is written again",
    ]


async def test_a_store_that_fails_from_the_start_is_begun_later(
    kept: Trace, db: Database, bus: Bus, clock: FakeClock, disk: _Failing
) -> None:
    disk.fails = True
    async with at_rest(kept, clock):
        disk.fails = False
        whole_run(bus)
        await write(kept, db, clock, trace.RETRY_SECONDS)
        assert [run.outcome for run in await runs(db)] == ["answered"]


async def test_the_queue_is_bounded_and_says_what_is_missing(
    kept: Trace,
    db: Database,
    bus: Bus,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(trace, "MOST_ROWS", 20)
    async with kept.running():
        bus.publish(started("live"))
        bus.publish(step("live"))
        for number in range(6):
            whole_run(bus, f"run{number}", steps=3)
        assert kept.queued <= 20
    found = {run.run: (len(run.steps), run.missing) for run in await runs(db)}
    assert found["live"] == (1, 0)
    assert found["run0"] == (0, 3)
    assert found["run5"] == (3, 0)
    assert sum(missing for _, missing in found.values()) == kept.left_out
    assert caplog.messages == [
        "the trace is not written fast enough: steps are left out of it",
    ]


async def test_a_store_that_never_comes_back_costs_no_more_memory(
    kept: Trace, db: Database, bus: Bus, disk: _Failing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trace, "MOST_ROWS", 20)
    async with kept.running():
        disk.fails = True
        for number in range(500):
            whole_run(bus, f"run{number}", steps=3)
            assert kept.queued <= 20
        disk.fails = False
    found = await runs(db)
    assert found[0].run == "run499"
    assert sum(1 + len(run.steps) for run in found) <= 20


SECRETS = ("hunter2question", "hunter2key", "hunter2reply", "hunter2input", "hunter2prompt")


async def goes_wrong(run: Execution) -> None:
    """A run in which everything that others wrote comes by."""
    ask = Ask(task="react", system="hunter2prompt hunter2key", user='{"q":"hunter2question"}')

    async def fails() -> None:
        raise ValueError("hunter2input")

    await run.model(ask)
    with run.recorded("tool", "hunter2input and where is iron?") as record:
        record.problem = "unknown_capability"
    with pytest.raises(ValueError, match="hunter2input"):
        await run.step("read", fails)
    await run.model(ask)


async def asks_thrice(run: Execution) -> None:
    for _ in range(3):
        await run.model(Ask(task="react", system="s", user="u"))


async def gives_up(run: Execution) -> None:
    run.failure = NotOrganised("nothing")


async def traced(
    whole: Kernel, db: Database, name: str, work: Callable[[Execution], Awaitable[None]]
) -> str:
    """The words of the failure that ended it."""
    opening = running(whole, FakeAuthority(), asked(run=name), workflow="system:x", policy=SINGLE)
    async with Trace(db, whole.bus, whole.clock, keep_days=14).running():
        try:
            async with opening as run:
                await work(run)
        except FailureError as error:
            return str(error)
    return ""


def held(folder: Path) -> bytes:
    """All bytes of the store's files."""
    return b"".join(each.read_bytes() for each in folder.iterdir())


async def test_of_a_whole_run_no_question_key_prompt_reply_or_input_is_in_the_file(
    db: Database, clock: FakeClock, tmp_path: Path
) -> None:
    refusal = ModelError("401", kind=ModelFailure.UNAUTHORIZED, counted=False, status=401)
    whole = kernel(ScriptedModel(["hunter2reply", refusal]), clock=clock)
    assert await traced(whole, db, "0a0b0c", goes_wrong) == "model: unauthorized: 401"
    (run,) = await runs(db)
    assert [step.reason for step in run.steps] == [
        "",
        "unknown_capability",
        "ValueError",
        "model: unauthorized: 401",
    ]
    for written in (held(tmp_path), repr(run).encode()):
        assert b"0a0b0c" in written
        assert [secret for secret in SECRETS if secret.encode() in written] == []


async def test_a_run_is_traced_with_its_budgets_and_the_reason_of_its_end(
    clock: FakeClock, db: Database
) -> None:
    whole = kernel(ScriptedModel(repeat("{}"), prices=(1.0, 2.0)), clock=clock)
    assert await traced(whole, db, "one", asks_thrice) == "budget: modelCalls"
    assert await traced(whole, db, "two", gives_up) == ""
    two, one = await runs(db)
    assert (one.outcome, one.stop) == ("stopped", "budget: modelCalls")
    assert (two.outcome, two.stop) == ("incomplete", "no answer: nothing")
    assert [each.reason for each in one.steps] == ["", "", "budget: modelCalls"]
    assert [each.before.model_calls for each in one.steps] == [2, 1, 0]
    assert [each.after.model_calls for each in one.steps] == [1, 0, 0]
    assert (one.tokens, one.cost) == (240, pytest.approx(0.28))
