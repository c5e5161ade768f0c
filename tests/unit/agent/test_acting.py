from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bridge.agent.acting import Acting, failed, problem_of
from bridge.agent.budget import Limit
from bridge.agent.events import (
    BeforeToolInvoke,
    BeforeToolResult,
    Status,
    StepEnded,
    ToolInvoked,
    ToolResulted,
)
from bridge.agent.failures import (
    BudgetSpent,
    Cancelled,
    FailureError,
    ModelFailed,
    ModuleOff,
    Vetoed,
)
from bridge.agent.policy import SINGLE
from bridge.agent.react import ReActTool, Result, ToolContext
from bridge.agent.steps import Ready
from bridge.core.bus import Veto
from bridge.core.cards import Card, CardKind
from bridge.core.model_calls import ModelFailure
from tests.fakes.actions import action
from tests.fakes.executions import execution, kernel
from tests.fakes.model import ScriptedModel

if TYPE_CHECKING:
    from bridge.agent.execution import Execution

FOUND = Card(kind=CardKind.LIST)
POLICY = replace(SINGLE, model_calls=4, write_steps=1)


async def invoked(running: Execution, tool: ReActTool) -> Result:
    ready = Ready(tool, {"text": "iron"}, {"text": "iron"}, "key")
    return await Acting(execution=running, tools=ToolContext([tool])).invoked(ready, 100)


async def test_a_tool_that_runs_is_counted_and_its_card_earned() -> None:
    async with execution(kernel(ScriptedModel()), policy=POLICY) as running:
        assert (await invoked(running, action(card=FOUND))).value == "found"
        assert running.cards == (FOUND,)
        left = running.left()
        assert (left.tool_calls, left.steps) == (POLICY.tool_calls - 1, POLICY.steps - 1)
        assert (left.model_calls, left.total_tokens) == (4, POLICY.total_tokens)


async def test_a_workflow_counts_itself_and_a_writing_tool_its_write_step() -> None:
    async with execution(kernel(ScriptedModel()), policy=POLICY) as running:
        await invoked(running, action(kind="workflow"))
        assert running.left().tool_calls == POLICY.tool_calls
        await invoked(running, action(writes=True))
        assert problem_of(await invoked(running, action(writes=True))) == "limit"
        assert running.left().write_steps == 0


@pytest.mark.parametrize(
    "limits", [{"model_calls": 0}, {"steps": 1}, {"total_tokens": 99}, {"tool_calls": 0}]
)
async def test_it_is_not_begun_where_the_answer_would_not_be_sure(limits: dict[str, int]) -> None:
    begun: list[str] = []

    async def begin(running: Execution, given: Any) -> Result:
        begun.append("begun")
        return Result(value=1)

    async with execution(kernel(ScriptedModel()), policy=replace(POLICY, **limits)) as running:
        before = running.left()
        assert problem_of(await invoked(running, action(work=begin))) == "limit"
        assert running.left() == before
    assert not begun


async def test_while_it_runs_the_answers_call_is_held_back() -> None:
    async def look(running: Execution, given: Any) -> Result:
        left = running.left()
        return Result(value=(left.model_calls, left.steps, left.total_tokens))

    async with execution(kernel(ScriptedModel()), policy=POLICY) as running:
        result = await invoked(running, action(work=look))
    assert result.value == (3, POLICY.steps - 2, POLICY.total_tokens - 100)


async def test_a_veto_is_a_refusal_that_the_model_is_told_and_costs_no_call() -> None:
    made = kernel(ScriptedModel())
    with made.bus.subscribed(BeforeToolInvoke, lambda event: Veto(f"not {event.tool}")):
        async with execution(made, policy=POLICY) as running:
            result = await invoked(running, action())
            assert running.left().tool_calls == POLICY.tool_calls
    assert result.value == {"error": {"code": "refused", "message": "not quests.find"}}


