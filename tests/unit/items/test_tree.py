"""What making an item takes in all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.items.tree import End, plan

if TYPE_CHECKING:
    from bridge.items.store import ItemStore


def test_totals_down_to_what_is_gathered(pack: ItemStore) -> None:
    found = plan(pack, "tools:hammer", 2, {})
    # Six ingots: they also lie in chests, but smelting is a good recipe. Two sticks: one run of
    # two planks makes four, one log makes four planks.
    assert found.gathered == {"minecraft:raw_iron": 6, "minecraft:oak_log": 1}
    assert found.left == {"minecraft:stick": 2, "minecraft:oak_planks": 2}
    assert found.root.runs == 2


def test_what_is_held_is_used_first(pack: ItemStore) -> None:
    found = plan(pack, "tools:hammer", 2, {"minecraft:iron_ingot": 4, "minecraft:stick": 9})
    assert found.gathered == {"minecraft:raw_iron": 2}
    assert found.used == {"minecraft:iron_ingot": 4, "minecraft:stick": 2}


def test_one_that_is_there_already_is_made_all_the_same(pack: ItemStore) -> None:
    assert plan(pack, "tools:hammer", 1, {"tools:hammer": 5}).gathered["minecraft:raw_iron"] == 3


def test_a_thing_without_a_recipe_is_gathered(pack: ItemStore) -> None:
    found = plan(pack, "minecraft:raw_iron", 3, {})
    assert found.root.end is End.GATHERED
    assert found.gathered == {"minecraft:raw_iron": 3}
    assert plan(pack, "minecraft:template", 1, {}).root.end is End.GATHERED
