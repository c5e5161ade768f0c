"""Items as quest files write them (A3, "Item values"): a string or a compound, by era.

1.12: `mod:item`, `mod:item 16 3` (count, damage), or a compound with Damage, tag, ForgeCaps, maybe
inside an `item` field. 1.16-1.20: an id, or {id, Count, tag}. 1.21: {id, count, components}.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from bridge.quests import fields
from bridge.quests.filters import condition_name, condition_of
from bridge.quests.making import quickly
from bridge.quests.model import Item

if TYPE_CHECKING:
    from bridge.quests.fields import Tree
    from bridge.quests.lexicon import Lexicon


_item_of = quickly(Item)


def read_item(value: object, lexicon: Lexicon) -> Item | None:
    """An item with its name, or None where there is none."""
    while isinstance(value, dict):
        tree = cast("Tree", value)
        if fields.string(tree, "id"):
            return _item(fields.string(tree, "id"), tree, lexicon)
        value = tree.get("item")
    return _item(value, {}, lexicon) if isinstance(value, str) and value else None


def item_id(value: object) -> str:
    """The id of an item alone, for an icon; "" where there is none."""
    if isinstance(value, dict):
        value = fields.string(cast("Tree", value), "id")
    return value.partition(" ")[0] if isinstance(value, str) else ""


def _item(written: str, tree: Tree, lexicon: Lexicon) -> Item:
    if " " not in written and not tree:
        return _item_of(id=written, name=lexicon.name("item", written))
    identifier, *numbers = written.split(" ", 3)
    count, damage = map(_number, [*numbers[:2], "", ""][:2])
    condition = condition_of(identifier, tree)
    own = _own_name(tree, lexicon)
    if condition is not None:
        own = own or condition_name(condition, lexicon)
    return _item_of(
        id=identifier,
        name=own or lexicon.name("item", identifier),
        count=fields.integer(tree, "count") or fields.integer(tree, "Count") or count or 1,
        damage=fields.integer(tree, "Damage") or damage,
        condition=condition,
    )


def _number(word: str) -> int:
    return int(word) if word.isdecimal() and len(word) < 10 else 0


def _own_name(tree: Tree, lexicon: Lexicon) -> str:
    """A name given to this very item, which the game shows instead of the item's."""
    components = fields.compound(tree, "components")
    for key in ("minecraft:custom_name", "minecraft:item_name"):
        written = components.get(key)
        if isinstance(written, str):
            return _written_name(written, lexicon)
        if written is not None:
            return lexicon.component(written)
    display = fields.compound(fields.compound(tree, "tag"), "display")
    return _written_name(fields.string(display, "Name"), lexicon)


def _written_name(written: str, lexicon: Lexicon) -> str:
    if len(written) > 1 and written[0] == written[-1] == '"':
        written = written[1:-1]
    return lexicon.plain(written)
