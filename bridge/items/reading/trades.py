"""Trades that are data: the game's own since 26.1, and those of mods that read files.

A trade is a recipe whose type is `minecraft:villager_trade`; its name says whose it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.items.model import Confidence, Recipe
from bridge.items.reading import stacks, walker

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bridge.items.reading.jsontext import Json

TRADE: Final = "minecraft:villager_trade"
TRADES: Final = 500
"""Trades of one file that are kept."""
_DEEPEST: Final = 12
_GIVEN: Final = ("gives", "offer", "sell", "result", "output")


def read_trades(name: str, value: Json) -> list[Recipe]:
    """The trades of a file, one of the game's or a list of a mod's."""
    found: list[Recipe] = []
    for number, trade in enumerate(_trades(value, 0)):
        if number >= TRADES:
            break
        if recipe := _trade(name if not number else f"{name}/{number + 1}", trade):
            found.append(recipe)
    return found


def _trades(value: Json, depth: int) -> Iterator[Mapping[str, Json]]:
    """The objects that give something for something, wherever they stand."""
    if depth > _DEEPEST:
        return
    if isinstance(value, list):
        for part in value:
            yield from _trades(part, depth + 1)
    elif isinstance(value, dict):
        if any(key in value for key in _GIVEN):
            yield value
        else:
            for part in value.values():
                yield from _trades(part, depth + 1)


def _trade(name: str, value: Mapping[str, Json]) -> Recipe | None:
    if "wants" in value and "gives" in value:
        given = stacks.output(value["gives"])
        wanted = [stacks.ingredient(value.get(key)) for key in ("wants", "additional_wants")]
        inputs = tuple(part for part in wanted if part is not None)
        if given is None:
            return None
        return Recipe(name=name, type=TRADE, outputs=(given,), inputs=inputs)
    recipe = walker.walk(name, TRADE, value)
    if recipe is None or recipe.confidence is Confidence.GUESS:
        return None
    return recipe
