"""What KubeJS exported."""

from __future__ import annotations

from typing import Any

import pytest

from bridge.items.model import Facts
from bridge.items.reading import kubejs
from bridge.items.reading.documents import Documents
from bridge.items.reading.places import Kind


@pytest.mark.parametrize(
    ("path", "kind", "name"),
    [
        ("recipes/create/mixing/a.json", Kind.RECIPE, "create:mixing/a"),
        ("tags/item/c/ingots/iron.json", Kind.ITEM_TAG, "c:ingots/iron"),
        ("tags/minecraft/fluid/c/oil.json", Kind.FLUID_TAG, "c:oil"),
        ("loot_tables/minecraft/chests/x.json", Kind.LOOT, "minecraft:chests/x"),
        ("loot tables/minecraft/chests/x.json", Kind.LOOT, "minecraft:chests/x"),
    ],
)
def test_files_of_the_export(path: str, kind: Kind, name: str) -> None:
    place = kubejs.place_of(path)
    assert place is not None
    assert (place.kind, place.name) == (kind, name)


@pytest.mark.parametrize(
    "path", ["removed_recipes/a/b.json", "added_recipes/a/b.json", "recipes/a/../b.json", "x"]
)
def test_what_is_not_final_is_left(path: str) -> None:
    assert kubejs.place_of(path) is None


def test_the_registry_in_its_forms() -> None:
    assert kubejs.read_registry(["a:b", {"id": "a:c"}, 3]) == ["a:b", "a:c"]
    assert kubejs.read_registry({"values": ["a:b"]}) == ["a:b"]
    assert kubejs.read_registry({"a:b": {}, "a:c": 1}) == ["a:b", "a:c"]
    assert kubejs.read_registry(None) == []


def test_the_single_file_of_early_versions() -> None:
    facts = Facts()
    recipe: Any = {"type": "minecraft:smelting", "ingredient": {"item": "a:b"}, "result": "a:o"}
    whole: Any = {
        "recipes": {"a:r": recipe},
        "tags": {"items": {"c:t": ["a:b"]}, "fluids": {"c:f": ["a:f"]}, "blocks": {"c:x": ["a:x"]}},
    }
    kubejs.read_single(whole, Documents(facts), facts)
    listed: Any = {"recipes": [{"id": "a:s", **recipe}]}
    kubejs.read_single(listed, Documents(facts), facts)
    assert [each.name for each in facts.recipes] == ["a:r", "a:s"]
    assert [tag.name for tag in facts.tags] == ["#c:t", "~#c:f"]
