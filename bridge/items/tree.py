"""What making an item takes, down to what has to be gathered, against what is there already.

One recipe is chosen for each thing: the best by `ranking`, no packing, no machine of a type that
nothing here knows where the thing can also be found, and never one that leads back to itself. What
a recipe makes too much of is used before anything more is made. What a recipe does not use up (a
mould, a hammer) is needed once, however often it runs, and is left at the end.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import ceil
from typing import TYPE_CHECKING, Final

from bridge.items.model import TAG
from bridge.items.origins import ByLoot, ByRecipe, ways
from bridge.items.ranking import Worth, of_type

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bridge.items.model import Ingredient, Recipe
    from bridge.items.store import ItemStore

NODES: Final = 400
DEEPEST: Final = 24
_RECIPES: Final = 4
"""Recipes of one thing that are tried, until one leads nowhere in a circle."""
_CHOICES: Final = 64
_GOOD: Final = frozenset({Worth.CRAFTED, Worth.CUT, Worth.COOKED, Worth.SMITHED})
_POSSIBLE: Final = _GOOD | {Worth.MACHINE}
_EMPTIED: Final = {
    **dict.fromkeys(
        (f"minecraft:{what}_bucket" for what in ("water", "lava", "milk")), "minecraft:bucket"
    ),
    "minecraft:honey_bottle": "minecraft:glass_bottle",
    "minecraft:dragon_breath": "minecraft:glass_bottle",
}
"""What a crafting table gives back of the game's own ingredients."""


class End(StrEnum):
    """Why a branch goes no further."""

    HELD = "held"
    """It is there already."""
    GATHERED = "gathered"
    """No recipe makes it, or it is better found than made."""
    CIRCLE = "circle"
    """Every recipe leads back to something further up."""
    CUT = "cut"
    """The tree is as large as it may be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """So many of a thing: made by `runs` of `recipe` from `parts`, or the end of a branch."""

    thing: str
    amount: float
    held: float = 0
    recipe: Recipe | None = None
    runs: int = 0
    parts: tuple[Node, ...] = ()
    end: End | None = None
    kept: bool = False
    """It is not used up by what it is a part of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The tree and its totals: what has to be gathered, what of the inventory is used up, and what
    is left over at the end.
    """

    root: Node
    gathered: Mapping[str, float]
    used: Mapping[str, float]
    left: Mapping[str, float]


@dataclass(slots=True)
class _Planning:
    store: ItemStore
    held: dict[str, float]
    gathered: dict[str, float] = field(default_factory=dict[str, float])
    used: dict[str, float] = field(default_factory=dict[str, float])
    spare: dict[str, float] = field(default_factory=dict[str, float])
    candidates: dict[str, tuple[Recipe, ...]] = field(
        default_factory=dict[str, "tuple[Recipe, ...]"]
    )
    nodes: int = 0


def plan(store: ItemStore, item: str, amount: float, inventory: Mapping[str, float]) -> Plan:
    """What `amount` of an item takes; those of it in the inventory are not counted as made."""
    planning = _Planning(store, {**inventory, item: 0})
    root = _make(planning, item, amount, ())
    return Plan(
        root=root,
        gathered=planning.gathered,
        used=planning.used,
        left={thing: count for thing, count in planning.spare.items() if count > 0},
    )


def _make(planning: _Planning, thing: str, amount: float, above: tuple[str, ...]) -> Node:
    planning.nodes += 1
    there = _take(planning, thing, amount)
    left = amount - there
    if left <= 0:
        return Node(thing=thing, amount=amount, held=there, end=End.HELD)
    if planning.nodes > NODES or len(above) > DEEPEST:
        return _gather(planning, thing, amount, there, End.CUT)
    recipes = _candidates(planning, thing)
    path = (*above, thing)
    for recipe in recipes:
        chosen = [_choose(planning, part, path) for part in recipe.inputs]
        if None not in chosen:
            break
    else:
        end = End.CIRCLE if recipes else End.GATHERED
        return _gather(planning, thing, amount, there, end)
    each = sum(part.count * part.chance for part in recipe.outputs if part.thing == thing)
    runs = ceil(left / each - 1e-9) if each > 0 else ceil(left)
    parts = tuple(
        _part(planning, choice, part, runs, path)
        for choice, part in zip(chosen, recipe.inputs, strict=True)
        if choice is not None
    )
    for thing_left, count in _remains(recipe, parts):
        planning.spare[thing_left] = planning.spare.get(thing_left, 0) + count
    for part in recipe.outputs:
        made = part.count * part.chance * runs - (left if part.thing == thing else 0)
        planning.spare[part.thing] = planning.spare.get(part.thing, 0) + max(0.0, made)
    return Node(thing=thing, amount=amount, held=there, recipe=recipe, runs=runs, parts=parts)


def _part(
    planning: _Planning, choice: str, part: Ingredient, runs: int, path: tuple[str, ...]
) -> Node:
    made = _make(planning, choice, part.count * (1 if part.kept else runs), path)
    return replace(made, kept=True) if part.kept else made


def _remains(recipe: Recipe, parts: tuple[Node, ...]) -> Iterator[tuple[str, float]]:
    """What is there after a recipe ran, beside what it makes."""
    for part in parts:
        if part.kept:
            yield part.thing, part.amount
        elif part.thing in _EMPTIED and of_type(recipe.type) is Worth.CRAFTED:
            yield _EMPTIED[part.thing], part.amount


def _take(planning: _Planning, thing: str, amount: float) -> float:
    """What is left over from other recipes first, then what is held."""
    taken = 0.0
    for pool, book in ((planning.spare, None), (planning.held, planning.used)):
        part = min(amount - taken, pool.get(thing, 0))
        if part > 0:
            pool[thing] -= part
            taken += part
            if book is not None:
                book[thing] = book.get(thing, 0) + part
    return taken


def _gather(planning: _Planning, thing: str, amount: float, there: float, end: End) -> Node:
    planning.gathered[thing] = planning.gathered.get(thing, 0) + amount - there
    return Node(thing=thing, amount=amount, held=there, end=end)


def _candidates(planning: _Planning, thing: str) -> tuple[Recipe, ...]:
    found = planning.candidates.get(thing)
    if found is None:
        known = ways(planning.store, thing).ways
        is_found = any(isinstance(way, ByLoot) and way.worth is not Worth.ITSELF for way in known)
        allowed = _GOOD if is_found else _POSSIBLE
        found = tuple(
            way.recipe
            for way in known
            if isinstance(way, ByRecipe)
            and way.worth in allowed
            and any(part.thing == thing for part in way.recipe.outputs)
        )[:_RECIPES]
        planning.candidates[thing] = found
    return found


def _choose(planning: _Planning, part: Ingredient, path: tuple[str, ...]) -> str | None:
    """What to take for an ingredient: what is there, else the first; None if all lead back."""
    choices: list[str] = []
    for choice in part.choices:
        members = planning.store.members(choice)[:_CHOICES] if TAG in choice[:2] else [choice]
        choices += members or [choice]
    free = [choice for choice in choices if choice not in path]
    if not free:
        return None
    held = [c for c in free if planning.held.get(c, 0) + planning.spare.get(c, 0) >= part.count]
    if held:
        return held[0]
    return min(free, key=lambda choice: not choice.startswith("minecraft:"))
