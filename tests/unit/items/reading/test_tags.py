"""Tag files."""

from __future__ import annotations

from typing import Any

from bridge.items.model import Tag
from bridge.items.reading.tags import read_tag


def test_values_optional_entries_removals_and_replace() -> None:
    value: Any = {
        "replace": True,
        "values": ["a:b", "#a:c", {"id": "a:d", "required": False}, {"id": "#a:e"}, 3, "no id!"],
        "remove": ["a:x"],
    }
    assert read_tag("a:t", value) == Tag(
        name="#a:t", values=("a:b", "#a:c", "a:d", "#a:e"), removed=("a:x",), replace=True
    )


def test_a_plain_list_is_its_values() -> None:
    assert read_tag("a:t", ["a:b"]).values == ("a:b",)


def test_tags_of_fluids_are_marked() -> None:
    assert read_tag("c:oil", {"values": ["a:oil", "#c:x"]}, "~") == Tag(
        name="~#c:oil", values=("~a:oil", "~#c:x")
    )


def test_what_is_no_tag_is_an_empty_one() -> None:
    assert read_tag("a:t", 3).values == ()
