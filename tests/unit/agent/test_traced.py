"""The contract's JSON of a run."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bridge.agent.traced import TracedRun, TracedStep, Unfinished, run_json
from bridge.core.model_calls import Usage
from tests.fakes.traced_events import AFTER, BEFORE, MARA, NOON

CALL = TracedStep(
    step="1",
    kind="model",
    name="react",
    ok=True,
    reason="",
    ms=500.0,
    model="scripted",
    usage=Usage(input_tokens=100, output_tokens=20, cached_tokens=10),
    cost=0.25,
    before=BEFORE,
    after=AFTER,
)
REFUSED = replace(
    CALL,
    step="2",
    kind="tool",
    name="quests.find",
    ok=False,
    reason="budget: toolCalls",
    model="",
    usage=None,
    cost=None,
)
RUN = TracedRun(
    number=7,
    run="aa01",
    server="main",
    player=MARA.name,
    uuid=MARA.uuid,
    mode="free",
    prompts="9f2c",
    started=NOON,
    workflow="system:reasoning",
    ended=NOON + timedelta(seconds=2),
    outcome="stopped",
    stop="budget: steps",
    missing=0,
    steps=(CALL, REFUSED),
)


def test_the_keys_of_the_contract_and_ours() -> None:
    document = run_json(RUN)
    steps = document.pop("steps")
    assert document == {
        "run": "aa01",
        "server": "main",
        "player": "Mara",
        "uuid": "00000000-0000-0000-0000-000000000001",
        "workflow": "system:reasoning",
        "mode": "free",
        "prompts": "9f2c",
        "started": "2026-11-30T12:00:00.000+00:00",
        "ended": "2026-11-30T12:00:02.000+00:00",
        "outcome": "stopped",
        "stop": "budget: steps",
        "tokens": 120,
        "cost": 0.25,
        "missing": 0,
    }
    budget = steps[0].pop("budget")
    assert steps[0] == {
        "step": "1",
        "kind": "model",
        "name": "react",
        "ok": True,
        "model": "scripted",
        "tokens": 120,
        "usage": {"input": 100, "output": 20, "cached": 10},
        "cost": 0.25,
        "ms": 500.0,
        "reason": None,
    }
    assert budget["before"] == {
        "modelCalls": 4,
        "toolCalls": 8,
        "steps": 14,
        "writeSteps": 0,
        "totalTokens": 262_144,
        "ttlMillis": 60_000,
    }
    assert budget["after"]["modelCalls"] == 3


def test_what_there_is_none_of_is_null() -> None:
    (_, refused) = run_json(RUN)["steps"]
    assert [refused[key] for key in ("model", "tokens", "usage", "cost")] == [None] * 4
    assert refused["reason"] == "budget: toolCalls"
    open_run = replace(
        RUN, workflow=None, ended=None, outcome=Unfinished.RUNNING, stop="", uuid=None, steps=()
    )
    document = run_json(open_run)
    assert document["outcome"] == "running"
    for key in ("workflow", "ended", "stop", "uuid", "tokens", "cost"):
        assert document[key] is None
