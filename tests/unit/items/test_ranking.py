"""Which recipes only go round in a circle."""

from __future__ import annotations

from bridge.items.model import Confidence, Ingredient, Output, Recipe
from bridge.items.ranking import Worth, is_packing, needs_itself, of_type


def recipe(made: str, *inputs: tuple[str, ...]) -> Recipe:
    parts = tuple(Ingredient(choices) for choices in inputs)
    return Recipe(
        name="a:r", type="minecraft:crafting_shaped", outputs=(Output(made),), inputs=parts
    )


def test_an_ingredient_with_another_choice_is_no_circle() -> None:
    assert needs_itself(recipe("a:b", ("a:b",), ("a:c",)), {"a:b"})
    assert needs_itself(recipe("a:b", ("#a:t",)), {"a:b", "#a:t"})
    assert not needs_itself(recipe("a:b", ("a:b", "a:c")), {"a:b"})


def test_packing_is_turned_back_by_another() -> None:
    ingot, block = recipe("a:ingot", ("a:block",)), recipe("a:block", ("a:ingot",))
    assert is_packing(ingot, [block])
    assert not is_packing(ingot, [recipe("a:block", ("a:other",))])


def test_a_guess_is_worth_little() -> None:
    assert of_type("m:machine") is Worth.MACHINE
    assert of_type("m:machine", Confidence.GUESS) is Worth.UNSURE
