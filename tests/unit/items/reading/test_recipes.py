"""The game's own recipe types, in every version's form."""

from __future__ import annotations

from typing import Any

import pytest

from bridge.items.model import Confidence, Ingredient, Output
from bridge.items.reading.recipes import constants_of, nothing, read_recipe

SHAPED: Any = {
    "type": "minecraft:crafting_shaped",
    "pattern": ["##", "#s"],
    "key": {"#": {"tag": "c:x"}, "s": ["a:b", "a:c"], "unused": "a:q"},
    "result": {"item": "a:out", "count": 4},
}


def test_a_shaped_recipe_counts_its_pattern() -> None:
    recipe = read_recipe("a:x", SHAPED)
    assert recipe is not None
    assert recipe.outputs == (Output("a:out", 4),)
    assert recipe.inputs == (Ingredient(("#c:x",), 3), Ingredient(("a:b", "a:c"), 1))
    assert recipe.confidence is Confidence.EXACT


@pytest.mark.parametrize(
    ("value", "inputs", "output"),
    [
        (
            {
                "type": "crafting_shapeless",
                "ingredients": ["a:b", {"item": "a:b"}, "#a:c"],
                "result": {"id": "a:o"},
            },
            (Ingredient(("a:b",), 2), Ingredient(("#a:c",), 1)),
            Output("a:o"),
        ),
        (
            {"type": "minecraft:smelting", "ingredient": {"item": "a:b"}, "result": "a:o"},
            (Ingredient(("a:b",)),),
            Output("a:o"),
        ),
        (
            {"type": "stonecutting", "ingredient": "a:b", "result": "a:o", "count": 2},
            (Ingredient(("a:b",)),),
            Output("a:o", 2),
        ),
        (
            {
                "type": "minecraft:smithing_transform",
                "template": "a:t",
                "base": {"item": "a:b"},
                "addition": {"tag": "a:c"},
                "result": {"id": "a:o"},
            },
            (Ingredient(("a:t",)), Ingredient(("a:b",)), Ingredient(("#a:c",))),
            Output("a:o"),
        ),
        (
            {"type": "crafting_transmute", "input": "#a:x", "material": "a:d", "result": "a:o"},
            (Ingredient(("#a:x",)), Ingredient(("a:d",))),
            Output("a:o"),
        ),
    ],
)
def test_the_other_types(value: Any, inputs: tuple[Ingredient, ...], output: Output) -> None:
    recipe = read_recipe("a:x", value)
    assert recipe is not None
    assert recipe.type.startswith("minecraft:")
    assert recipe.inputs == inputs
    assert recipe.outputs == (output,)


def test_a_conditional_recipe_is_what_it_holds() -> None:
    value: dict[str, Any] = {"type": "forge:conditional"}
    value["recipes"] = [{"conditions": [], "recipe": SHAPED}]
    assert read_recipe("a:x", value) == read_recipe("a:x", SHAPED)


def test_constants_of_old_recipes_are_filled_in() -> None:
    constants = constants_of([{"name": "GEAR", "ingredient": {"item": "a:gear"}}, {"name": "X"}])
    value: Any = {
        "type": "minecraft:crafting_shaped",
        "pattern": ["G"],
        "key": {"G": {"item": "#GEAR"}},
        "result": {"item": "minecraft:wool", "data": 3},
    }
    recipe = read_recipe("a:x", value, constants)
    assert recipe is not None
    assert recipe.inputs == (Ingredient(("a:gear",)),)
    assert recipe.outputs == (Output("minecraft:wool:3"),)


@pytest.mark.parametrize(
    "value",
    [{}, [], None, {"type": "minecraft:crafting_special_mapcloning"}, {**SHAPED, "result": None}],
)
def test_what_makes_nothing_is_none(value: Any) -> None:
    assert read_recipe("a:x", value) is None
    assert not nothing("a:x").outputs
