"""What some mods mean by their fields beyond naming what goes in and what comes out. Pure.

Read in the recipes of Create, Mekanism, Botania, Applied Energistics 2, Immersive Engineering,
Tinkers' Construct, GregTech Modern and Modern Industrialization.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bridge.items.reading import stacks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.items.model import Ingredient, Recipe
    from bridge.items.reading.jsontext import Json

KEPT: Final = re.compile("mou?ld|cast|soil|tool")
"""Words of a field for what a machine holds and does not use up."""
CHANCE_BESIDE: Final = {
    "secondaryOutput": "secondaryChance",
    "secondary_output": "secondary_chance",
}
"""Results whose chance stands in a field beside them (Mekanism's sawmill)."""
_UNUSED: Final = ("consume", "consumed")
_HAND_TOOLS: Final = re.compile(r"#(?:forge|c|gtceu):tools/.+")
"""A tag of tools in a recipe stands for the tool of a hand, which only wears."""
_HALF_DONE: Final = ("transitionalItem", "transitional_item")
_LOOPS: Final = 1_000


def is_kept(value: Json) -> bool:
    """Whether an ingredient says that it stays: a chance of 0 to be used, or `consume: false`."""
    if not isinstance(value, dict):
        return False
    said = next((value[key] for key in ("chance", "probability") if key in value), None)
    is_never = isinstance(said, int | float) and not isinstance(said, bool) and said == 0
    return is_never or any(value.get(key) is False for key in _UNUSED)


def wears(part: Ingredient) -> Ingredient:
    """The ingredient, kept where it is a tool of the hand."""
    if all(_HAND_TOOLS.fullmatch(choice) for choice in part.choices):
        return replace(part, kept=True)
    return part


def applied(recipe: Recipe, value: Mapping[str, Json]) -> Recipe:
    """The recipe with what its type means."""
    inputs = tuple(wears(part) for part in recipe.inputs)
    if inputs != recipe.inputs:
        recipe = replace(recipe, inputs=inputs)
    kind = recipe.type.partition(":")[2]
    if any(key in value for key in _HALF_DONE):
        return _assembled(recipe, value)
    if recipe.type == "botania:mana_infusion":
        return _keeping(recipe, value.get("catalyst"))
    if kind == "inscriber" and value.get("mode") == "inscribe":
        held = stacks.items(value.get("ingredients"))
        return _keeping(recipe, held.get("top"), held.get("bottom"))
    if value.get("keepHeldItem") is True or value.get("keep_held_item") is True:
        written = value.get("ingredients")
        return _keeping(recipe, written[-1] if isinstance(written, list) and written else None)
    if value.get("cast_consumed") is True:
        return replace(recipe, inputs=tuple(replace(p, kept=False) for p in recipe.inputs))
    return recipe


def _keeping(recipe: Recipe, *written: Json) -> Recipe:
    """The recipe, with these of its ingredients kept."""
    kept = {part.choices for each in written if (part := stacks.ingredient(each)) is not None}
    inputs = (replace(p, kept=True) if p.choices in kept else p for p in recipe.inputs)
    return replace(recipe, inputs=tuple(inputs))


def _assembled(recipe: Recipe, value: Mapping[str, Json]) -> Recipe:
    """Create's: the steps are gone through `loops` times, each time with new parts; what is half
    done goes from step to step; chances are weights of which one result is drawn.
    """
    loops = min(_LOOPS, max(1.0, stacks.number(value.get("loops")) or 1))
    half = {thing for key in _HALF_DONE for thing in stacks.things(value.get(key))}
    begun = stacks.ingredient(value.get("ingredient"))
    inputs = [
        replace(part, count=_over(part, begun, loops))
        for part in recipe.inputs
        if not half.issuperset(part.choices)
    ]
    weights = [_weight(each) for each in stacks.objects(value.get("results"))]
    total = sum(weights)
    if len(weights) != len(recipe.outputs) or total <= 0:
        return replace(recipe, inputs=tuple(inputs))
    outputs = (
        replace(part, chance=weight / total)
        for part, weight in zip(recipe.outputs, weights, strict=True)
    )
    return replace(recipe, inputs=tuple(inputs), outputs=tuple(outputs))


def _over(part: Ingredient, begun: Ingredient | None, loops: float) -> float:
    """How many all loops take. What it begins with is taken once, and may be a step's part too."""
    if part.kept:
        return part.count
    if begun is not None and part.choices == begun.choices:
        return begun.count + (part.count - begun.count) * loops
    return part.count * loops


def _weight(result: Mapping[str, Json]) -> float:
    said = stacks.number(result.get("chance"))
    return 1.0 if said is None else max(0.0, said)
