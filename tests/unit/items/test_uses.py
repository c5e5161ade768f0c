"""What an item is used for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.items.uses import uses

if TYPE_CHECKING:
    from bridge.items.store import ItemStore


def test_by_itself_and_through_its_tags(pack: ItemStore) -> None:
    planks = uses(pack, "minecraft:oak_planks", limit=5)
    assert [recipe.name for recipe in planks.recipes] == ["minecraft:stick"]
    assert planks.tags == ("#minecraft:planks",)


def test_pages(pack: ItemStore) -> None:
    first = uses(pack, "minecraft:iron_ingot", limit=1)
    second = uses(pack, "minecraft:iron_ingot", limit=1, offset=1)
    assert first.total == second.total == 2
    assert {r.name for r in (*first.recipes, *second.recipes)} == {
        "minecraft:block",
        "tools:hammer",
    }


def test_none_and_unknown(pack: ItemStore) -> None:
    assert uses(pack, "tools:hammer", limit=5).total == 0
    assert not uses(pack, "a:nothing", limit=5).known