async def test_a_veto_of_the_result_ends_the_execution_and_the_card_stays() -> None:
    made = kernel(ScriptedModel())
    with made.bus.subscribed(BeforeToolResult, lambda _: Veto("secret")):
        async with execution(made, policy=POLICY) as running:
            with pytest.raises(FailureError) as stopped:
                await invoked(running, action(card=FOUND))
            assert running.cards == (FOUND,)
    assert stopped.value.failure == Vetoed("before:tool.result", "secret")


@pytest.mark.parametrize(
    ("failure", "goes_on"),
    [
        (BudgetSpent(Limit.MODEL_CALLS), True),
        (ModelFailed(ModelFailure.TIMEOUT, "x"), True),
        (ModelFailed(ModelFailure.UNAUTHORIZED, "x"), False),
        (Cancelled(), False),
    ],
)
async def test_a_nested_workflows_own_failure_is_a_result_unless_nothing_recovers(
    failure: Any, goes_on: bool
) -> None:
    async def fail(running: Execution, given: Any) -> Result:
        raise FailureError(failure)

    async with execution(kernel(ScriptedModel()), policy=POLICY) as running:
        if goes_on:
            assert problem_of(await invoked(running, action(work=fail))) == "not_completed"
        else:
            with pytest.raises(FailureError) as stopped:
                await invoked(running, action(work=fail))
            assert stopped.value.failure == failure
        assert running.left().model_calls == 4


async def test_a_module_that_is_switched_off_meanwhile_ends_it_before_and_after() -> None:
    off: list[ModuleOff] = []

    async def switch_off(running: Execution, given: Any) -> Result:
        off.append(ModuleOff("quests"))
        return Result(value=1, card=FOUND)

    tool = action(work=switch_off, check=lambda: off[0] if off else None)
    for _ in range(2):
        async with execution(kernel(ScriptedModel()), policy=POLICY) as running:
            with pytest.raises(FailureError) as stopped:
                await invoked(running, tool)
        assert stopped.value.failure == ModuleOff("quests")


async def test_a_card_that_was_earned_while_it_was_cancelled_is_not_lost() -> None:
    kept: list[Execution] = []

    async def give(running: Execution, given: Any) -> Result:
        running.end(Cancelled())
        return Result(value=1, card=FOUND)

    async def run() -> None:
        async with execution(kernel(ScriptedModel()), policy=POLICY) as running:
            kept.append(running)
            await invoked(running, action(work=give))

    with pytest.raises(FailureError) as stopped:
        await asyncio.wait_for(run(), 5)
    assert stopped.value.failure == Cancelled()
    assert kept[0].cards == (FOUND,)


async def test_it_is_announced_with_its_problem() -> None:
    made = kernel(ScriptedModel())
    heard: list[Any] = []
    with (
        made.bus.subscribed(Status, heard.append),
        made.bus.subscribed(ToolInvoked, heard.append),
        made.bus.subscribed(ToolResulted, heard.append),
        made.bus.subscribed(StepEnded, heard.append),
    ):
        async with execution(made, policy=replace(POLICY, tool_calls=1)) as running:
            await invoked(running, action())
            await invoked(running, action())
    assert [type(event).__name__ for event in heard] == [
        "Status", "ToolInvoked", "StepEnded", "ToolResulted",
        "StepEnded", "ToolResulted",
    ]  # fmt: skip
    assert (heard[0].status, heard[0].tool) == ("tool_running", "quests.find")
    assert [event.problem for event in heard if isinstance(event, ToolResulted)] == ["", "limit"]


@pytest.mark.parametrize(
    ("result", "problem"),
    [
        (Result(value=1), ""),
        (Result(value={"error": {"code": "x", "message": "y"}}), ""),
        (failed("x", "y"), "x"),
        (Result(value="no", failed=True), "failed"),
    ],
)
def test_the_problem_of_a_result_is_its_code(result: Result, problem: str) -> None:
    assert problem_of(result) == problem
