"""Recipes: the game's own types by their form, every other by what its fields are called.

A type of the game that makes something computed (map cloning, armour dyeing) has no result on disk
and is no recipe here.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bridge.items.model import Ingredient, Output, Recipe
from bridge.items.reading import habits, stacks, walker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from bridge.items.model import Condition
    from bridge.items.reading.jsontext import Json

    Constants = Mapping[str, Json]

_RECIPE_PARTS: Final = 256
_SHAPED: Final = frozenset({"crafting_shaped", "forge:ore_shaped"})
_SHAPELESS: Final = frozenset({"crafting_shapeless", "forge:ore_shapeless"})
_COOKED: Final = frozenset({"smelting", "blasting", "smoking", "campfire_cooking", "stonecutting"})


def read_recipe(name: str, value: Json, constants: Constants | None = None) -> Recipe | None:
    """The recipe of a file; None where it makes nothing that could be named.

    `constants` are 1.12's `_constants.json`: what `{"item": "#NAME"}` stands for.
    """
    if not isinstance(value, dict):
        return None
    written = stacks.text(value, "type")
    kind = written.removeprefix("minecraft:")
    if constants:
        value = _with_constants(value, constants)
    # What a conditional recipe of Forge holds is the first that is possible; all are alike.
    if kind in {"forge:conditional", "neoforge:conditional"}:
        inner = stacks.objects(value.get("recipes"))[:1]
        recipe = inner[0].get("recipe", inner[0]) if inner else None
        return read_recipe(name, recipe)
    reader = _reader(kind)
    if reader is None:
        recipe = walker.walk(name, written, value)
    else:
        result = stacks.output(value.get("result"))
        recipe = (
            None if result is None else _exact(name, written, reader(value), _of(value, result))
        )
    return recipe


def _reader(kind: str) -> Callable[[Mapping[str, Json]], list[Ingredient]] | None:
    if kind in _SHAPED:
        return _shaped
    if kind in _SHAPELESS:
        return _shapeless
    if kind in _COOKED:
        return _cooked
    if kind in {"smithing", "smithing_transform"}:
        return _smithing
    return _transmuted if kind == "crafting_transmute" else None


def _exact(
    name: str, kind: str, inputs: Iterable[Ingredient], outputs: tuple[Output, ...]
) -> Recipe | None:
    kept = tuple(habits.wears(part) for part in inputs)
    if not kept:
        return None
    kind = kind if ":" in kind else f"minecraft:{kind}"
    return Recipe(name=name, type=kind, outputs=outputs, inputs=kept)


def _of(value: Mapping[str, Json], result: Output) -> tuple[Output, ...]:
    """Cooking and stonecutting write the count beside a result that is a string."""
    outside = stacks.number(value.get("count"))
    if isinstance(value.get("result"), str) and outside is not None and outside > 0:
        return (Output(result.thing, outside, result.chance),)
    return (result,)


def _shaped(value: Mapping[str, Json]) -> list[Ingredient]:
    pattern = value.get("pattern")
    rows = [row for row in pattern if isinstance(row, str)] if isinstance(pattern, list) else []
    counts = Counter("".join(rows)[:_RECIPE_PARTS])
    found: list[Ingredient] = []
    for letter, written in stacks.items(value.get("key")).items():
        part = stacks.ingredient(written)
        if part is not None and counts[letter]:
            found.append(Ingredient(part.choices, counts[letter]))
    return found


def _shapeless(value: Mapping[str, Json]) -> list[Ingredient]:
    written = value.get("ingredients")
    return _merged(written if isinstance(written, list) else [])


def _cooked(value: Mapping[str, Json]) -> list[Ingredient]:
    return _merged([value.get("ingredient")])


def _smithing(value: Mapping[str, Json]) -> list[Ingredient]:
    return _merged([value.get(key) for key in ("template", "base", "addition")])


def _transmuted(value: Mapping[str, Json]) -> list[Ingredient]:
    return _merged([value.get("input"), value.get("material")])


def _merged(written: list[Json]) -> list[Ingredient]:
    """Equal ingredients are one, so many of it."""
    found: dict[tuple[str, ...], float] = {}
    for each in written[:_RECIPE_PARTS]:
        part = stacks.ingredient(each)
        if part is not None:
            found[part.choices] = found.get(part.choices, 0) + part.count
    return [Ingredient(choices, count) for choices, count in found.items()]


def _with_constants(value: dict[str, Json], constants: Constants) -> dict[str, Json]:
    """1.12: `{"item": "#NAME"}` replaced, in the places where ingredients stand."""

    def replaced(part: Json) -> Json:
        if isinstance(part, list):
            return [replaced(each) for each in part]
        if isinstance(part, dict):
            name = stacks.text(part, "item")
            return constants.get(name[1:], part) if name.startswith("#") else part
        return part

    changed = dict(value)
    for key in ("ingredients", "ingredient"):
        if key in changed:
            changed[key] = replaced(changed[key])
    if isinstance(key_table := changed.get("key"), dict):
        changed["key"] = {letter: replaced(part) for letter, part in key_table.items()}
    return changed


def constants_of(value: Json) -> dict[str, Json]:
    """The constants of a `_constants.json`, by name."""
    return {
        stacks.text(entry, "name"): entry.get("ingredient")
        for entry in stacks.objects(value)
        if entry.get("ingredient") is not None
    }


def conditional(recipe: Recipe, conditions: tuple[Condition, ...]) -> Recipe:
    """The recipe with the mods that it depends on."""
    return replace(recipe, conditions=conditions)


def nothing(name: str) -> Recipe:
    """The recipe of a file that makes nothing, such as a pack's `{}` that takes one away."""
    return Recipe(name=name, type="", outputs=(), inputs=())
