"""Recipes and tables come back from the index as they went in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bridge.items.coding import recipe_of, recipe_text, table_of, table_text
from bridge.items.model import (
    Condition,
    Confidence,
    Drop,
    Ingredient,
    LootKind,
    LootTable,
    Note,
    Output,
    Recipe,
)

THINGS = st.sampled_from(["a:b", "#c:d", "~e:f", "minecraft:wool:3"])
COUNTS = st.integers(1, 99) | st.sampled_from([0.5, 2.25])


@given(
    st.lists(st.builds(Output, THINGS, COUNTS, st.sampled_from([1, 0.25])), max_size=3),
    st.lists(
        st.builds(Ingredient, st.lists(THINGS, min_size=1).map(tuple), COUNTS, st.booleans()),
        max_size=3,
    ),
    st.sampled_from(Confidence),
    st.lists(st.builds(Condition, st.just("mod"), st.booleans()), max_size=2),
)
def test_recipes(
    outputs: list[Output],
    inputs: list[Ingredient],
    confidence: Confidence,
    conditions: list[Condition],
) -> None:
    recipe = Recipe(
        name="a:r",
        type="a:t",
        outputs=tuple(outputs),
        inputs=tuple(inputs),
        confidence=confidence,
        conditions=tuple(conditions),
    )
    assert recipe_of("a:r", "a:t", recipe_text(recipe)) == recipe


def test_tables() -> None:
    drops = (
        Drop(thing="a:b", chance=0.125, least=1, most=3, notes=(Note.BY_PLAYER, Note.TOOL)),
        Drop(thing="&a:c", chance=1),
    )
    table = LootTable(name="a:t", kind=LootKind.CHEST, drops=drops, where=("a:x",))
    assert table_of("a:t", "chest", table_text(table)) == table
