"""Numbers of a provider are believed where they can be true."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.model_calls import Usage
from bridge.gateway.usage import MOST, read_usage


@pytest.mark.parametrize(
    ("value", "usage"),
    [
        ({"prompt_tokens": 5, "completion_tokens": 2}, (5, 2, 0)),
        ({"input_tokens": 5, "output_tokens": 2}, (5, 2, 0)),
        ({"prompt_tokens": 5.0, "completion_tokens": 2}, (5, 2, 0)),
        ({"prompt_tokens": 5, "completion_tokens": 0}, (5, 0, 0)),
        ({"prompt_tokens": 5, "completion_tokens": 2, "prompt_cache_hit_tokens": 4}, (5, 2, 4)),
        ({"prompt_tokens": 5, "completion_tokens": 2,
          "prompt_tokens_details": {"cached_tokens": 3}}, (5, 2, 3)),
        ({"prompt_tokens": 5, "completion_tokens": 2,
          "prompt_tokens_details": {"cached_tokens": 6}}, (5, 2, 0)),
        ({"prompt_tokens": 5, "completion_tokens": 2, "prompt_tokens_details": 3}, (5, 2, 0)),
    ],
)  # fmt: skip
def test_usage_is_read(value: object, usage: tuple[int, int, int]) -> None:
    read, written, cached = usage
    assert read_usage(value) == Usage(
        input_tokens=read, output_tokens=written, cached_tokens=cached
    )


@pytest.mark.parametrize("number", [-1, True, False, None, "5", 1.5, MOST + 1, 10**400, float("inf"), float("nan"), [], {}])  # noqa: E501  # fmt: skip
@pytest.mark.parametrize("field", ["prompt_tokens", "completion_tokens"])
def test_an_impossible_number_makes_usage_unknown(number: object, field: str) -> None:
    assert read_usage({"prompt_tokens": 5, "completion_tokens": 2} | {field: number}) is None


@pytest.mark.parametrize("value", [None, 5, [], {}, {"prompt_tokens": 0, "completion_tokens": 0}])
def test_no_usage_is_none(value: object) -> None:
    assert read_usage(value) is None


FIELDS = st.sampled_from(
    ["prompt_tokens", "completion_tokens", "prompt_tokens_details", "cached_tokens"]
)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats()
OBJECTS = st.dictionaries(FIELDS, LEAVES | st.dictionaries(FIELDS, LEAVES, max_size=2), max_size=4)


@given(LEAVES | OBJECTS | st.lists(OBJECTS, max_size=1))
def test_nothing_breaks_it(value: object) -> None:
    usage = read_usage(value)
    assert usage is None or 0 <= usage.cached_tokens <= usage.input_tokens <= MOST
