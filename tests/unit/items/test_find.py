"""Finding items the ways players call them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridge.items.find import How, find

if TYPE_CHECKING:
    from bridge.items.store import ItemStore


@pytest.mark.parametrize(
    ("text", "first", "how"),
    [
        ("minecraft:iron_ingot", "minecraft:iron_ingot", How.ID),
        ("iron_ingot", "minecraft:iron_ingot", How.ID),
        ("Iron Ingot", "minecraft:iron_ingot", How.ID),
        ("tools:iron_ingot", "tools:iron_ingot", How.ID),
        ("great hammer?", "tools:hammer", How.NAME),
        ("铁锭", "minecraft:iron_ingot", How.NAME),
        ("烈焰", "minecraft:blaze_rod", How.WORDS),
        ("焰", "minecraft:blaze_rod", How.WORDS),
        ("the blaze rods", "minecraft:blaze_rod", How.WORDS),
        ("block iron", "minecraft:iron_block", How.WORDS),
        ("nugg", "minecraft:iron_nugget", How.BEGINNING),
        ("ron_nug", "minecraft:iron_nugget", How.PART),
        ("blaez rod", "minecraft:blaze_rod", How.SPELLING),
        ("hamer", "tools:hammer", How.SPELLING),
        ("golden hammer", "tools:hammer", How.SOME),
    ],
)
def test_the_best_hit(pack: ItemStore, text: str, first: str, how: How) -> None:
    hit = find(pack, text, locale="en_us", limit=8)[0]
    assert (hit.item, hit.how) == (first, how)


def test_the_games_own_comes_before_mods(pack: ItemStore) -> None:
    hits = [hit.item for hit in find(pack, "iron ingot", locale="en_us", limit=8)]
    assert hits[:2] == ["minecraft:iron_ingot", "tools:iron_ingot"]


def test_names_are_in_the_language_that_is_asked_for(pack: ItemStore) -> None:
    assert find(pack, "iron_ingot", locale="zh_cn", limit=1)[0].label.text == "铁锭"


@pytest.mark.parametrize("text", ["", "?", "zzzzzz", '" OR *', "\0", "x" * 9999, "的", "#", ":"])
def test_what_is_not_there_is_nothing_and_no_error(pack: ItemStore, text: str) -> None:
    assert find(pack, text, locale="en_us", limit=8) == []
