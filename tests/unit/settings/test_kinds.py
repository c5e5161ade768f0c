"""What a key may hold: nothing is converted silently, and no value is repeated."""

from __future__ import annotations

from contextlib import suppress
from math import inf, nan
from typing import TYPE_CHECKING, Any, Literal
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.settings import kinds
from bridge.settings.problems import WrongValueError

if TYPE_CHECKING:
    from bridge.settings.kinds import Kind

MARA = "11111111-2222-4333-8444-555555555555"
COLOUR = kinds.choice(Literal["red", "green", "blue"])
PORT = kinds.whole(1, 65535)


def told(kind: Kind[Any], value: object) -> list[tuple[str, str]]:
    """Where it is wrong, and how."""
    with pytest.raises(WrongValueError) as caught:
        kind(value)
    return [(".".join(problem.path), problem.text) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("kind", "value", "read"),
    [
        (kinds.text, "", ""),
        (kinds.filled, "x", "x"),
        (kinds.flag, False, False),
        (kinds.uuid, MARA, UUID(MARA)),
        (kinds.table, {"a": [1]}, {"a": [1]}),
        (PORT, 1, 1),
        (PORT, 65535, 65535),
        (kinds.number, 5, 5.0),
        (kinds.positive, inf, inf),
        (kinds.amount, 0, 0.0),
        (COLOUR, "green", "green"),
        (kinds.auto, True, True),
        (kinds.auto, "auto", "auto"),
        (kinds.list_of(PORT), [1, 2], (1, 2)),
        (kinds.list_of(PORT), [], ()),
        (kinds.named(PORT), {"a": 1, "b": 2}, {"a": 1, "b": 2}),
    ],
)
def test_what_is_taken(kind: Kind[Any], value: object, read: object) -> None:
    taken = kind(value)
    assert taken == read
    assert type(taken) is type(read)


@pytest.mark.parametrize(
    ("kind", "value", "problem"),
    [
        (kinds.text, 5, "input should be a valid string"),
        (kinds.filled, "", "string should have at least 1 character"),
        (kinds.flag, 1, "input should be a valid boolean"),
        (kinds.flag, "true", "input should be a valid boolean"),
        (kinds.uuid, 5, "input should be a valid UUID"),
        (kinds.uuid, "Mara", "badly formed hexadecimal UUID string"),
        (kinds.table, [], "input should be a table of keys and values"),
        (PORT, True, "input should be a valid integer"),
        (PORT, 1.0, "input should be a valid integer"),
        (PORT, "1", "input should be a valid integer"),
        (PORT, 0, "input should be greater than or equal to 1"),
        (PORT, 65536, "input should be less than or equal to 65535"),
        (kinds.number, "5", "input should be a valid number"),
        (kinds.number, False, "input should be a valid number"),
        (kinds.number, 10**400, "input should be a finite number"),
        (kinds.positive, 0, "input should be greater than 0"),
        (kinds.positive, nan, "input should be greater than 0"),
        (kinds.amount, -0.1, "input should be greater than or equal to 0"),
        (kinds.amount, inf, "input should be a finite number"),
        (kinds.amount, nan, "input should be a finite number"),
        (COLOUR, "grey", "input should be 'red', 'green' or 'blue'"),
        (COLOUR, ["red"], "input should be 'red', 'green' or 'blue'"),
        (kinds.auto, 1, "input should be a valid boolean or 'auto'"),
        (kinds.auto, "yes", "input should be a valid boolean or 'auto'"),
        (kinds.list_of(PORT), "12", "input should be a valid list"),
        (kinds.list_of(PORT, least=1), [], "list should have at least 1 item, not 0"),
        (kinds.named(PORT), None, "input should be a table of keys and values"),
    ],
)
def test_what_is_not(kind: Kind[Any], value: object, problem: str) -> None:
    assert told(kind, value) == [("", problem)]


def test_every_problem_inside_has_its_place() -> None:
    assert told(kinds.named(kinds.list_of(PORT)), {"a": [1, 0, "x"], "b": 1}) == [
        ("a.1", "input should be greater than or equal to 1"),
        ("a.2", "input should be a valid integer"),
        ("b", "input should be a valid list"),
    ]
    assert told(kinds.named(PORT, name=kinds.filled), {"": 1}) == [
        ("", "string should have at least 1 character")
    ]


ALL = (
    *(kinds.text, kinds.filled, kinds.flag, kinds.uuid, kinds.table, kinds.number),
    *(kinds.positive, kinds.amount, kinds.auto, COLOUR, PORT),
    *(kinds.list_of(PORT, least=1), kinds.named(COLOUR)),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@given(st.sampled_from(ALL), JSON)
def test_any_value_is_taken_or_its_problems_are_told(kind: Kind[Any], value: object) -> None:
    with suppress(WrongValueError):
        kind(value)


@pytest.mark.parametrize("value", ["sk-secret", ["sk-secret"], {"x": "sk-secret"}])
def test_no_value_is_repeated(value: object) -> None:
    for kind in (*ALL, kinds.list_of(kinds.flag)):
        with suppress(WrongValueError):
            kind(value)
            continue
        assert "secret" not in str(told(kind, value))
