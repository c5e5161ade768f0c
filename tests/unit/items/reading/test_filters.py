"""What a pack takes away of those below it."""

from __future__ import annotations

from typing import Any

import pytest

from bridge.items.model import Filter
from bridge.items.reading.filters import FILTERS, matching, read_filters


@pytest.mark.parametrize(
    ("block", "found"),
    [
        ([{"namespace": "a", "path": "recipe/x"}], [Filter("a", "recipe/x")]),
        ([{"path": "x"}, {"namespace": "b"}], [Filter("", "x"), Filter("b", "")]),
        ([{}, 3, None, {"other": "a"}], []),
        (None, []),
        ([{"path": "x"}] * (FILTERS + 5), [Filter("", "x")] * FILTERS),
    ],
)
def test_filters_of_a_pack(block: Any, found: list[Filter]) -> None:
    assert read_filters({"pack": {}, "filter": {"block": block}}) == found
    assert read_filters({"filter": block}) == read_filters([]) == []


@pytest.mark.parametrize(
    ("namespace", "path", "file", "fits"),
    [
        ("^a$", "recipe/x", "recipe/x.json", True),
        ("b", "recipe/x", "recipe/x.json", False),
        ("", r"^recipe/.*_log\.json$", "recipe/oak_log.json", True),
        ("", r"^recipe/.*_log\.json$", "recipe/oak_log_2.json", False),
    ],
)
def test_patterns_are_searched(namespace: str, path: str, file: str, fits: bool) -> None:
    test = matching(Filter(namespace, path))
    assert test is not None
    assert test("a", file) is fits


@pytest.mark.parametrize("path", ["(a+)+$", "(a|a)*", ".*.*.*.*x", "(", "x" * 201, "a{1}{2}{3}{4}"])
def test_what_could_take_for_ever_takes_nothing_away(path: str) -> None:
    assert matching(Filter("", path)) is None
