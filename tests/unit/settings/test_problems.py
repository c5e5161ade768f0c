"""The one line that tells what pydantic found."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from bridge.settings.agent_file import AgentFile, Policy
from bridge.settings.problems import first_problem


def told(values: object, schema: type[AgentFile | Policy] = AgentFile) -> str:
    with pytest.raises(ValidationError) as caught:
        schema.model_validate(values)
    return str(first_problem(caught.value, file="f", line_of=len))


def test_the_key_is_a_path_and_its_line_is_asked_for_by_it() -> None:
    assert told({"modules": {"x": {"enabled": 1}}}).startswith("f:3: modules.x.enabled: ")


def test_an_unknown_key_goes_before_what_is_missing_because_of_it() -> None:
    assert told({"modelcalls": 1}, Policy) == (
        "f:1: modelcalls: unknown key; remove it or correct its spelling"
    )
    assert told({}, Policy).endswith("is missing; it has no default")
