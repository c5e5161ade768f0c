"""How good a way of getting an item is, and which recipes only go round in a circle. Pure."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Final

from bridge.items.model import Confidence, LootKind
from bridge.items.reading.trades import TRADE

if TYPE_CHECKING:
    from collections.abc import Collection

    from bridge.items.model import Drop, LootTable, Recipe


class Worth(IntEnum):
    """Kinds of ways, the one that a player would try first first."""

    CRAFTED = 0
    CUT = 1
    COOKED = 2
    SMITHED = 3
    MINED = 4
    KILLED = 5
    MACHINE = 6
    FOUND = 7
    FISHED = 8
    GIVEN = 9
    TRADED = 10
    PACKED = 11
    ITSELF = 12
    UNSURE = 13
    CIRCULAR = 14


_RECIPES: Final = {
    "minecraft:crafting_shaped": Worth.CRAFTED,
    "minecraft:crafting_shapeless": Worth.CRAFTED,
    "minecraft:crafting_transmute": Worth.CRAFTED,
    "forge:ore_shaped": Worth.CRAFTED,
    "forge:ore_shapeless": Worth.CRAFTED,
    "minecraft:stonecutting": Worth.CUT,
    "minecraft:smelting": Worth.COOKED,
    "minecraft:blasting": Worth.COOKED,
    "minecraft:smoking": Worth.COOKED,
    "minecraft:campfire_cooking": Worth.COOKED,
    "minecraft:smithing": Worth.SMITHED,
    "minecraft:smithing_transform": Worth.SMITHED,
    TRADE: Worth.TRADED,
}
_LOOT: Final = {
    LootKind.BLOCK: Worth.MINED,
    LootKind.ENTITY: Worth.KILLED,
    LootKind.CHEST: Worth.FOUND,
    LootKind.ARCHAEOLOGY: Worth.FOUND,
    LootKind.FISHING: Worth.FISHED,
    LootKind.GIFT: Worth.GIVEN,
    LootKind.BARTER: Worth.GIVEN,
    LootKind.MODIFIER: Worth.FOUND,
    LootKind.OTHER: Worth.FOUND,
}


def of_type(kind: str, confidence: Confidence = Confidence.EXACT) -> Worth:
    """The worth of recipes of a type."""
    if confidence is Confidence.GUESS:
        return Worth.UNSURE
    return _RECIPES.get(kind, Worth.MACHINE)


def of_recipe(recipe: Recipe, itself: Collection[str]) -> Worth:
    """The worth of a recipe; `itself` are the item that it makes and the tags that hold it."""
    if needs_itself(recipe, itself):
        return Worth.CIRCULAR
    return of_type(recipe.type, recipe.confidence)


def of_table(table: LootTable, item: str) -> Worth:
    """The worth of a loot table. That a block drops itself helps only where one stands."""
    if table.kind is LootKind.BLOCK and table.name.replace("blocks/", "", 1) == item:
        return Worth.ITSELF
    return _LOOT[table.kind]


def needs_itself(recipe: Recipe, itself: Collection[str]) -> bool:
    """Whether some ingredient can be nothing but what comes out (a template that is copied)."""
    return any(all(choice in itself for choice in part.choices) for part in recipe.inputs)


def only_ingredient(recipe: Recipe) -> str | None:
    """The single thing that a recipe takes, such as the block that is cut into nine ingots."""
    if len(recipe.inputs) == 1 and len(recipe.inputs[0].choices) == 1:
        return recipe.inputs[0].choices[0]
    return None


def is_packing(recipe: Recipe, others: Collection[Recipe]) -> bool:
    """Whether a recipe only packs or unpacks what another turns back: blocks, ingots, nuggets.

    `others` make the recipe's only ingredient.
    """
    made = {part.thing for part in recipe.outputs}
    crafted = of_type(recipe.type) is Worth.CRAFTED
    return crafted and any(
        of_type(other.type) is Worth.CRAFTED and only_ingredient(other) in made for other in others
    )


def likeliest(drops: Collection[Drop]) -> Drop:
    """The drop with the best chance."""
    return max(drops, key=lambda drop: (drop.chance, -len(drop.notes)))
