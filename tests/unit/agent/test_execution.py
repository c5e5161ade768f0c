from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bridge.access.effective import Because, Reason, Source
from bridge.agent.budget import Limit
from bridge.agent.events import StepEnded
from bridge.agent.failures import (
    AccessLost,
    BudgetSpent,
    Cancelled,
    FailureError,
    Forgotten,
    WorkflowOff,
)
from bridge.agent.kernel import Ask
from bridge.agent.policy import BUILT_IN, FREE_CHAT, REASONING, SINGLE
from bridge.core.cards import Card, CardKind
from bridge.core.modes import Mode
from tests.fakes.clock import FakeClock
from tests.fakes.executions import FakeAuthority, asked, execution, kernel
from tests.fakes.model import ScriptedModel

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.agent.execution import Execution

WIDE = replace(SINGLE, model_calls=9, tool_calls=9, steps=9, write_steps=9, rounds=9, ttl=100.0)
FOUND = Card(kind=CardKind.LIST)
ASK = Ask(task="chat", system="s", user="{}")


async def nothing() -> str:
    return "done"


async def failure(work: object) -> object:
    with pytest.raises(FailureError) as stopped:
        await work  # pyright: ignore[reportGeneralTypeIssues]
    return stopped.value.failure


async def test_named_steps_are_counted_and_bring_their_result() -> None:
    async with execution(kernel(ScriptedModel()), policy=replace(WIDE, steps=2)) as running:
        assert await running.step("a", nothing) == "done"
        assert await running.step("b", nothing) == "done"
        assert await failure(running.step("c", nothing)) == BudgetSpent(Limit.STEPS)


async def test_a_write_step_runs_once_of_each_name() -> None:
    async with execution(kernel(ScriptedModel()), policy=replace(WIDE, write_steps=2)) as running:
        await running.write("give", nothing)
        with pytest.raises(ValueError, match="give was run already"):
            await running.write("give", nothing)
        await running.write("take", nothing)
        assert await failure(running.write("more", nothing)) == BudgetSpent(Limit.WRITE_STEPS)
        assert running.left().steps == 7


async def test_what_was_written_is_said_even_if_it_was_stopped_meanwhile() -> None:
    said: list[str] = []

    async def run() -> None:
        async with execution(kernel(ScriptedModel()), policy=WIDE) as running:

            async def give() -> str:
                running.end(Cancelled())
                return "given"

            said.append(await running.write("give", give))
            await asyncio.sleep(0)

    assert await failure(run()) == Cancelled()
    assert said == ["given"]


async def test_two_nested_levels_share_their_counts_and_only_shrink() -> None:
    model = ScriptedModel(["a"] * 4)
    outer_policy = replace(WIDE, model_calls=4, output_tokens=100, rounds=3)
    async with execution(kernel(model), policy=outer_policy) as outer:
        await outer.model(ASK)
        async with outer.nested("a:a", replace(WIDE, model_calls=9)) as middle:
            assert (middle.policy.model_calls, middle.policy.output_tokens) == (4, 100)
            assert middle.policy.rounds == 3
            await middle.model(ASK)
            async with middle.nested("b:b", replace(WIDE, model_calls=1)) as inner:
                await inner.model(ASK)
                assert await failure(inner.model(ASK)) == BudgetSpent(Limit.MODEL_CALLS)
                assert inner.left().model_calls == 0
            await middle.model(ASK)
            assert await failure(middle.model(ASK)) == BudgetSpent(Limit.MODEL_CALLS)
        assert outer.left().model_calls == 0
        # Two starts and four calls.
        assert outer.left().steps == WIDE.steps - 6
    assert len(model.requests) == 4


async def test_a_nested_one_is_not_begun_where_no_step_is_left_or_no_round_is_given() -> None:
    async with execution(kernel(ScriptedModel()), policy=replace(WIDE, steps=1)) as running:
        assert await failure(running.nested("a:a", replace(WIDE, rounds=0)).__aenter__()) == (
            WorkflowOff("a:a")
        )
        async with running.nested("a:a", WIDE) as nested:
            assert await failure(nested.step("x", nothing)) == BudgetSpent(Limit.STEPS)
        assert await failure(running.nested("a:a", WIDE).__aenter__()) == BudgetSpent(Limit.STEPS)


async def test_write_steps_of_two_nested_runs_do_not_collide() -> None:
    async with execution(kernel(ScriptedModel()), policy=WIDE) as running:
        await running.write("give", nothing)
        for _ in range(2):
            async with running.nested("a:a", WIDE) as nested:
                await nested.write("give", nothing)
                async with nested.nested("a:a", WIDE) as deeper:
                    await deeper.write("give", nothing)


async def test_steps_have_the_prefix_of_what_they_are_nested_in() -> None:
    made = kernel(ScriptedModel())
    steps: list[StepEnded] = []
    with made.bus.subscribed(StepEnded, steps.append):
        async with execution(made, policy=WIDE) as running:
            await running.step("a", nothing)
            for _ in range(2):
                async with running.nested("b:b", WIDE) as nested:
                    await nested.step("c", nothing)
    assert [(each.step, each.kind, each.what) for each in steps] == [
        ("1", "step", "a"),
        ("b:b#1/3", "step", "c"),
        ("2", "workflow", "b:b"),
        ("b:b#2/5", "step", "c"),
        ("4", "workflow", "b:b"),
    ]


