"""Ingredients and results in the shapes of every version."""

from __future__ import annotations

from typing import Any

import pytest

from bridge.items.model import Ingredient, Output
from bridge.items.reading import stacks


@pytest.mark.parametrize(
    ("value", "choices", "count"),
    [
        ("minecraft:stone", ("minecraft:stone",), 1),
        ("stone", ("minecraft:stone",), 1),
        ("#minecraft:logs", ("#minecraft:logs",), 1),
        ({"item": "a:b"}, ("a:b",), 1),
        ({"tag": "c:ingots/iron"}, ("#c:ingots/iron",), 1),
        ({"item": "a:b", "count": 3}, ("a:b",), 3),
        ([{"item": "a:b"}, {"tag": "a:c"}], ("a:b", "#a:c"), 1),
        (["a:b", "a:b", "a:c"], ("a:b", "a:c"), 1),
        ({"ingredient": {"tag": "a:c"}, "count": 2}, ("#a:c",), 2),
        ({"type": "neoforge:compound", "children": ["a:b", {"item": "a:c"}]}, ("a:b", "a:c"), 1),
        ({"type": "forge:difference", "base": {"tag": "a:c"}, "subtracted": "a:b"}, ("#a:c",), 1),
        ({"type": "forge:nbt", "item": "a:b", "nbt": "{}"}, ("a:b",), 1),
        ({"items": ["a:b", "#a:c"]}, ("a:b", "#a:c"), 1),
        ({"fluid": "minecraft:water", "amount": 250}, ("~minecraft:water",), 250),
        ({"fluidTag": "c:oil"}, ("~#c:oil",), 1),
        ({"gas": "m:oxygen", "amount": 5}, ("~m:oxygen",), 5),
        ({"type": "forge:ore_dict", "ore": "ingotIron"}, ("#ore:ingotiron",), 1),
        ({"item": "minecraft:wool", "data": 14}, ("minecraft:wool:14",), 1),
        ({"item": "minecraft:wool", "data": 32767}, ("minecraft:wool",), 1),
    ],
)
def test_an_ingredient(value: Any, choices: tuple[str, ...], count: float) -> None:
    assert stacks.ingredient(value) == Ingredient(choices, count)


@pytest.mark.parametrize("value", [None, 3, {}, [], "", "a b", {"item": ""}, "minecraft:air"])
def test_what_names_nothing(value: Any) -> None:
    assert stacks.ingredient(value) is None
    assert stacks.output(value) is None


@pytest.mark.parametrize(
    ("value", "output"),
    [
        ("a:b", Output("a:b")),
        ({"id": "a:b", "count": 2, "components": {"x": 1}}, Output("a:b", 2)),
        ({"item": "a:b", "chance": 0.25}, Output("a:b", 1, 0.25)),
        ({"item": "a:b", "chance": 40}, Output("a:b", 1, 0.4)),
        ({"item": "a:b", "chance": 2500, "maxChance": 10000}, Output("a:b", 1, 0.25)),
        ({"item": {"id": "a:b", "count": 4}}, Output("a:b", 4)),
        ({"item": "a:b", "count": {"min": 1, "max": 3}}, Output("a:b", 2)),
    ],
)
def test_a_result(value: Any, output: Output) -> None:
    assert stacks.output(value) == output


@pytest.mark.parametrize(
    ("value", "bounds"),
    [
        (3, (3, 3)),
        ({"min": 1, "max": 4}, (1, 4)),
        ({"type": "minecraft:uniform", "min": {"value": 1}, "max": {"value": 2}}, (1, 2)),
        ({"type": "minecraft:constant", "value": 2}, (2, 2)),
        ({"n": 5, "p": 0.5}, (0, 5)),
        (True, None),
        (float("nan"), None),
        (10**400, None),
        ("3", None),
    ],
)
def test_numbers(value: Any, bounds: tuple[float, float] | None) -> None:
    assert stacks.bounds(value) == bounds


def test_providers_inside_providers_take_no_time() -> None:
    value: Any = 1
    for _ in range(190):
        value = {"min": value}
    assert stacks.bounds(value) is None
