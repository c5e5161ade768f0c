from __future__ import annotations

import json
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bridge.agent.budget import Limit
from bridge.agent.decisions import Answer
from bridge.agent.events import StepEnded, ThinkingStep
from bridge.agent.failures import (
    BudgetSpent,
    FailureError,
    ModelFailed,
    NotOrganised,
    WorkflowOff,
)
from bridge.agent.loop import Finished, ReActLoop
from bridge.agent.policy import BUILT_IN, REASONING, SINGLE, ExecutionPolicy
from bridge.agent.profile import REACT
from bridge.agent.react import ReActTool, Result
from bridge.core.cards import Card, CardKind
from bridge.core.errors import ModelError, RefusedError
from bridge.core.model_calls import ModelFailure, Usage
from bridge.core.modes import Mode
from tests.fakes.actions import action, context
from tests.fakes.executions import execution, kernel
from tests.fakes.model import ScriptedModel

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from bridge.agent.execution import Execution
    from tests.fakes.model import Scripted

POLICY = replace(BUILT_IN[REASONING], model_calls=20, tool_calls=20, steps=60, rounds=6)
ANSWER = '{"type":"answer","text":"Below y 16.","sources":[1]}'
FOUND = Card(kind=CardKind.LIST)


def find(text: str = "iron", tool: str = "quests.find") -> str:
    return json.dumps({"type": tool, "input": {"text": text}})


def failing(kind: ModelFailure, *, counted: bool = True) -> ModelError:
    return ModelError("no", kind=kind, counted=counted)


@asynccontextmanager
async def loop(
    model: ScriptedModel,
    *tools: ReActTool,
    policy: ExecutionPolicy = POLICY,
) -> AsyncGenerator[tuple[ReActLoop, Execution]]:
    made = kernel(model)
    async with execution(made, policy=policy) as running:
        yield ReActLoop(context(tools or [action()], rounds=policy.rounds), running), running


async def run(
    *replies: Scripted, tools: tuple[ReActTool, ...] = (), policy: ExecutionPolicy = POLICY
) -> tuple[Finished, ScriptedModel, Execution]:
    model = ScriptedModel(replies)
    async with loop(model, *tools, policy=policy) as (react, running):
        return await react.run(), model, running


def seen(model: ScriptedModel, request: int = -1) -> Any:
    return json.loads(model.requests[request].user)


async def test_decision_call_observation_next_decision_answer() -> None:
    finished, model, _ = await run(find(), ANSWER)
    assert finished == Finished(answer=Answer(text="Below y 16.", sources=(1,)), rounds=2)
    assert (seen(model, 0)["observations"], seen(model, 0)["round"]) == ([], 1)
    assert seen(model)["observations"] == [
        {
            "step": 1,
            "kind": "tool",
            "name": "quests.find",
            "input": {"text": "iron"},
            "result": "found",
        }
    ]
    assert (seen(model)["round"], seen(model)["rounds"]) == (2, 6)


@pytest.mark.parametrize("rounds", [1, 2, 3, 6])
async def test_a_loop_of_n_rounds_runs_at_most_n_minus_one_tools_and_the_last_only_answers(
    rounds: int,
) -> None:
    replies = [find(str(number)) for number in range(rounds)]
    finished, model, running = await run(*replies, policy=replace(POLICY, rounds=rounds))
    assert len(model.requests) == rounds
    assert running.budget.ledgers[0].tool_calls == rounds - 1
    only_answer = [seen(model, number)["finalOnly"] for number in range(rounds)]
    assert only_answer == [False] * (rounds - 1) + [True]
    assert seen(model)["tools"] == []
    assert isinstance(finished.failure, NotOrganised)
    assert finished.answer is None


async def test_no_round_at_all_asks_nothing() -> None:
    finished, model, _ = await run(policy=replace(POLICY, rounds=0))
    assert finished.failure == BudgetSpent(Limit.ROUNDS)
    assert not model.requests


TIGHT = {
    "model_calls": [(2, 1), (3, 2), (4, 3)],
    "steps": [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2)],
}


@pytest.mark.parametrize(
    ("limit", "size", "tools"),
    [(limit, size, tools) for limit, rows in TIGHT.items() for size, tools in rows],
)
async def test_the_answer_is_inside_the_limit(limit: str, size: int, tools: int) -> None:
    """A tool runs only while a further model call is sure."""

    def reply(request: Any) -> str:
        final = json.loads(request.user)["finalOnly"]
        return ANSWER if final else find(str(len(request.user)))

    policy = replace(POLICY, **{limit: size})
    finished, _, running = await run(*[reply] * 10, policy=policy)
    assert finished.answer is not None
    assert running.budget.ledgers[0].tool_calls == tools
    assert getattr(running.left(), limit) >= 0


@pytest.mark.parametrize("total", range(600, 6_000, 150))
async def test_whatever_the_tokens_the_answer_is_inside_them(total: int) -> None:
    policy = replace(POLICY, total_tokens=total, output_tokens=100)

    def reply(request: Any) -> str:
        final = json.loads(request.user)["finalOnly"]
        return ANSWER if final else find(str(len(request.user)))

    model = ScriptedModel([reply] * 10, usage=None)
    long = action(value="x" * 3_000)
    async with loop(model, long, policy=policy) as (react, running):
        finished = await react.run()
        assert finished.answer is not None
        assert running.left().total_tokens >= 0


