from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bridge.agent.budget import Limit
from bridge.agent.events import TurnEnded, TurnStarted
from bridge.agent.failures import BudgetSpent, Cancelled, FailureError, NotOrganised
from bridge.agent.policy import BUILT_IN, REASONING, SINGLE
from bridge.agent.runs import running
from tests.fakes.clock import FakeClock
from tests.fakes.executions import PROMPTS, FakeAuthority, asked, kernel
from tests.fakes.model import ScriptedModel

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

    from bridge.agent.execution import Execution
    from bridge.agent.policy import ExecutionPolicy


class Runs:
    """Runs of one kernel, and what they announced."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.kernel = kernel(ScriptedModel(), clock=self.clock)
        self.heard: list[TurnStarted | TurnEnded] = []

    def start(self, policy: ExecutionPolicy = SINGLE) -> AbstractAsyncContextManager[Execution]:
        return running(self.kernel, FakeAuthority(), asked(), workflow="system:x", policy=policy)

    @property
    def ended(self) -> tuple[str, str, str]:
        last = self.heard[-1]
        assert isinstance(last, TurnEnded)
        return last.workflow, last.outcome, last.stop


@pytest.fixture
def runs():
    made = Runs()
    with (
        made.kernel.bus.subscribed(TurnStarted, made.heard.append),
        made.kernel.bus.subscribed(TurnEnded, made.heard.append),
    ):
        yield made


async def test_a_run_is_announced_from_its_start_to_its_outcome(runs: Runs) -> None:
    async with runs.start():
        runs.clock.advance(2)
    start, end = runs.heard
    assert isinstance(start, TurnStarted)
    assert isinstance(end, TurnEnded)
    assert (start.run, start.server, start.prompts) == ("run-1", "main", PROMPTS.digest)
    assert (end.ended - start.started).total_seconds() == 2
    assert runs.ended == ("system:x", "answered", "")
    assert runs.clock.sleeping == 0


async def test_a_run_that_ended_without_a_whole_answer_says_why(runs: Runs) -> None:
    async with runs.start() as execution:
        execution.adopt(REASONING, BUILT_IN[REASONING])
        execution.failure = NotOrganised("x")
    assert runs.ended == (REASONING, "incomplete", "no answer: x")


async def test_a_run_that_is_stopped_says_why(runs: Runs) -> None:
    async def stopped() -> None:
        async with runs.start() as execution:
            execution.end(Cancelled())
            await asyncio.sleep(0)

    with pytest.raises(FailureError):
        await stopped()
    assert runs.ended == ("system:x", "stopped", "cancelled")


async def test_a_run_that_breaks_says_how_and_not_what(runs: Runs) -> None:
    with pytest.raises(ZeroDivisionError):
        async with runs.start():
            raise ZeroDivisionError("secret")
    assert runs.ended == ("system:x", "failed", "ZeroDivisionError")


async def waiting(
    runs: Runs, *, adopted: float | None = None, policy: ExecutionPolicy = SINGLE
) -> None:
    async with runs.start(policy) as execution:
        if adopted is not None:
            execution.adopt(REASONING, replace(SINGLE, ttl=adopted))
        await asyncio.Event().wait()


@pytest.mark.parametrize(("adopted", "deadline"), [(None, 30.0), (60.0, 60.0), (5.0, 5.0)])
async def test_it_is_ended_at_its_deadline_which_the_chosen_workflow_moves(
    runs: Runs, adopted: float | None, deadline: float
) -> None:
    task = asyncio.get_running_loop().create_task(waiting(runs, adopted=adopted))
    await asyncio.sleep(0)
    for until in sorted({30.0, deadline}):
        if until > deadline:
            break
        runs.clock.advance(until - runs.clock.monotonic() - 0.1)
        for _ in range(3):
            await asyncio.sleep(0)
        assert not task.done()
        runs.clock.advance(0.2)
        for _ in range(6):
            await asyncio.sleep(0)
    with pytest.raises(FailureError) as stopped:
        await task
    assert stopped.value.failure == BudgetSpent(Limit.TTL)
    assert runs.clock.sleeping == 0
    assert len(asyncio.all_tasks()) == 1


async def test_a_run_that_is_cancelled_from_outside_leaves_no_task(runs: Runs) -> None:
    task = asyncio.get_running_loop().create_task(waiting(runs))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert runs.ended == ("system:x", "failed", "CancelledError")
    assert len(asyncio.all_tasks()) == 1
