"""Which paths matter, in every version's spelling."""

from __future__ import annotations

import pytest

from bridge.items.reading.places import Kind, Place, place_of, wanted


@pytest.mark.parametrize(
    ("path", "kind", "name"),
    [
        ("data/a/recipes/b/c.json", Kind.RECIPE, "a:b/c"),
        ("data/a/recipe/c.json", Kind.RECIPE, "a:c"),
        ("assets/a/recipes/c.json", Kind.RECIPE, "a:c"),
        ("data/a/loot_tables/chests/x.json", Kind.LOOT, "a:chests/x"),
        ("data/a/loot_table/x.json", Kind.LOOT, "a:x"),
        ("data/a/loot_modifiers/x.json", Kind.MODIFIER, "a:x"),
        ("data/a/tags/items/x/y.json", Kind.ITEM_TAG, "a:x/y"),
        ("data/a/tags/item/x.json", Kind.ITEM_TAG, "a:x"),
        ("data/a/tags/fluids/x.json", Kind.FLUID_TAG, "a:x"),
        ("data/a/villager_trade/farmer/1/x.json", Kind.TRADE, "a:farmer/1/x"),
        ("data/a/moonlight/villager_trades/x.json", Kind.TRADE, "a:x"),
        ("data/a/villager/professions/x.json", Kind.TRADE, "a:x"),
        ("assets/a/lang/zh_CN.lang", Kind.NAMES, "zh_cn"),
        ("assets/a/lang/en_us.json", Kind.NAMES, "en_us"),
        ("META-INF/mods.toml", Kind.MOD, "META-INF/mods.toml"),
        ("fabric.mod.json", Kind.MOD, "fabric.mod.json"),
        ("META-INF/jarjar/a.jar", Kind.NESTED, "META-INF/jarjar/a.jar"),
        ("META-INF/versions/1.21/server-1.21.jar", Kind.NESTED, None),
    ],
)
def test_what_a_path_is(path: str, kind: Kind, name: str | None) -> None:
    place = place_of(path)
    assert place is not None
    assert place.kind is kind
    assert place.name == (name or path)
    assert wanted(path.encode())


@pytest.mark.parametrize(
    "path",
    [
        "data/a/recipes/../../../x.json",
        "/data/a/recipes/x.json",
        "data/a/tags/blocks/x.json",
        "data/a/recipes/x.txt",
        "assets/a/textures/x.png",
        "data/a/recipes/" + "x" * 500 + ".json",
        "data/a/recipes/\ud800.json",
        "data\\a\\recipes\\x.json",
    ],
)
def test_what_does_not_matter(path: str) -> None:
    assert place_of(path) is None


def test_a_place_knows_its_namespace() -> None:
    assert place_of("data/a.b/recipes/c.json") == Place(Kind.RECIPE, "a.b:c", "a.b")
