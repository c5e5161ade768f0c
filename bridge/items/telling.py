"""The answers as plain data: what the command line prints as JSON and what a tool returns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bridge.items.find import find
from bridge.items.labels import spoken
from bridge.items.origins import ByLoot, ByRecipe, ways
from bridge.items.tree import plan
from bridge.items.uses import uses

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bridge.items.model import Recipe
    from bridge.items.origins import Way
    from bridge.items.store import ItemStore
    from bridge.items.tree import Node

Data = dict[str, Any]


def found(store: ItemStore, text: str, *, locale: str, limit: int) -> list[Data]:
    """Items like `text`: id, name, mod, and how each fits."""
    return [
        {
            "id": hit.item,
            "name": hit.label.text,
            "mod": _mod(store, hit.item),
            "match": hit.how.name.lower(),
        }
        for hit in find(store, text, locale=locale, limit=limit)
    ]


def item(store: ItemStore, identifier: str, *, locale: str) -> Data:
    """One item: its names in every language, its mod, its tags."""
    number = store.number(identifier)
    names = store.db.all(
        "SELECT locale, name.text FROM name JOIN source ON source.id = name.source"
        " WHERE thing = ? ORDER BY source.rank",
        (number,),
    )
    tags: list[str] = []
    if number is not None:
        tags = sorted(store.texts(store.tags_of(number)).values())
    return {
        "id": identifier,
        "name": store.label(identifier, locale).text,
        "names": dict(names),
        "mod": _mod(store, identifier),
        "tags": tags,
    }


def sources(store: ItemStore, identifier: str, *, locale: str) -> Data:
    """The ways to get an item, the best first. `circular`: each needs one already."""
    known = ways(store, identifier)
    return {
        "id": identifier,
        "name": store.label(identifier, locale).text,
        "known": known.known,
        "circular": known.circular,
        "kubejs_export": store.is_exported,
        "sources": [way_data(way) for way in known.ways],
    }


def way_data(way: Way) -> Data:
    """One way: its kind, what it takes or how likely it is, and the file that says so."""
    match way:
        case ByRecipe():
            return {"kind": way.worth.name.lower(), **recipe_data(way.recipe), "file": way.place}
        case ByLoot():
            return {
                "kind": way.worth.name.lower(),
                "table": way.table.name,
                "used_by": spoken(f"&{way.table.name}"),
                "chance": round(way.drop.chance, 6),
                "count": [way.drop.least, way.drop.most],
                "notes": [note.value for note in way.drop.notes],
                "via": list(way.via),
                "into": list(way.table.where),
                "file": way.place,
            }


def recipe_data(recipe: Recipe) -> Data:
    """A recipe's id, type, confidence, ingredients and results."""
    return {
        "recipe": recipe.name,
        "type": recipe.type,
        "confidence": recipe.confidence.name.lower(),
        "ingredients": [
            {"count": part.count, "any_of": list(part.choices), "used_up": not part.kept}
            for part in recipe.inputs
        ],
        "results": [
            {"id": part.thing, "count": part.count, "chance": part.chance}
            for part in recipe.outputs
        ],
    }


def used(store: ItemStore, identifier: str, *, locale: str, limit: int, offset: int = 0) -> Data:
    """What an item is used for, a page of it."""
    page = uses(store, identifier, limit=limit, offset=offset)
    return {
        "id": identifier,
        "name": store.label(identifier, locale).text,
        "known": page.known,
        "total": page.total,
        "uses": [recipe_data(recipe) for recipe in page.recipes],
    }


def tree(store: ItemStore, identifier: str, amount: float, inventory: Mapping[str, float]) -> Data:
    """What making so many takes, against an inventory: the tree and its totals."""
    planned = plan(store, identifier, amount, inventory)
    return {
        "tree": _node(planned.root),
        "gather": dict(planned.gathered),
        "use": dict(planned.used),
        "left": dict(planned.left),
    }


def _node(node: Node) -> Data:
    told: Data = {"id": node.thing, "count": node.amount}
    if node.held:
        told["held"] = node.held
    if node.end is not None:
        told["end"] = node.end.value
    if node.recipe is not None:
        told |= {"recipe": node.recipe.name, "type": node.recipe.type, "runs": node.runs}
        told["parts"] = [_node(part) for part in node.parts]
    return told


def index(store: ItemStore, problems: int) -> Data:
    """What the index holds, and what could not be read: `problems` of it in words."""
    every = store.sources()
    return {
        **store.counts(),
        "kubejs_export": store.is_exported,
        "sources_by_origin": _by_origin([origin for _, origin, _ in every]),
        "unread": sum(counts.get("problems", 0) for _, _, counts in every),
        "problems": [
            {"source": place, "file": file, "reason": reason}
            for place, file, reason in store.problems(problems)
        ],
    }


def _by_origin(origins: Sequence[str]) -> dict[str, int]:
    return {origin: origins.count(origin) for origin in dict.fromkeys(origins)}


def _mod(store: ItemStore, identifier: str) -> str:
    namespace = identifier.partition(":")[0]
    return "Minecraft" if namespace == "minecraft" else store.mods.get(namespace, namespace)
