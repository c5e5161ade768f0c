"""The ways to get an item."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridge.items.model import Note
from bridge.items.origins import ByLoot, ByRecipe, ways
from bridge.items.ranking import Worth
from tests.unit.items.conftest import Server, chest, entry, shapeless

if TYPE_CHECKING:
    from bridge.items.store import ItemStore


def test_the_best_way_comes_first_and_unpacking_late(pack: ItemStore) -> None:
    found = ways(pack, "minecraft:iron_ingot").ways
    assert [way.worth for way in found] == [Worth.COOKED, Worth.FOUND, Worth.PACKED]
    smelted, chest_way = found[0], found[1]
    assert isinstance(smelted, ByRecipe)
    assert smelted.recipe.name == "minecraft:smelt"
    assert smelted.place == "kubejs"
    assert isinstance(chest_way, ByLoot)
    assert chest_way.drop.chance == pytest.approx(1 - 0.75**2, abs=1e-4)
    assert (chest_way.drop.least, chest_way.drop.most) == (1, 5)


def test_a_creatures_drop_says_what_it_depends_on(pack: ItemStore) -> None:
    (way,) = ways(pack, "minecraft:blaze_rod").ways
    assert isinstance(way, ByLoot)
    assert way.worth is Worth.KILLED
    assert way.drop.notes == (Note.BY_PLAYER,)


def test_recipes_of_absent_mods_are_left_out(pack: ItemStore) -> None:
    (way,) = ways(pack, "tools:hammer").ways
    assert isinstance(way, ByRecipe)
    assert way.recipe.name == "tools:hammer"


def test_one_that_needs_itself_is_recognised(pack: ItemStore) -> None:
    found = ways(pack, "minecraft:template")
    assert found.circular
    assert [way.worth for way in found.ways] == [Worth.CIRCULAR]


def test_no_way_and_no_such_item_are_told_apart(pack: ItemStore) -> None:
    raw = ways(pack, "minecraft:raw_iron")
    assert (raw.known, raw.ways, raw.circular) == (True, (), False)
    assert not ways(pack, "minecraft:nowhere").known


def test_tables_in_tables_are_followed_with_their_chances(server: Server) -> None:
    inner = {"type": "minecraft:loot_table", "name": "a:shared"}
    empty = {"type": "minecraft:empty"}
    server.data("a/loot_table/shared.json", {"pools": chest(entry("a:gem"), empty)["pools"]})
    server.data("a/loot_table/chests/one.json", chest(inner, empty))
    with server.store() as store:
        (way,) = ways(store, "a:gem").ways
        assert isinstance(way, ByLoot)
        assert way.table.name == "a:chests/one"
        assert way.via == ("a:shared",)
        assert way.drop.chance == pytest.approx(0.25)


def test_what_drops_or_comes_out_as_a_tag_counts(server: Server) -> None:
    server.data("a/tags/item/gems.json", {"values": ["a:gem"]})
    server.data("a/loot_table/chests/x.json", chest({"type": "tag", "name": "a:gems"}))
    with server.store() as store:
        assert [way.worth for way in ways(store, "a:gem").ways] == [Worth.FOUND]


def test_a_block_that_drops_itself_is_a_late_way(server: Server) -> None:
    server.data(
        "a/loot_table/blocks/rock.json",
        {"type": "minecraft:block", "pools": chest(entry("a:rock"), rolls=1)["pools"]},
    )
    server.data("a/recipe/r.json", shapeless("a:rock", "a:dust"))
    with server.store() as store:
        found = [way.worth for way in ways(store, "a:rock").ways]
        assert found == [Worth.CRAFTED, Worth.ITSELF]


def test_a_packs_filter_takes_away_what_stands_below_it(server: Server) -> None:
    server.jar(
        "mods/a.jar",
        {
            **{f"data/a/recipe/{x}.json": shapeless(f"a:{x}", "a:part") for x in "xyz"},
            "data/a/loot_table/chests/fort.json": chest(entry("a:x")),
        },
    )
    filtered = {"block": [{"namespace": "a", "path": "recipe/[xy]"}, {"path": "loot_table/"}]}
    server.jar(
        "world/datapacks/no.zip",
        {
            "pack.mcmeta": {"pack": {"pack_format": 48}, "filter": filtered},
            "data/a/recipe/y.json": shapeless("a:y", "a:other"),
        },
    )
    with server.store() as store:
        assert ways(store, "a:x").ways == ()
        (other,) = ways(store, "a:y").ways
        assert isinstance(other, ByRecipe)
        assert other.recipe.needs == {"a:other"}
        assert len(ways(store, "a:z").ways) == 1
    (server.root / "world/datapacks/no.zip").unlink()
    with server.store() as store:
        assert len(ways(store, "a:x").ways) == 2


def test_a_recipe_for_any_of_two_absent_mods_is_none(server: Server) -> None:
    absent = [{"type": "neoforge:mod_loaded", "modid": mod} for mod in ("one", "two")]
    needs = {"neoforge:conditions": [{"type": "neoforge:or", "values": absent}]}
    jar = {
        "META-INF/neoforge.mods.toml": '[[mods]]\nmodId="a"\n',
        "data/a/recipe/x.json": shapeless("a:x", "a:part") | needs,
    }
    server.jar("mods/a.jar", jar)
    with server.store() as store:
        assert ways(store, "a:x").ways == ()
    server.jar("mods/two.jar", {"META-INF/neoforge.mods.toml": '[[mods]]\nmodId="two"\n'})
    with server.store() as store:
        assert len(ways(store, "a:x").ways) == 1