async def test_a_nested_workflow_cannot_use_up_the_answers_call() -> None:
    async def greedy(execution: Execution, given: Any) -> Result:
        del given
        async with execution.nested("system:greedy", POLICY) as nested:
            finished = await ReActLoop(
                context([action()], rounds=nested.policy.rounds), nested
            ).run()
        return Result(value="tired", failed=finished.answer is None)

    def reply(request: Any) -> str:
        user = json.loads(request.user)
        if (
            user["finalOnly"]
            and user["observations"]
            and user["observations"][0]["kind"] == "workflow"
        ):
            return ANSWER
        if user["tools"] and user["tools"][0]["name"] == "system:greedy":
            return find(tool="system:greedy")
        return find(str(len(request.user)))  # it never answers

    for calls in range(2, 9):
        policy = replace(POLICY, model_calls=calls)
        tool = action("system:greedy", greedy, kind="workflow")
        finished, _, running = await run(*[reply] * 20, tools=(tool,), policy=policy)
        assert finished.answer is not None, calls
        assert running.left().model_calls >= 0


async def test_routings_call_counts_for_the_model_calls_and_not_for_the_rounds() -> None:
    model = ScriptedModel(["{}", find("a"), find("b"), ANSWER])
    made = kernel(model)
    policy = replace(BUILT_IN[REASONING], model_calls=4)
    async with execution(made) as running:
        from bridge.agent.kernel import Ask

        await running.model(Ask(task="route", system="x", user="{}"))
        running.adopt(REASONING, policy)
        assert running.left().model_calls == 3
        finished = await ReActLoop(context([action()], rounds=3), running).run()
    assert (finished.rounds, finished.answer is not None) == (3, True)
    assert running.left().model_calls == 0


async def test_a_workflow_without_a_round_is_switched_off() -> None:
    async with execution(kernel(ScriptedModel())) as running:
        off = replace(SINGLE, rounds=0)
        with pytest.raises(FailureError) as refused:
            running.adopt(REASONING, off)
        assert refused.value.failure == WorkflowOff(REASONING)
        with pytest.raises(FailureError):
            await running.nested("a:b", off).__aenter__()


async def test_the_same_call_is_not_run_again_and_only_the_answer_is_left() -> None:
    finished, model, running = await run(find(), find(), ANSWER)
    assert finished.answer is not None
    assert seen(model)["finalOnly"]
    assert running.budget.ledgers[0].tool_calls == 1


async def test_an_unknown_name_is_told_the_nearest_and_costs_a_round() -> None:
    tools = tuple(action(name) for name in ("quests.find", "quests.list", "items.find", "z.z"))
    finished, model, running = await run(find(tool="quest_find"), ANSWER, tools=tools)
    assert finished.rounds == 2
    (observation,) = seen(model)["observations"]
    told = observation["result"]["error"]
    assert told["code"] == "unknown_capability"
    assert "does not exist" in told["message"]
    assert told["message"].endswith("quests.find, items.find, quests.list.")
    assert running.budget.ledgers[0].tool_calls == 0


async def test_after_eight_unknown_names_only_the_answer_is_left() -> None:
    replies = [find(tool=f"no.{number}") for number in range(REACT.unknown)]
    policy = replace(POLICY, rounds=20)
    finished, model, _ = await run(*replies, ANSWER, policy=policy)
    assert finished.rounds == REACT.unknown + 1
    assert [seen(model, number)["finalOnly"] for number in range(9)] == [False] * 8 + [True]


async def test_a_refused_argument_is_an_observation_and_a_round() -> None:
    wrong = '{"type":"quests.find","input":{"txet":"iron"}}'
    finished, model, running = await run(wrong, find(), ANSWER)
    assert finished.rounds == 3
    assert seen(model, 1)["observations"][0]["result"]["error"] == {
        "code": "invalid_input",
        "message": "txet: is not an input; there are: text",
    }
    assert running.budget.ledgers[0].tool_calls == 1


@pytest.mark.parametrize("reply", ["I think iron.", find() + find("gold"), '{"type":"none"}', "{}"])
async def test_an_invalid_reply_is_an_observation_and_a_round(reply: str) -> None:
    finished, model, _ = await run(reply, ANSWER)
    assert (finished.rounds, finished.answer is not None) == (2, True)
    assert seen(model)["observations"][0]["result"]["error"]["code"] == "invalid_decision"


async def test_a_set_of_calls_is_not_this_profiles() -> None:
    both = json.dumps({"calls": [json.loads(find()), json.loads(find("gold"))]})
    finished, model, running = await run(both, ANSWER)
    assert finished.answer is not None
    assert "1 call at most" in seen(model)["observations"][0]["result"]["error"]["message"]
    assert running.budget.ledgers[0].tool_calls == 0


