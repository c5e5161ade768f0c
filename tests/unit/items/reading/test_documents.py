"""Files become facts or problems, nothing else."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from bridge.items.model import PROBLEMS, Condition, Facts
from bridge.items.reading.documents import Documents, order
from bridge.items.reading.places import place_of
from tests.peers.item_hostility import read_document


def read(**files: Any) -> Facts:
    facts = Facts()
    documents = Documents(facts)
    for path, value in files.items():
        place = place_of(path)
        assert place is not None
        content = value if isinstance(value, bytes) else json.dumps(value).encode()
        documents.add(place, path, content)
    return facts


def test_each_kind_of_file_adds_its_facts() -> None:
    facts = read(
        **{
            "data/a/recipe/r.json": {
                "type": "smelting",
                "ingredient": "a:b",
                "result": "a:o",
                "conditions": [{"type": "mod_loaded", "modid": "x"}],
            },
            "data/a/recipe/gone.json": {},
            "data/a/loot_table/t.json": {"pools": []},
            "data/a/loot_modifiers/m.json": {"item": "a:b"},
            "data/a/tags/item/t.json": {"values": []},
            "data/a/tags/fluid/t.json": {"values": []},
            "assets/a/lang/en_us.json": {"item.a.b": "Bee"},
            "data/a/villager_trade/x.json": {"wants": "a:b", "gives": "a:c"},
            "fabric.mod.json": {"id": "a"},
        }
    )
    assert [recipe.name for recipe in facts.recipes] == ["a:r", "a:gone", "a:x"]
    assert facts.recipes[0].conditions == (Condition("x"),)
    assert not facts.recipes[1].outputs
    assert [table.name for table in facts.tables] == ["a:t", "a:m"]
    assert [tag.name for tag in facts.tags] == ["#a:t", "~#a:t"]
    assert facts.mods == {"a": "a"}
    assert facts.summary() == {"recipes": 3, "loot": 2, "tags": 2, "names": 1, "problems": 0}


def test_constants_serve_the_recipes_of_their_namespace() -> None:
    facts = read(
        **{
            "assets/a/recipes/_constants.json": [{"name": "G", "ingredient": {"item": "a:gear"}}],
            "assets/a/recipes/_factories.json": {"x": 1},
            "assets/a/recipes/r.json": {
                "type": "minecraft:crafting_shapeless",
                "ingredients": [{"item": "#G"}],
                "result": {"item": "a:o"},
            },
        }
    )
    (recipe,) = facts.recipes
    assert recipe.needs == {"a:gear"}
    paths = ["assets/a/recipes/a.json", "assets/a/recipes/_constants.json"]
    assert sorted(paths, key=order)[0].endswith("_constants.json")


def test_a_broken_file_is_a_problem_with_its_place() -> None:
    facts = read(**{"data/a/recipe/r.json": b'{"type": }'})
    assert facts.problems == [("data/a/recipe/r.json", "1:10: Expecting value")]


def test_problems_are_counted_beyond_those_that_are_kept() -> None:
    facts = Facts()
    for number in range(PROBLEMS * 2):
        facts.complain(f"\ud800{number}", "x" * 999)
    assert facts.unread == PROBLEMS * 2
    assert len(facts.problems) == PROBLEMS
    assert facts.problems[0] == ("?0", "x" * 256)


def test_mutated_files_are_read_or_reported() -> None:
    dice = Random(3)
    reported = [read_document(dice) for _ in range(200)]
    assert any(reported)
    assert not all(reported)
