"""Which item a player means by some words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.items.find import How, find
from bridge.items.model import identified
from bridge.items.words import folded, runs

if TYPE_CHECKING:
    from bridge.items.find import Hit
    from bridge.items.store import ItemStore

OTHERS: Final = 6
"""Other items that are offered beside, or instead of, the one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """The item, None where none is clear enough; `others` could be meant as well."""

    item: str | None
    others: tuple[Hit, ...] = ()


def meant(store: ItemStore, text: str, locale: str) -> Meant:
    """The item that is called so, or has this id; of several with one name the game's own."""
    name = identified(text)
    if name is not None and ":" in text and store.is_item(name):
        return Meant(item=name)
    hits = find(store, text, locale=locale, limit=OTHERS + 1)
    if not hits:
        return Meant(item=None)
    first, others = hits[0], hits[1:]
    if first.how <= How.NAME:
        return Meant(item=first.item, others=tuple(o for o in others if o.how <= How.NAME))
    if len(hits) == 1 or _is_called(first, text):
        called = tuple(other for other in others if _is_called(other, text))
        return Meant(item=first.item, others=called)
    return Meant(item=None, others=tuple(hits))


def is_called(store: ItemStore, text: str, locale: str) -> bool:
    """Whether an item has all of these words."""
    hits = find(store, text, locale=locale, limit=1)
    return bool(hits) and hits[0].how <= How.WORDS


def _is_called(hit: Hit, text: str) -> bool:
    """Whether the words are the item's whole name but for a plural (`blaze rods`)."""
    if hit.how is not How.WORDS:
        return False
    name, path = runs(folded(hit.label.text)), hit.item.partition(":")[2].split("_")
    return len(runs(folded(text))) in {len(name), len(path)}
