"""What an item is good for: the recipes that take it, by itself or as one of a tag."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridge.items import ranking

if TYPE_CHECKING:
    from bridge.items.model import Recipe
    from bridge.items.store import ItemStore


@dataclass(frozen=True, slots=True, kw_only=True)
class Uses:
    """A page of the uses. `total`: how many there are, as far as they are looked at."""

    item: str
    known: bool
    total: int
    recipes: tuple[Recipe, ...]
    tags: tuple[str, ...]
    """The tags that the item is in: what it counts as."""


def uses(store: ItemStore, item: str, *, limit: int, offset: int = 0) -> Uses:
    """The uses from number `offset` on, crafting first."""
    number = store.number(item)
    if number is None:
        return Uses(item=item, known=False, total=0, recipes=(), tags=())
    tags = store.tags_of(number)
    found = store.using([number, *tags])
    found.sort(key=lambda use: (ranking.of_type(use[1]), use[0]))
    page = [use[0] for use in found[offset : offset + limit]]
    recipes = store.recipes(page)
    return Uses(
        item=item,
        known=True,
        total=len(found),
        recipes=tuple(recipes[each] for each in page if each in recipes),
        tags=tuple(sorted(store.texts(tags).values())),
    )
