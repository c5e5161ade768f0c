from __future__ import annotations

import math
from dataclasses import fields, replace
from typing import Any, Protocol, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.agent.budget import Budget, Left, Limit
from bridge.agent.policy import SINGLE, ExecutionPolicy

WIDE = ExecutionPolicy(
    model_calls=1000,
    tool_calls=1000,
    steps=1000,
    write_steps=1000,
    input_bytes=65_536,
    output_tokens=100,
    total_tokens=10**9,
    ttl=1000.0,
    model_timeout=10.0,
    rounds=1000,
)


class Taking(Protocol):
    """One way to spend."""

    def __call__(self, budget: Budget, now: float = 0.0) -> Limit | None: ...


def model(budget: Budget, now: float = 0.0) -> Limit | None:
    return budget.take_model_call(100, now=now)


def tool(budget: Budget, now: float = 0.0) -> Limit | None:
    return budget.take_tool_call(now=now)


def write(budget: Budget, now: float = 0.0) -> Limit | None:
    return budget.take_tool_call(now=now, writes=True)


def step(budget: Budget, now: float = 0.0) -> Limit | None:
    return budget.take_step(now=now)


def write_step(budget: Budget, now: float = 0.0) -> Limit | None:
    return budget.take_step(now=now, writes=True)


CASES = [
    pytest.param({"model_calls": 3}, model, 3, Limit.MODEL_CALLS, id="model calls"),
    pytest.param({"tool_calls": 3}, tool, 3, Limit.TOOL_CALLS, id="tool calls"),
    pytest.param({"steps": 3}, step, 3, Limit.STEPS, id="named steps"),
    pytest.param({"steps": 3}, model, 3, Limit.STEPS, id="model calls are steps"),
    pytest.param({"steps": 3}, tool, 3, Limit.STEPS, id="tool calls are steps"),
    pytest.param({"write_steps": 3}, write, 3, Limit.WRITE_STEPS, id="writing tools"),
    pytest.param({"write_steps": 3}, write_step, 3, Limit.WRITE_STEPS, id="write steps"),
    pytest.param({"total_tokens": 300}, model, 3, Limit.TOTAL_TOKENS, id="tokens"),
    pytest.param({"total_tokens": 399}, model, 3, Limit.TOTAL_TOKENS, id="tokens, not quite"),
    pytest.param({"model_calls": 0}, model, 0, Limit.MODEL_CALLS, id="no model call at all"),
]


@pytest.mark.parametrize(("limits", "take", "times", "limit"), CASES)
@pytest.mark.parametrize("level", ["own", "parent", "grandparent"])
def test_each_limit_holds_exactly(
    limits: dict[str, int], take: Taking, times: int, limit: Limit, level: str
) -> None:
    """At N it runs, at N + 1 it is not begun, and what is not begun changes no count."""
    tight = replace(WIDE, **cast("dict[str, Any]", limits))
    policies = {"own": (WIDE, WIDE, tight), "parent": (WIDE, tight, WIDE)}
    first, second, third = policies.get(level, (tight, WIDE, WIDE))
    top = Budget(first, now=0.0)
    middle = Budget(second, now=0.0, parent=top)
    budget = Budget(third, now=0.0, parent=middle)
    for _ in range(times):
        assert take(budget) is None
    before = [each.left(0.0) for each in (top, middle, budget)]
    assert take(budget) is limit
    assert [each.left(0.0) for each in (top, middle, budget)] == before


@pytest.mark.parametrize("take", [model, tool, write, step, write_step])
def test_a_moment_before_the_deadline_it_runs_and_at_it_not(take: Taking) -> None:
    deadline = 1000.0
    assert take(Budget(WIDE, now=0.0), math.nextafter(deadline, 0.0)) is None
    assert take(Budget(WIDE, now=0.0), deadline) is Limit.TTL


def test_a_nested_deadline_is_its_own_or_the_outer_ones_whichever_comes_first() -> None:
    outer = Budget(replace(WIDE, ttl=60.0), now=0.0)
    assert Budget(replace(WIDE, ttl=10.0), now=20.0, parent=outer).deadline == 30.0
    assert Budget(replace(WIDE, ttl=50.0), now=20.0, parent=outer).deadline == 60.0


def test_what_a_nested_one_spends_is_spent_of_every_outer_one() -> None:
    outer = Budget(WIDE, now=0.0)
    inner = Budget(WIDE, now=0.0, parent=Budget(WIDE, now=0.0, parent=outer))
    assert (model(inner), tool(inner), write_step(inner)) == (None, None, None)
    left = outer.left(0.0)
    assert (left.model_calls, left.tool_calls, left.steps, left.write_steps) == (999, 999, 997, 999)
    assert left.total_tokens == 10**9 - 100


def test_a_call_settles_at_what_it_used_on_every_level() -> None:
    outer = Budget(WIDE, now=0.0)
    inner = Budget(WIDE, now=0.0, parent=outer)
    assert model(inner) is None
    inner.settle(100, 340)
    assert outer.left(0.0).total_tokens == inner.left(0.0).total_tokens == 10**9 - 340


def test_a_call_that_is_not_begun_leaves_no_trace() -> None:
    outer = Budget(WIDE, now=0.0)
    inner = Budget(WIDE, now=0.0, parent=outer)
    before = outer.left(0.0)
    assert model(inner) is None
    inner.give_back_model_call(100)
    assert outer.left(0.0) == before


def test_another_policy_keeps_what_was_spent_and_counts_the_time_from_the_start() -> None:
    budget = Budget(replace(WIDE, ttl=30.0), now=100.0)
    assert model(budget) is None
    budget.switch(replace(WIDE, model_calls=4, ttl=60.0))
    assert budget.deadline == 160.0
    assert budget.left(110.0).model_calls == 3
    assert budget.left(110.0).seconds == 50.0


LIMITS = st.integers(0, 6)
POLICIES = st.builds(
    replace,
    st.just(WIDE),
    model_calls=LIMITS,
    tool_calls=LIMITS,
    steps=LIMITS,
    write_steps=LIMITS,
    total_tokens=st.integers(0, 600),
)


@given(
    st.tuples(POLICIES, POLICIES, POLICIES),
    st.lists(st.tuples(st.sampled_from([model, tool, write, step, write_step]), st.integers(0, 2))),
)
def test_no_count_of_any_level_ever_passes_its_limit(
    policies: tuple[ExecutionPolicy, ...], takes: list[tuple[Taking, int]]
) -> None:
    top = Budget(policies[0], now=0.0)
    middle = Budget(policies[1], now=0.0, parent=top)
    levels = (top, middle, Budget(policies[2], now=0.0, parent=middle))
    for take, level in takes:
        take(levels[level])
        for each in levels:
            left = each.left(0.0)
            assert all(getattr(left, field.name) >= 0 for field in fields(Left))


def test_limits_are_named_as_the_configuration_names_them() -> None:
    assert {str(limit) for limit in Limit} == {
        "modelCalls",
        "toolCalls",
        "steps",
        "writeSteps",
        "inputBytes",
        "outputTokens",
        "totalTokens",
        "ttlMillis",
        "reactIterations",
    }
    assert SINGLE.rounds == 1
