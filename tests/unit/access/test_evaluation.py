import json
from pathlib import Path
from typing import Any

import pytest

from bridge.access.evaluation import evaluate
from bridge.core.errors import UsageError

CASES = Path(__file__).parents[3] / ".." / "shared" / "data" / "access-cases.jsonl"


@pytest.mark.skipif(not CASES.exists(), reason="the worked cases are not here")
def test_every_worked_case() -> None:
    lines = CASES.read_text(encoding="utf-8").splitlines()
    wrong = [
        (row["case"], got)
        for row in map(json.loads, lines)
        if (got := evaluate(row["case"])) != row["effective"]
    ]
    assert len(lines) >= 1500
    assert wrong == []


def test_keys_left_out_have_their_documented_values() -> None:
    assert evaluate({}) == {
        "maxMode": "standard",
        "allowAi": True,
        "allowFreeChat": True,
        "modelCallsPerDay": 50,
        "modelConfigured": True,
        "mode": "standard",
    }


def test_null_is_unset() -> None:
    unset = {"allowAi": None, "allowFreeChat": None, "modelCallsPerDay": None}
    assert evaluate({"defaults": unset, "override": unset, "savedMode": None}) == evaluate({})


@pytest.mark.parametrize(
    ("case", "problem"),
    [
        ([], "the line: must be a JSON object"),
        ({"default": "FREE"}, "default: must be one of offline, standard, extended, free"),
        ({"default": None}, "default: must be one of"),
        ({"savedMode": 3}, "savedMode: must be one of"),
        ({"savedMode": []}, "savedMode: must be one of"),
        ({"host": 1}, "host: must be true or false"),
        ({"modelConfigured": "yes"}, "modelConfigured: must be true or false"),
        ({"configuredCalls": -1}, "configuredCalls: must be a whole number"),
        ({"configuredCalls": True}, "configuredCalls: must be a whole number"),
        ({"configuredCalls": 1.5}, "configuredCalls: must be a whole number"),
        ({"override": {"modelCallsPerDay": 2**31}}, "override.modelCallsPerDay: must be a whole"),
        ({"defaults": {"allowAi": 0}}, "defaults.allowAi: must be true or false"),
        ({"defaults": {"allowAI": True}}, "defaults.allowAI: unknown key"),
        ({"defaults": True}, "defaults: must be a JSON object"),
        ({"Host": True}, "Host: unknown key"),
    ],
)
def test_a_wrong_field_is_named(case: Any, problem: str) -> None:
    with pytest.raises(UsageError) as raised:
        evaluate(case)
    assert str(raised.value).startswith(problem)
