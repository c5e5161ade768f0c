"""Reads the index file: everything that the answers ask, each question bounded.

All of it is synchronous and meant for a thread; the file is a snapshot that nobody changes but a
whole transaction at a time.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Self

from bridge.items import coding
from bridge.items.index.finishing import final_export
from bridge.items.index.schema import VERSION
from bridge.items.index.writer import IN, OUT, REMOVED, REPLACED
from bridge.items.labels import Label, label_of
from bridge.items.model import FLUID, TAG
from bridge.storage.derived import Derived

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from pathlib import Path

    from bridge.items.model import LootTable, Recipe

MEMBERS: Final = 5_000
"""Items of one tag that are told."""
TAGS: Final = 300
"""Tags of one item that are followed."""
RECIPES: Final = 3_000
"""Recipes on one side of an item that are looked at."""
_ALWAYS_LOADED: Final = frozenset({"minecraft", "java"})
_LOADERS: Final = ("forge", "neoforge", "fabric", "fabricloader", "fabric-api", "quilt_loader")

Row = tuple[Any, ...]


class ItemStore:
    """One open index. Raises StoreError when the file fails."""

    def __init__(self, db: Derived) -> None:
        self.db = db
        self._direct = lru_cache(maxsize=2_048)(self._direct_values)
        self._mods: dict[str, str] | None = None

    @classmethod
    def open(cls, path: Path) -> Self | None:
        """The index in a file; None where there is none that this version can read."""
        db = Derived.open(path, VERSION)
        return None if db is None else cls(db)

    def close(self) -> None:
        """Let go of the file."""
        self.db.close()

    def number(self, thing: str) -> int | None:
        """The number of a thing, None for one that nothing mentions."""
        row = self.db.one("SELECT id FROM thing WHERE text = ?", (thing,))
        return None if row is None else row[0]

    def texts(self, numbers: Collection[int]) -> dict[int, str]:
        """The things with these numbers."""
        rows = self._in("SELECT id, text FROM thing WHERE id IN ({})", numbers)
        return {row[0]: row[1] for row in rows}

    def is_item(self, thing: str) -> bool:
        """Whether anything on disk mentions an item of this id."""
        sql = "SELECT 1 FROM item JOIN thing ON thing.id = item.thing WHERE text = ?"
        return self.db.one(sql, (thing,)) is not None

    def label(self, thing: str, locale: str) -> Label:
        """What a thing is called in a language, else in English, else by its id."""
        return self.labels((thing,), locale)[thing]

    def labels(self, things: Iterable[str], locale: str) -> dict[str, Label]:
        """The same for several."""
        wanted = list(dict.fromkeys(things))
        rows = self._in(
            "SELECT thing.text, name.locale, name.text, name.key FROM thing"
            " JOIN name ON name.thing = thing.id JOIN source ON source.id = name.source"
            " WHERE thing.text IN ({}) AND name.locale IN (?, 'en_us') ORDER BY source.rank",
            wanted,
            (locale,),
        )
        found: dict[str, dict[str, tuple[str, str]]] = {}
        for thing, language, text, key in rows:
            found.setdefault(thing, {})[language] = (text, key)
        return {thing: label_of(thing, found.get(thing, {}), locale) for thing in wanted}

    # Recipes

    def making(self, numbers: Collection[int]) -> list[Recipe]:
        """The recipes that have one of these things as a result, those of absent mods left out."""
        return self._recipes(self._sided(numbers, OUT))

    def using(self, numbers: Collection[int]) -> list[tuple[int, str]]:
        """Number and type of the recipes that take one of these, without those of absent mods."""
        # Only what has conditions, which few have, is decoded.
        rows = self._in(
            "SELECT recipe.id, thing.text, CASE WHEN recipe.data LIKE '%,[]]' THEN '' ELSE"
            " recipe.data END FROM recipe JOIN thing ON thing.id = recipe.type"
            " WHERE recipe.active AND recipe.id IN ({})",
            self._sided(numbers, IN),
        )
        return [
            (number, kind)
            for number, kind, data in rows
            if not data or self._is_possible(coding.recipe_of("", kind, data))
        ]

    def recipes(self, numbers: Collection[int]) -> dict[int, Recipe]:
        """The recipes with these numbers, those of absent mods left out."""
        rows = self._in(
            "SELECT recipe.name, thing.text, recipe.data, recipe.id"
            " FROM recipe JOIN thing ON thing.id = recipe.type"
            " WHERE recipe.active AND recipe.id IN ({})",
            numbers,
        )
        found = {row[3]: coding.recipe_of(*row[:3]) for row in rows}
        return {number: each for number, each in found.items() if self._is_possible(each)}

    def _recipes(self, numbers: Collection[int]) -> list[Recipe]:
        return list(self.recipes(numbers).values())

    def _sided(self, numbers: Collection[int], role: int) -> list[int]:
        rows = self._in(
            f"SELECT DISTINCT recipe FROM part WHERE thing IN ({{}}) AND role = {role}"  # noqa: S608
            f" LIMIT {RECIPES}",
            numbers,
        )
        return [row[0] for row in rows]

    def _is_possible(self, recipe: Recipe) -> bool:
        if not recipe.conditions:
            return True
        loaded = self.mods
        return all((each.mod in loaded) is each.loaded for each in recipe.conditions)

    def origin(self, table: str, name: str) -> str:
        """Which file of the server a recipe (`table` "recipe") or loot table ("loot") is from."""
        row = self.db.one(
            f"SELECT source.place FROM {table} t JOIN source ON source.id = t.source"  # noqa: S608
            " WHERE t.name = ? AND t.active",
            (name,),
        )
        return row[0] if row else ""

    # Loot

    def tables_with(self, numbers: Collection[int]) -> list[LootTable]:
        """The loot tables that can give one of these things."""
        rows = self._in(
            "SELECT DISTINCT loot.name, loot.kind, loot.data FROM loot_part"  # noqa: S608 - our own words
            " JOIN loot ON loot.id = loot_part.loot"
            f" WHERE loot.active AND loot_part.thing IN ({{}}) LIMIT {RECIPES}",
            numbers,
        )
        return [coding.table_of(*row) for row in rows]

    # Tags

    def members(self, tag: str) -> list[str]:
        """The items of a tag, of the tags in it as well; at most `MEMBERS`."""
        number = self.number(tag)
        found: dict[str, None] = {}
        waiting = [] if number is None else [number]
        seen = set(waiting)
        while waiting and len(found) < MEMBERS:
            values = self._direct(waiting.pop(0))
            texts = self.texts(values)
            for value in values:
                if TAG not in texts[value][:2]:
                    found[texts[value]] = None
                elif value not in seen:
                    seen.add(value)
                    waiting.append(value)
        return list(found)[:MEMBERS]

    def tags_of(self, number: int) -> list[int]:
        """The tags that hold a thing, also through other tags; at most `TAGS`."""
        found: dict[int, None] = {}
        waiting = [number]
        while waiting and len(found) < TAGS:
            value = waiting.pop()
            rows = self.db.all(
                "SELECT DISTINCT tag FROM tag WHERE value = ? AND kind = 0 LIMIT ?", (value, TAGS)
            )
            for (tag,) in rows:
                if tag not in found and value in self._direct(tag):
                    found[tag] = None
                    waiting.append(tag)
        return list(found)[:TAGS]

    def _direct_values(self, tag: int) -> tuple[int, ...]:
        """What stands in a tag itself, after all packs had their say."""
        values: dict[int, None] = {}
        rows = self.db.all(
            "SELECT value, kind FROM tag JOIN source ON source.id = tag.source"
            " WHERE tag = ? ORDER BY source.rank, tag.id",
            (tag,),
        )
        for value, kind in rows:
            if kind == REPLACED:
                values.clear()
            elif kind == REMOVED:
                values.pop(value, None)
            else:
                values[value] = None
        return tuple(values)

    # The whole

    @property
    def mods(self) -> Mapping[str, str]:
        """Names of the mods that are there, by id."""
        if self._mods is None:
            found = dict.fromkeys(_ALWAYS_LOADED, "Minecraft")
            for (text,) in self.db.all("SELECT mods FROM source WHERE mods <> '{}'"):
                found.update(json.loads(text))
            if len(found) > len(_ALWAYS_LOADED):
                found.update({loader: loader for loader in _LOADERS if loader not in found})
            self._mods = found
        return self._mods

    def sources(self) -> list[tuple[str, str, dict[str, int]]]:
        """Place, origin and counts of every source, the lowest first."""
        rows = self.db.all("SELECT place, origin, counts FROM source ORDER BY rank")
        return [(place, origin, json.loads(counts)) for place, origin, counts in rows]

    def problems(self, limit: int) -> list[tuple[str, str, str]]:
        """Source, file and reason of what could not be read."""
        rows = self.db.all(
            "SELECT place, file, reason FROM problem JOIN source ON source.id = problem.source"
            " ORDER BY source.rank LIMIT ?",
            (limit,),
        )
        return [(row[0], row[1], row[2]) for row in rows]

    def counts(self) -> dict[str, int]:
        """Items, recipes and loot tables that count, and the languages that names are in."""
        sql = (
            "SELECT (SELECT count(*) FROM item),"
            " (SELECT count(*) FROM recipe WHERE active AND data <> '[[],[],2,[]]'),"
            " (SELECT count(*) FROM loot WHERE active), (SELECT count(*) FROM source)"
        )
        row = self.db.one(sql) or (0, 0, 0, 0)
        return dict(zip(("items", "recipes", "loot", "sources"), row, strict=True))

    @property
    def is_exported(self) -> bool:
        """Whether the recipes are those that KubeJS exported, after all scripts."""
        return final_export(self.db) is not None

    def _in(
        self, sql: str, wanted: Collection[int] | Collection[str], more: Sequence[object] = ()
    ) -> list[Row]:
        """Rows of a question about many; SQLite takes only so many values at once."""
        values = list(wanted)
        found: list[Row] = []
        for at in range(0, len(values), 900):
            part = values[at : at + 900]
            found += self.db.all(sql.format(",".join("?" * len(part))), (*part, *more))
        return found


def is_fluid(thing: str) -> bool:
    """Whether a thing is a fluid or a tag of such."""
    return thing.startswith(FLUID)
