"""What making an item takes in all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.items.tree import End, plan
from tests.unit.items.conftest import shapeless

if TYPE_CHECKING:
    from bridge.items.store import ItemStore
    from tests.unit.items.conftest import Server


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


def test_what_is_not_used_up_is_needed_once_and_left(server: Server) -> None:
    plate = {
        "type": "m:press",
        "mold": "a:mold",
        "input": {"item": "a:ingot"},
        "output": {"item": "a:plate"},
    }
    server.data("a/recipe/plate.json", plate)
    server.data("a/recipe/rod.json", plate | {"output": {"item": "a:rod"}})
    server.data("a/recipe/box.json", shapeless("a:box", *["a:plate"] * 4, "a:rod"))
    with server.store() as store:
        bare = plan(store, "a:box", 2, {})
        assert bare.gathered == {"a:mold": 1, "a:ingot": 10}
        assert bare.left == {"a:mold": 1}
        held = plan(store, "a:box", 2, {"a:mold": 3})
        assert held.gathered == {"a:ingot": 10}
        assert held.used == held.left == {"a:mold": 1}


def test_emptied_buckets_are_left(server: Server) -> None:
    cake = shapeless("a:cake", *["minecraft:milk_bucket"] * 3, "minecraft:wheat")
    server.data("a/recipe/cake.json", cake)
    with server.store() as store:
        found = plan(store, "a:cake", 2, {})
    assert found.gathered == {"minecraft:milk_bucket": 6, "minecraft:wheat": 2}
    assert found.left == {"minecraft:bucket": 6}
