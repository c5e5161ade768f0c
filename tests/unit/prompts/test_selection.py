"""level.dat says which packs count, and in which order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.errors import ConfigurationError
from bridge.minecraft import nbt
from bridge.prompts.selection import Selection, parse_selection
from tests.fakes.world_packs import level_dat

NAMES = st.sampled_from(["a", "b.zip", "c", "d.zip", "E"])


def test_packs_come_as_enabled_and_the_others_after_them_by_name() -> None:
    level = level_dat(["vanilla", "file/z.zip", "file/gone", "file/a"], ["file/off", "bundle"])
    selection = parse_selection(level, file="level.dat")
    assert selection.ordered(["off", "new", "a", "b", "z.zip"]) == ["z.zip", "a", "b", "new"]


def test_a_pack_in_both_lists_is_disabled() -> None:
    selection = parse_selection(level_dat(["file/a"], ["file/a"]), file="")
    assert selection.ordered(["a", "b"]) == ["b"]


def test_only_packs_of_the_folder_are_meant() -> None:
    assert parse_selection(level_dat(["a"], ["b"]), file="") == Selection()


@pytest.mark.parametrize(
    "root",
    [
        {},
        {"Data": {}},
        {"Data": {"DataPacks": {}}},
        {"Data": {"DataPacks": {"Enabled": 1, "Disabled": "file/a"}}},
        {"Data": {"DataPacks": {"Enabled": [1, 2]}}},
    ],
)
def test_a_world_without_the_lists_mentions_no_pack(root: dict[str, nbt.Tag]) -> None:
    assert parse_selection(nbt.write(root), file="") == Selection()


def test_a_damaged_file_is_told() -> None:
    with pytest.raises(ConfigurationError, match=r"^level\.dat:\?: "):
        parse_selection(level_dat()[:-12], file="level.dat")


@given(st.lists(NAMES), st.frozensets(NAMES), st.sets(NAMES))
def test_each_present_pack_that_is_not_disabled_counts_once(
    enabled: list[str], disabled: frozenset[str], present: set[str]
) -> None:
    ordered = Selection(enabled=tuple(enabled), disabled=disabled).ordered(present)
    assert sorted(ordered) == sorted(present - disabled)
