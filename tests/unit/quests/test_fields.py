"""Lenient looks into a tree: a wrong type has no value, and is never an error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.quests import fields

VALUES = st.recursive(
    st.none() | st.integers(-(2**63), 2**63 - 1) | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=6,
)


@given(VALUES)
def test_every_look_takes_every_value(value: object) -> None:
    tree = {"key": value}
    assert isinstance(fields.string(tree, "key"), str)
    assert isinstance(fields.integer(tree, "key"), int)
    assert isinstance(fields.real(tree, "key"), float)
    assert fields.tristate(tree, "key") in {True, False, None}
    assert isinstance(fields.flag(tree, "key"), bool)
    assert all(isinstance(each, dict) for each in fields.compounds(tree, "key"))
    assert all(isinstance(each, str) for each in fields.strings(tree, "key"))
    assert isinstance(fields.compound(tree, "key"), dict)
    assert isinstance(fields.values(tree, "key"), list)


@pytest.mark.parametrize(
    ("value", "state"),
    [(1, True), (0, False), (True, True), ("true", True), ("default", None), ([], None)],
)
def test_a_tristate_is_true_false_or_the_default(value: object, state: bool | None) -> None:
    assert fields.tristate({"key": value}, "key") is state


def test_a_single_value_counts_as_a_list_of_it() -> None:
    assert fields.strings({"key": "a"}, "key") == ["a"]
    assert fields.values({"key": 5}, "key") == [5]
    assert fields.compounds({"key": {"a": 1}}, "key") == [{"a": 1}]
    assert fields.values({}, "key") == []


def test_numbers_lose_their_fraction_and_the_endless_ones_count_as_missing() -> None:
    assert fields.integer({"key": 2.9}, "key") == 2
    assert fields.integer({"key": float("inf")}, "key", 7) == 7
    assert fields.integer({"key": float("nan")}, "key", 7) == 7


def test_others_are_the_plain_fields_without_a_name() -> None:
    tree = {"id": "1", "new": 5, "deep": {"a": 1}, "word": "x"}
    assert fields.others(tree, frozenset({"id"})) == (("new", 5), ("word", "x"))
    assert fields.others(tree, frozenset(tree)) == ()