@pytest.mark.parametrize("kind", [ModelFailure.TIMEOUT, ModelFailure.EMPTY, ModelFailure.BAD_REPLY])
async def test_a_recoverable_failure_with_evidence_is_organised_at_most_once(
    kind: ModelFailure,
) -> None:
    finished, model, _ = await run(find(), failing(kind), ANSWER)
    assert finished.answer is not None
    assert seen(model)["finalOnly"]
    finished, model, _ = await run(find(), failing(kind), failing(kind))
    assert (finished.answer, finished.failure) == (None, ModelFailed(kind, "no"))
    assert len(model.requests) == 3


async def test_a_recoverable_failure_without_evidence_is_the_end() -> None:
    finished, model, _ = await run(failing(ModelFailure.TIMEOUT))
    assert finished.failure == ModelFailed(ModelFailure.TIMEOUT, "no")
    assert len(model.requests) == 1


@pytest.mark.parametrize("kind", [ModelFailure.UNAUTHORIZED, ModelFailure.RATE_LIMITED])
async def test_what_nothing_recovers_from_ends_the_execution(kind: ModelFailure) -> None:
    with pytest.raises(FailureError) as stopped:
        await run(find(), failing(kind, counted=False))
    assert stopped.value.failure == ModelFailed(kind, "no")


async def test_a_tool_that_refuses_or_breaks_is_an_observation(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def refuse(execution: Execution, given: Any) -> Result:
        raise RefusedError("no such quest")

    async def break_down(execution: Execution, given: Any) -> Result:
        raise ZeroDivisionError("a secret path")

    tools = (action("a.a", refuse), action("b.b", break_down))
    finished, model, _ = await run(find(tool="a.a"), find(tool="b.b"), ANSWER, tools=tools)
    assert finished.answer is not None
    first, second = (each["result"]["error"] for each in seen(model)["observations"])
    assert first == {"code": "failed", "message": "no such quest"}
    assert "secret" not in second["message"]
    assert "ZeroDivisionError" in caplog.text


async def test_without_an_answer_the_cards_stay() -> None:
    card = action(card=FOUND)
    finished, _, running = await run(
        find(), "hm", "hm", policy=replace(POLICY, rounds=3), tools=(card,)
    )
    assert finished.answer is None
    assert running.cards == (FOUND,)


async def test_the_input_limit_is_a_limit_of_one_call() -> None:
    fits, model, _ = await run(ANSWER)
    size = len(model.requests[0].system.encode()) + len(model.requests[0].user.encode())
    fits, _, _ = await run(ANSWER, policy=replace(POLICY, input_bytes=size))
    assert fits.answer is not None
    without, model, _ = await run(policy=replace(POLICY, input_bytes=size - 1))
    assert without.failure == BudgetSpent(Limit.INPUT_BYTES)
    assert not model.requests


async def test_a_tool_beyond_its_limit_is_not_begun_and_the_answer_follows() -> None:
    policy = replace(POLICY, tool_calls=1)
    finished, model, running = await run(find("a"), find("b"), ANSWER, policy=policy)
    assert finished.answer is not None
    assert seen(model)["observations"][1]["result"]["error"]["code"] == "limit"
    assert running.budget.ledgers[0].tool_calls == 1


async def test_a_call_that_used_more_than_was_taken_for_it_ends_without_an_overrun_call() -> None:
    model = ScriptedModel([find()], usage=Usage(input_tokens=300_000, output_tokens=1))
    async with loop(model, action(card=FOUND)) as (react, _running):
        finished = await react.run()
    assert (finished.answer, len(model.requests)) == (None, 1)
    assert finished.failure == BudgetSpent(Limit.TOTAL_TOKENS)


async def test_the_prompt_is_the_one_of_the_start_in_every_round() -> None:
    _, model, _ = await run(find(), ANSWER)
    assert {request.system for request in model.requests} == {"Answer in English."}


async def test_reasons_and_refused_calls_are_announced() -> None:
    model = ScriptedModel(['{"type":"no.no","reason":"to look"}', ANSWER])
    made = kernel(model)
    thoughts: list[ThinkingStep] = []
    steps: list[StepEnded] = []
    with (
        made.bus.subscribed(ThinkingStep, thoughts.append),
        made.bus.subscribed(StepEnded, steps.append),
    ):
        async with execution(made, policy=POLICY) as running:
            await ReActLoop(context([action()], rounds=3), running).run()
    assert [(each.round, each.text) for each in thoughts] == [(1, "to look")]
    assert [(each.kind, each.what, each.ok, each.reason) for each in steps] == [
        ("model", "react", True, ""),
        ("tool", "no.no", False, "unknown_capability"),
        ("model", "react", True, ""),
    ]
    assert steps[0].before.model_calls - steps[0].after.model_calls == 1
    assert steps[0].usage == Usage(input_tokens=100, output_tokens=20)


async def test_permission_is_looked_at_before_the_answer() -> None:
    made = kernel(ScriptedModel([ANSWER]))
    async with execution(made, policy=POLICY) as running:
        with running.needing(Mode.STANDARD):
            finished = await ReActLoop(context([action()]), running).run()
    assert finished.answer is not None
