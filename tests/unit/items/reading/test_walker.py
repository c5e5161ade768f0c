"""Recipes of mods by what their fields are called."""

from __future__ import annotations

from typing import Any

import pytest

from bridge.items.model import Confidence
from bridge.items.reading.walker import walk


def sides(value: dict[str, Any]) -> tuple[set[tuple[str, float]], dict[str, float]]:
    recipe = walk("a:x", "m:t", value)
    assert recipe is not None
    made = {(part.thing, part.chance) for part in recipe.outputs}
    return made, {"|".join(part.choices): part.count for part in recipe.inputs}


@pytest.mark.parametrize(
    ("value", "made", "taken"),
    [
        (
            {
                "ingredients": [{"item": "a:b"}, {"fluid": "minecraft:water", "amount": 250}],
                "results": [{"item": "a:o"}, {"item": "a:p", "chance": 0.5}],
                "processingTime": 100,
            },
            {("a:o", 1), ("a:p", 0.5)},
            {"a:b": 1, "~minecraft:water": 250},
        ),
        (
            {
                "inputs": {
                    "item": [
                        {"content": {"type": "g:s", "count": 3, "ingredient": {"item": "a:b"}}}
                    ]
                },
                "outputs": {"item": [{"content": {"item": "a:o"}, "chance": 5000}]},
                "duration": 200,
            },
            {("a:o", 0.5)},
            {"a:b": 3},
        ),
        (
            {
                "input": {"ingredient": {"tag": "a:c"}, "amount": 2},
                "mainOutput": {"item": "a:o", "count": 3},
                "secondary_output": {"item": "a:p"},
                "biome": "minecraft:plains",
            },
            {("a:o", 1), ("a:p", 1)},
            {"#a:c": 2},
        ),
        (
            {
                "ingredient": {"item": "a:b"},
                "transitionalItem": {"item": "a:half"},
                "sequence": [
                    {
                        "type": "c:deploying",
                        "ingredients": [{"item": "a:half"}, {"item": "a:c"}],
                        "results": [{"item": "a:half"}],
                    }
                ],
                "results": [{"item": "a:o"}],
            },
            {("a:o", 1)},
            {"a:b": 1, "a:c": 1},
        ),
        (
            {"seed": {"item": "a:s"}, "drops": [{"output": {"item": "a:o"}}]},
            {("a:o", 1)},
            {"a:s": 1},
        ),
    ],
)
def test_known_kinds_of_machines(
    value: dict[str, Any], made: set[tuple[str, float]], taken: dict[str, float]
) -> None:
    found, inputs = sides(value)
    assert found == made
    assert taken.items() <= inputs.items()


def test_one_side_alone_is_a_guess() -> None:
    recipe = walk("a:x", "m:t", {"output": {"item": "a:o"}})
    assert recipe is not None
    assert recipe.confidence is Confidence.GUESS
    both = walk("a:x", "m:t", {"output": {"item": "a:o"}, "input": "a:b"})
    assert both is not None
    assert both.confidence is Confidence.LIKELY


def test_nothing_that_comes_out_is_no_recipe() -> None:
    assert walk("a:x", "m:t", {"input": {"item": "a:b"}, "energy": 5}) is None


def test_a_type_that_is_no_id_is_not_kept() -> None:
    recipe = walk("a:x", "\ud800 drop table", {"output": "a:o"})
    assert recipe is not None
    assert recipe.type == "minecraft:unknown"
