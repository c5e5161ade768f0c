"""The ways to get an item, the best first, each with where the fact comes from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bridge.items import ranking
from bridge.items.model import TABLE, LootKind
from bridge.items.ranking import Worth

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bridge.items.model import Drop, LootTable, Recipe
    from bridge.items.store import ItemStore

_TABLES: Final = 300
"""Loot tables that are followed upwards."""
_DEEPEST: Final = 6
_PACKINGS: Final = 24
"""Recipes of which it is looked at whether another turns them back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ByRecipe:
    """Made by a recipe. `place`: the file on the server's disk that has it."""

    worth: Worth
    recipe: Recipe
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ByLoot:
    """Given by a loot table, with what chance and how much; `via` are the tables in between."""

    worth: Worth
    table: LootTable
    drop: Drop
    via: tuple[str, ...]
    place: str


Way = ByRecipe | ByLoot


@dataclass(frozen=True, slots=True, kw_only=True)
class Ways:
    """All that is known of getting an item.

    `known`: whether anything on disk mentions the item at all. `circular`: every recipe that makes
    it needs one already, and nothing else gives it.
    """

    item: str
    known: bool
    ways: tuple[Way, ...]

    @property
    def circular(self) -> bool:
        """Whether one is needed to get one."""
        return bool(self.ways) and all(way.worth is Worth.CIRCULAR for way in self.ways)


def ways(store: ItemStore, item: str) -> Ways:
    """Every way that the files tell of, the best first."""
    number = store.number(item)
    if number is None:
        return Ways(item=item, known=False, ways=())
    tags = store.tags_of(number)
    itself = {item, *store.texts(tags).values()}
    numbers = [number, *tags]
    found: list[Way] = [*_by_recipes(store, item, numbers, itself)]
    found += _by_loot(store, item, itself, numbers)
    found.sort(key=_order)
    return Ways(item=item, known=True, ways=tuple(found))


def _by_recipes(
    store: ItemStore, item: str, numbers: list[int], itself: set[str]
) -> Iterable[ByRecipe]:
    packings = 0
    for recipe in store.making(numbers):
        worth = ranking.of_recipe(recipe, itself)
        only = ranking.only_ingredient(recipe)
        if worth is Worth.CRAFTED and only is not None and packings < _PACKINGS:
            packings += 1
            back = store.number(only)
            if back is not None and ranking.is_packing(recipe, store.making([back])):
                worth = Worth.PACKED
        yield ByRecipe(worth=worth, recipe=recipe, place=store.origin("recipe", recipe.name))


def _by_loot(store: ItemStore, item: str, itself: set[str], numbers: list[int]) -> Iterable[ByLoot]:
    for table in store.tables_with(numbers):
        drop = ranking.likeliest([drop for drop in table.drops if drop.thing in itself])
        for used, chance, via in _used_by(store, table):
            yield ByLoot(
                worth=ranking.of_table(used, item),
                table=used,
                drop=replace(drop, chance=drop.chance * chance),
                via=via,
                place=store.origin("loot", used.name),
            )


def _used_by(
    store: ItemStore, table: LootTable
) -> Iterable[tuple[LootTable, float, tuple[str, ...]]]:
    """The table, and those that hold it, with the chance that they come to it.

    A table that only stands in others is not told by itself. Circles end where they close.
    """
    seen = {table.name}
    waiting: list[tuple[LootTable, float, tuple[str, ...]]] = [(table, 1.0, ())]
    for _ in range(_TABLES):
        if not waiting:
            return
        current, chance, via = waiting.pop(0)
        reference = store.number(f"{TABLE}{current.name}")
        above = [] if reference is None or len(via) >= _DEEPEST else store.tables_with([reference])
        if current.kind is not LootKind.OTHER or not above:
            yield current, chance, via
        for other in above:
            if other.name not in seen:
                seen.add(other.name)
                drops = [d for d in other.drops if d.thing == f"{TABLE}{current.name}"]
                share = chance * ranking.likeliest(drops).chance
                waiting.append((other, share, (*via, current.name)))


def _order(way: Way) -> tuple[float, ...]:
    match way:
        case ByRecipe():
            made = max((part.chance for part in way.recipe.outputs), default=0)
            return (way.worth, -way.recipe.confidence, len(way.recipe.inputs), -made)
        case ByLoot():
            return (way.worth, 0, -way.drop.chance, len(way.via))
