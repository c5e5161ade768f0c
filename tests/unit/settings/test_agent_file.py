"""`system-agent.json`: what access takes of it, what is refused, and what is not used yet."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bridge.core.errors import ConfigurationError
from bridge.settings.agent_file import AgentFile
from bridge.settings.json_file import parse

POLICY = {
    "modelCalls": 6,
    "toolCalls": 16,
    "steps": 32,
    "writeSteps": 6,
    "inputBytes": 65536,
    "outputTokens": 2000,
    "totalTokens": 50000,
    "ttlMillis": 90000,
    "modelTimeoutMillis": 30000,
    "reactIterations": 6,
}


def read(values: object) -> AgentFile:
    return parse(json.dumps(values).encode(), AgentFile, file="system-agent.json")


def free_chat(**changes: Any) -> AgentFile:
    return read({"policies": {"system:free_chat": {**POLICY, **changes}}})


def test_an_empty_file_has_the_documented_values() -> None:
    file = read({})
    assert (file.model_calls_per_player_day, file.model_calls_per_server_day) == (50, 1000)
    assert (file.max_cost_usd_per_day, file.requests_per_minute) == (0, 20)
    assert file.server_model_concurrency == 4
    assert file.has_free_rounds
    assert (file.unused, file.warnings) == ((), ())


def test_every_key_of_the_contract_is_accepted_and_the_unused_ones_are_named() -> None:
    file = read(
        {
            "modelCallsPerPlayerDay": 5,
            "modelCallsPerServerDay": 6,
            "maxCostUsdPerDay": 1.5,
            "requestsPerMinute": 0,
            "serverModelConcurrency": 2,
            "policies": {"system:question": POLICY},
            "agents": {"mine": {"parallel_tools": True}},
            "gates": {"endless_loop": {}},
            "toolOverrides": {},
            "externalToolsets": [],
            "pythonToolsets": [],
            "connectedAgents": {},
            "executionMode": "inprocess",
            "stateStore": "auto",
            "modules": {"signin": {"enabled": False, "reward": 3}},
        }
    )
    assert (file.model_calls_per_player_day, file.max_cost_usd_per_day) == (5, 1.5)
    assert file.unused == (
        "agents",
        "connectedAgents",
        "executionMode",
        "externalToolsets",
        "gates",
        "pythonToolsets",
        "stateStore",
        "toolOverrides",
    )


@pytest.mark.parametrize(
    "values",
    [
        {"modelCallsPerPlayerDay": -1},
        {"modelCallsPerPlayerDay": 1.5},
        {"modelCallsPerPlayerDay": True},
        {"modelCallsPerServerDay": 2**31},
        {"maxCostUsdPerDay": -0.1},
        {"requestsPerMinute": None},
        {"serverModelConcurrency": 0},
        {"executionMode": "threads"},
        {"stateStore": "mysql"},
        {"agents": []},
        {"gates": "all"},
        {"modules": {"signin": True}},
        {"model_calls_per_player_day": 1},
    ],
)
def test_a_wrong_value_refuses_the_file(values: object) -> None:
    with pytest.raises(ConfigurationError):
        read(values)


@pytest.mark.parametrize("key", [key for key in POLICY if key != "reactIterations"])
def test_a_policy_is_complete_and_valid(key: str) -> None:
    for broken in (
        {name: value for name, value in POLICY.items() if name != key},
        {**POLICY, key: -1},
        {**POLICY, key: "1"},
        {**POLICY, "extra": 1},
    ):
        with pytest.raises(ConfigurationError):
            read({"policies": {"system:question": broken}})


@pytest.mark.parametrize("value", [None, -1, "6", 2.5, True, []])
def test_invalid_iterations_are_a_warning_and_three(value: object) -> None:
    file = free_chat(reactIterations=value)
    assert file.policies["system:free_chat"].rounds == 3
    assert "policies.system:free_chat.reactIterations" in file.warnings[0]
    assert file.has_free_rounds


def test_missing_iterations_are_a_warning_and_three_and_zero_is_zero() -> None:
    policy = {key: value for key, value in POLICY.items() if key != "reactIterations"}
    missing = read({"policies": {"system:free_chat": policy}})
    assert missing.policies["system:free_chat"].rounds == 3
    assert len(missing.warnings) == 1
    off = free_chat(reactIterations=0)
    assert not off.has_free_rounds
    assert off.warnings == ()
