"""Items by what they are: of a mod, in a tag, made by a kind of recipe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridge.items.index.writer import OUT
from bridge.items.model import TAG, identified
from bridge.items.words import folded

if TYPE_CHECKING:
    from bridge.items.store import ItemStore


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """All that is given must hold. `mod`: an id or a mod's name; `made_by`: a recipe type."""

    mod: str = ""
    tag: str = ""
    made_by: str = ""
    part: str = ""
    """A part of the id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """A page of ids in the order of search, and how many fit in all."""

    total: int
    items: tuple[str, ...]


def query(store: ItemStore, asked: Query, *, limit: int, offset: int = 0) -> Selection:
    """The items that fit. A tag or recipe type that does not exist fits none."""
    wheres: list[str] = ["1"]
    values: list[object] = []
    if asked.mod:
        wheres.append("item.namespace = ?")
        values.append(_namespace(store, asked.mod))
    if asked.tag:
        members = store.members(f"{TAG}{identified(asked.tag.removeprefix(TAG)) or ''}")
        marks = ",".join("?" * len(members))
        wheres.append(f"item.thing IN (SELECT id FROM thing WHERE text IN ({marks}))")  # noqa: S608 - marks
        values += members
    if asked.made_by:
        wheres.append(
            "item.thing IN (SELECT part.thing FROM recipe JOIN part ON part.recipe = recipe.id"
            " WHERE part.role = ? AND recipe.active AND recipe.type ="
            " (SELECT id FROM thing WHERE text = ?))"
        )
        values += [OUT, identified(asked.made_by) or ""]
    if asked.part:
        wheres.append("instr(item.path, ?)")
        values.append(folded(asked.part).replace(" ", "_"))
    where = " AND ".join(wheres)
    total = store.db.one(f"SELECT count(*) FROM item WHERE {where}", values)  # noqa: S608 - ours
    rows = store.db.all(
        "SELECT thing.text FROM item JOIN thing ON thing.id = item.thing"  # noqa: S608 - our own words
        f" WHERE {where} ORDER BY item.id LIMIT ? OFFSET ?",
        (*values, limit, offset),
    )
    return Selection(total=total[0] if total else 0, items=tuple(row[0] for row in rows))


def _namespace(store: ItemStore, mod: str) -> str:
    wanted = folded(mod)
    if wanted not in store.mods:  # several mods may have one name
        for identifier, name in store.mods.items():
            if wanted == folded(name):
                return identifier
    return wanted.replace(" ", "_")
