"""JSON mode is found out once for each endpoint."""

from __future__ import annotations

import pytest

from bridge.gateway.json_mode import JsonModes
from tests.unit.gateway.conftest import endpoint


def test_one_400_may_be_asked_again_and_its_lesson_stays() -> None:
    modes = JsonModes()
    here, there = endpoint(), endpoint("other")
    assert modes.wanted(here)
    assert [modes.may_retry(here) for _ in range(3)] == [True, False, False]
    assert modes.wanted(here)
    modes.does_without(here)
    assert not modes.wanted(here)
    assert modes.wanted(there)
    assert modes.may_retry(there)


@pytest.mark.parametrize("mode", [True, False])
def test_what_is_configured_is_not_found_out(mode: bool) -> None:
    modes = JsonModes()
    here = endpoint(jsonMode=mode)
    assert modes.wanted(here) is mode
    assert not modes.may_retry(here)


def test_a_format_of_the_owner_replaces_ours() -> None:
    here = endpoint(extraBody={"response_format": {"type": "json_schema"}})
    assert not JsonModes().wanted(here)
