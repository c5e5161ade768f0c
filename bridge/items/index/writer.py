"""Puts the facts of sources into the index, and takes those of a changed source out again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.items import coding
from bridge.items.model import whole
from bridge.items.words import folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bridge.items.files.discovery import Origin
    from bridge.items.model import Facts, Name, Tag
    from bridge.storage.derived import Derived

OUT: Final = 0
IN: Final = 1
VALUE, REMOVED, REPLACED = 0, 1, 2

_TABLES: Final = ("problem", "tag", "name", "listed", "filter", "recipe", "loot")
_TOUCHED: Final = (
    "SELECT thing FROM part WHERE recipe IN (SELECT id FROM recipe WHERE source = ?)",
    "SELECT thing FROM loot_part WHERE loot IN (SELECT id FROM loot WHERE source = ?)",
    "SELECT value FROM tag WHERE source = ?",
    "SELECT thing FROM name WHERE source = ?",
    "SELECT thing FROM listed WHERE source = ?",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """What a source is known by."""

    place: str
    origin: Origin
    rank: int
    stamp: str
    digest: str
    newest: int


class Writer:
    """One filling of the index. `fresh`: the file is empty, so nothing has to be looked up."""

    def __init__(self, db: Derived, *, fresh: bool) -> None:
        self._db = db
        self._fresh = fresh
        self._things: dict[str, int] = {}
        self._new: list[tuple[int, str]] = []
        self._next = 1 + self._largest("thing")
        self._recipe = 1 + self._largest("recipe")
        self._loot = 1 + self._largest("loot")
        self.touched: set[int] = set()
        """The things that a source which was added or taken out speaks of; not kept if fresh."""

    def _largest(self, table: str) -> int:
        row = self._db.one(f"SELECT max(id) FROM {table}")  # noqa: S608 - our own names
        return row[0] or 0 if row else 0

    def thing(self, text: str) -> int:
        """The number of a thing."""
        number = self._things.get(text)
        if number is None:
            row = None
            if not self._fresh:
                row = self._db.one("SELECT id FROM thing WHERE text = ?", (text,))
            if row is None:
                number = self._next
                self._next += 1
                self._new.append((number, text))
            else:
                number = row[0]
            self._things[text] = number
        if not self._fresh:
            self.touched.add(number)
        return number

    def remove(self, source: int) -> None:
        """Everything that a source said."""
        for sql in _TOUCHED:
            self.touched.update(row[0] for row in self._db.all(sql, (source,)))
        self._db.run(
            "DELETE FROM part WHERE recipe IN (SELECT id FROM recipe WHERE source = ?)", (source,)
        )
        self._db.run(
            "DELETE FROM loot_part WHERE loot IN (SELECT id FROM loot WHERE source = ?)", (source,)
        )
        for table in _TABLES:
            self._db.run(f"DELETE FROM {table} WHERE source = ?", (source,))  # noqa: S608 - our own
        self._db.run("DELETE FROM source WHERE id = ?", (source,))

    def add(self, identity: Identity, facts: Facts) -> None:
        """Everything that a source says."""
        source = self._db.run(
            "INSERT INTO source (place, origin, rank, stamp, digest, newest, mods, counts)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                identity.place,
                identity.origin,
                identity.rank,
                identity.stamp,
                identity.digest,
                identity.newest,
                json.dumps(facts.mods),
                json.dumps(facts.summary()),
            ),
        )
        self._db.run_many(
            "INSERT INTO problem VALUES (?, ?, ?)", ((source, *each) for each in facts.problems)
        )
        self._db.run_many(
            "INSERT INTO filter VALUES (?, ?, ?)",
            ((source, whole(each.namespace), whole(each.path)) for each in facts.filters),
        )
        self._recipes(source, facts)
        self._tables(source, facts)
        self._db.run_many(
            "INSERT INTO tag (source, tag, value, kind) VALUES (?, ?, ?, ?)",
            (row for tag in facts.tags for row in self._tag(source, tag)),
        )
        self._db.run_many(
            "INSERT INTO name (source, thing, locale, text, folded, key) VALUES (?, ?, ?, ?, ?, ?)",
            (
                (source, self.thing(n.thing), n.locale, n.text, folded(n.text), n.key)
                for n in _telling(facts.names)
            ),
        )
        self._db.run_many(
            "INSERT INTO listed VALUES (?, ?)",
            ((source, self.thing(text)) for text in facts.registry),
        )
        self._db.run_many("INSERT INTO thing VALUES (?, ?)", self._new)
        self._new.clear()

    def _recipes(self, source: int, facts: Facts) -> None:
        rows: list[tuple[int, int, str, int, str]] = []
        parts: set[tuple[int, int, int]] = set()
        for recipe in facts.recipes:
            number = self._recipe
            self._recipe += 1
            kind = self.thing(recipe.type)
            rows.append((number, source, recipe.name, kind, coding.recipe_text(recipe)))
            parts.update((self.thing(part.thing), OUT, number) for part in recipe.outputs)
            parts.update(
                (self.thing(choice), IN, number)
                for part in recipe.inputs
                for choice in part.choices
            )
        self._db.run_many(
            "INSERT INTO recipe (id, source, name, type, data) VALUES (?, ?, ?, ?, ?)", rows
        )
        self._db.run_many("INSERT INTO part VALUES (?, ?, ?)", sorted(parts))

    def _tables(self, source: int, facts: Facts) -> None:
        rows: list[tuple[int, int, str, str, str]] = []
        parts: set[tuple[int, int]] = set()
        for table in facts.tables:
            number = self._loot
            self._loot += 1
            rows.append((number, source, table.name, table.kind, coding.table_text(table)))
            parts.update((self.thing(drop.thing), number) for drop in table.drops)
        self._db.run_many(
            "INSERT INTO loot (id, source, name, kind, data) VALUES (?, ?, ?, ?, ?)", rows
        )
        self._db.run_many("INSERT INTO loot_part VALUES (?, ?)", sorted(parts))

    def _tag(self, source: int, tag: Tag) -> Iterator[tuple[int, int, int, int]]:
        name = self.thing(tag.name)
        if tag.replace:
            yield source, name, 0, REPLACED
        for value in tag.values:
            yield source, name, self.thing(value), VALUE
        for value in tag.removed:
            yield source, name, self.thing(value), REMOVED


def _telling(names: Iterable[Name]) -> Iterator[Name]:
    """Without those that another language only repeats in English."""
    english = {name.thing: name.text for name in names if name.locale == "en_us"}
    for name in names:
        if name.locale == "en_us" or english.get(name.thing) != name.text:
            yield name
