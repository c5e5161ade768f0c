import json
from dataclasses import astuple, fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.agent.policy import (
    BUILT_IN,
    FREE_CHAT,
    QUESTION,
    REASONING,
    SINGLE,
    ExecutionPolicy,
    configured,
    policy_of,
)
from bridge.core.errors import ConfigurationError
from bridge.settings.agent_file import AgentFile, Policy
from bridge.settings.json_file import parse

COMPLETE = {
    "modelCalls": 4,
    "toolCalls": 8,
    "steps": 14,
    "writeSteps": 1,
    "inputBytes": 65536,
    "outputTokens": 1536,
    "totalTokens": 262144,
    "ttlMillis": 60500,
    "modelTimeoutMillis": 12000,
    "reactIterations": 5,
}
COUNTS = st.integers(0, 100)
POLICIES = st.builds(
    ExecutionPolicy,
    **{field.name: COUNTS for field in fields(ExecutionPolicy) if field.name != "ttl"},
    ttl=st.floats(0, 100),
)


def entry(**changes: object) -> Policy:
    given = {key: value for key, value in (COMPLETE | changes).items() if value is not ...}
    content = json.dumps({"policies": {REASONING: given}}).encode()
    return parse(content, AgentFile, file="system-agent.json").policies[REASONING]


@pytest.mark.parametrize(
    ("workflow", "row"),
    [
        (REASONING, (3, 4, 8, 14, 60.0, 12.0, 0)),
        (QUESTION, (6, 6, 9, 20, 90.0, 20.0, 0)),
        (FREE_CHAT, (6, 6, 16, 32, 90.0, 30.0, 6)),
    ],
)
def test_the_built_in_budgets_are_those_of_the_table(workflow: str, row: tuple[float, ...]) -> None:
    policy = BUILT_IN[workflow]
    assert row == (
        policy.rounds,
        policy.model_calls,
        policy.tool_calls,
        policy.steps,
        policy.ttl,
        policy.model_timeout,
        policy.write_steps,
    )


def test_an_entry_replaces_the_built_in_policy_whole() -> None:
    policy = policy_of(REASONING, {REASONING: entry()}, SINGLE)
    assert policy == configured(entry())
    assert (policy.ttl, policy.model_timeout, policy.rounds) == (60.5, 12.0, 5)
    assert policy.write_steps == 1


def test_without_an_entry_the_built_in_one_holds_then_its_own_then_that_of_one_call() -> None:
    own = replace(SINGLE, rounds=2)
    assert policy_of(REASONING, {}, own) is BUILT_IN[REASONING]
    assert policy_of("shop:buy", {}, own) is own
    assert policy_of("shop:buy", {}) is SINGLE


@pytest.mark.parametrize("field", [key for key in COMPLETE if key != "reactIterations"])
def test_an_override_that_lacks_a_field_is_refused_with_its_name(field: str) -> None:
    with pytest.raises(ConfigurationError, match=field):
        entry(**{field: ...})


@pytest.mark.parametrize(
    ("given", "rounds"),
    [(0, 0), (1, 1), (7, 7), (..., 3), ("x", 3), (-1, 3), (None, 3), (True, 3), (1.5, 3)],
)
def test_rounds_alone_may_be_missing_or_invalid_and_are_three_then(
    given: object, rounds: int
) -> None:
    assert configured(entry(reactIterations=given)).rounds == rounds


@given(POLICIES, POLICIES)
def test_a_nested_policy_only_shrinks(inner: ExecutionPolicy, outer: ExecutionPolicy) -> None:
    tightened = astuple(inner.within(outer))
    assert tightened == tuple(map(min, astuple(inner), astuple(outer)))