async def test_what_needs_a_mode_ends_with_it_and_the_need_ends_with_the_block() -> None:
    authority = FakeAuthority(mode=Mode.STANDARD)
    async with execution(kernel(ScriptedModel()), authority, policy=WIDE) as running:
        with running.needing(Mode.STANDARD):
            with running.needing(Mode.OFFLINE):
                assert running.needs is Mode.STANDARD
            with running.needing(Mode.FREE):
                assert await failure(running.step("a", nothing)) == AccessLost(
                    Because(Reason.CEILING, Source.WORLD)
                )
            await running.step("a", nothing)
        async with running.nested("a:a", WIDE, needs=Mode.STANDARD) as nested:
            assert nested.needs is running.needs is Mode.STANDARD
        assert running.needs is Mode.OFFLINE


async def test_a_nested_workflow_that_needs_more_than_is_allowed_is_not_entered() -> None:
    authority = FakeAuthority(mode=Mode.STANDARD)
    async with execution(kernel(ScriptedModel()), authority, policy=WIDE) as running:
        entering = running.nested("a:a", WIDE, needs=Mode.EXTENDED).__aenter__()
        assert isinstance(await failure(entering), AccessLost)
        assert running.needs is Mode.OFFLINE


ENDS: list[tuple[Callable[[Execution], None], object]] = [
    (lambda running: running.end(Cancelled()), Cancelled()),
    (
        lambda running: running.stop(Because(Reason.AI_OFF, Source.WORLD)),
        AccessLost(Because(Reason.AI_OFF, Source.WORLD)),
    ),
    (
        lambda running: running.kernel.generations.forget(running.player.uuid),
        Forgotten(),
    ),
]


@pytest.mark.parametrize(("end", "expected"), ENDS)
async def test_after_it_was_ended_nothing_more_is_begun(
    end: Callable[[Execution], None], expected: object
) -> None:
    model = ScriptedModel()

    async def run() -> None:
        async with execution(kernel(model), policy=WIDE) as running:
            end(running)
            running.check()

    assert await failure(run()) == expected
    assert not model.requests


async def test_at_its_deadline_it_goes_no_further() -> None:
    clock = FakeClock()
    async with execution(kernel(ScriptedModel(), clock=clock), policy=WIDE) as running:
        clock.advance(99.9)
        await running.step("a", nothing)
        clock.advance(0.1)
        assert await failure(running.step("b", nothing)) == BudgetSpent(Limit.TTL)


async def test_a_nested_deadline_is_checked_as_well() -> None:
    clock = FakeClock()
    async with execution(kernel(ScriptedModel(), clock=clock), policy=WIDE) as running:
        async with running.nested("a:a", replace(WIDE, ttl=10.0)) as nested:
            clock.advance(10.0)
            assert await failure(nested.step("b", nothing)) == BudgetSpent(Limit.TTL)
        await running.step("a", nothing)


async def test_a_chosen_workflow_takes_over_with_its_limits() -> None:
    model = ScriptedModel(["a"])
    async with execution(kernel(model)) as running:
        await running.model(ASK)
        running.adopt(FREE_CHAT, BUILT_IN[FREE_CHAT])
        assert (running.workflow, running.policy) == (FREE_CHAT, BUILT_IN[FREE_CHAT])
        assert running.left().model_calls == BUILT_IN[FREE_CHAT].model_calls - 1
        assert running.left().seconds == BUILT_IN[FREE_CHAT].ttl
        with pytest.raises(FailureError):
            running.adopt(REASONING, replace(SINGLE, rounds=0))
        assert running.workflow == FREE_CHAT


async def test_cards_are_kept_in_order_and_shared_with_what_is_nested() -> None:
    other = Card(kind=CardKind.ANSWER)
    async with execution(kernel(ScriptedModel()), policy=WIDE) as running:
        async with running.nested("a:a", WIDE) as nested:
            nested.earn(FOUND)
        running.earn(other)
        assert running.cards == nested.cards == (FOUND, other)


async def test_a_step_that_fails_is_announced_with_its_reason() -> None:
    made = kernel(ScriptedModel())
    steps: list[StepEnded] = []

    async def break_down() -> None:
        raise ZeroDivisionError("secret")

    with made.bus.subscribed(StepEnded, steps.append):
        async with execution(made, policy=replace(WIDE, steps=1)) as running:
            with pytest.raises(ZeroDivisionError):
                await running.step("a", break_down)
            await failure(running.step("b", nothing))
    assert [(each.ok, each.reason) for each in steps] == [
        (False, "ZeroDivisionError"),
        (False, "budget: steps"),
    ]


async def test_it_is_what_was_asked() -> None:
    request = asked(run="run-7")
    async with execution(kernel(ScriptedModel()), request=request) as running:
        assert (running.id, running.asked, running.player) == ("run-7", request, request.player)
        assert running.admit()
        assert not running.admit()
        assert not running.asked_model
