"""Ids as they are compared."""

from __future__ import annotations

import pytest

from bridge.items.model import Ingredient, Output, Recipe, identified, whole


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("minecraft:stone", "minecraft:stone"),
        (" Stone ", "minecraft:stone"),
        ("a:b/c.d-e", "a:b/c.d-e"),
        ("minecraft:wool:14", "minecraft:wool:14"),
        ("a b", None),
        ("a:b:c", None),
        ("", None),
        (3, None),
        ("x" * 300, None),
        ("铁锭", None),
    ],
)
def test_ids(text: object, found: str | None) -> None:
    assert identified(text) == found


def test_what_a_recipe_needs_is_every_choice() -> None:
    parts = (Ingredient(("a:b", "a:c"), 2), Ingredient(("#a:d",)))
    recipe = Recipe(name="a:r", type="a:t", outputs=(Output("a:o"),), inputs=parts)
    assert recipe.needs == {"a:b", "a:c", "#a:d"}


def test_halves_of_characters_are_replaced() -> None:
    assert whole("a\ud800b铁") == "a?b铁"
