"""What can be said only when all sources are in: what hides what, and what can be searched for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.items.index.schema import INDEXES
from bridge.items.model import Filter
from bridge.items.reading import filters
from bridge.items.reading.trades import TRADE
from bridge.items.words import can_be_mistyped, folded, shortened, tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bridge.storage.derived import Derived, Row

_BATCH: Final = 4_000
_MARKED: Final = "substr(text, 1, 1) IN ('#', '~', '&', '!')"
# Where an item can be mentioned; a name alone counts only where no registry says otherwise.
_MENTIONED: Final = (
    "SELECT thing FROM part",
    "SELECT thing FROM loot_part",
    "SELECT value FROM tag WHERE kind = 0",
    "SELECT thing FROM listed",
)
_FILTERED: Final = (
    ("recipe", ("recipe", "recipes")),
    ("loot", ("loot_table", "loot_tables")),
)
_NAMED: Final = "SELECT thing FROM name WHERE NOT EXISTS (SELECT 1 FROM listed)"


def finish_fresh(db: Derived) -> None:
    """After the first filling."""
    for statement in INDEXES:
        db.run(statement)
    finish_flags(db)
    mentioned = " UNION ".join((*_MENTIONED, _NAMED))
    # The order of search: the game's own first, then few words, then short.
    db.run(
        "INSERT INTO item (thing, namespace, path, words)"  # noqa: S608 - our own words
        " SELECT id, substr(text, 1, instr(text, ':') - 1), substr(text, instr(text, ':') + 1), ''"
        f" FROM thing WHERE id IN ({mentioned}) AND NOT {_MARKED} AND instr(text, ':')"
        " ORDER BY substr(text, 1, 10) <> 'minecraft:',"
        " length(text) - length(replace(text, '_', '')), length(text), text"
    )
    row = db.one("SELECT max(id) FROM item")
    last = row[0] or 0 if row else 0
    for first in range(1, last + 1, _BATCH):
        _index(db, _texts(db, "item.id BETWEEN ? AND ?", (first, first + _BATCH - 1)))
    _spell(db, (row[0] for row in db.all("SELECT term FROM vocabulary")))


def finish_changed(db: Derived, touched: Iterable[int]) -> None:
    """After some sources were taken out and others put in; `touched` are their things."""
    finish_flags(db)
    words: set[str] = set()
    for thing in touched:
        if (
            old := db.one("SELECT id, path, words FROM item WHERE thing = ?", (thing,))
        ) is not None:
            _forget(db, old)
        if not _is_item(db, thing):
            continue
        number = old[0] if old is not None else None
        db.run(
            "INSERT INTO item (id, thing, namespace, path, words)"
            " SELECT ?, id, substr(text, 1, instr(text, ':') - 1),"
            " substr(text, instr(text, ':') + 1), '' FROM thing WHERE id = ?",
            (number, thing),
        )
        rows = _texts(db, "item.thing = ?", (thing,))
        _index(db, rows)
        words.update(word for row in rows for word in _words(row).split())
    _spell(db, words)


def finish_flags(db: Derived) -> None:
    """Of recipes and tables with one name the highest counts; what KubeJS exported counts alone."""
    for table in ("recipe", "loot"):
        db.run(f"UPDATE {table} SET active = 1 WHERE active = 0")  # noqa: S608 - our own names
        db.run(
            f"UPDATE {table} SET active = 0 WHERE id IN (SELECT id FROM ("  # noqa: S608 - as above
            " SELECT t.id AS id, row_number() OVER"
            " (PARTITION BY t.name ORDER BY source.rank DESC, t.id DESC) AS place"
            f" FROM {table} t JOIN source ON source.id = t.source"
            f" WHERE t.name IN (SELECT name FROM {table} GROUP BY name HAVING count(*) > 1)"
            " AND t.source IS NOT NULL) WHERE place > 1)"
        )
    _filter(db)
    exported = final_export(db)
    if exported is not None:
        db.run(
            "UPDATE recipe SET active = 0 WHERE source <> ?"
            " AND type NOT IN (SELECT id FROM thing WHERE text = ?)",
            (exported, TRADE),
        )


def _filter(db: Derived) -> None:
    """What a pack's filter takes away of the packs below it does not count."""
    rows = db.all(
        "SELECT namespace, path, rank FROM filter JOIN source ON source.id = filter.source"
    )
    found = [(filters.matching(Filter(*row[:2])), row[2]) for row in rows]
    tests = [(test, rank) for test, rank in found if test is not None]
    if not tests:
        return
    for table, folders in _FILTERED:
        gone: list[tuple[int]] = []
        for number, name, rank in db.all(
            f"SELECT t.id, t.name, rank FROM {table} t JOIN source ON source.id = t.source"  # noqa: S608
            " WHERE t.active"
        ):
            namespace, _, path = name.partition(":")
            files = [f"{folder}/{path}.json" for folder in folders]
            if any(rank < above and any(t(namespace, f) for f in files) for t, above in tests):
                gone.append((number,))
        db.run_many(f"UPDATE {table} SET active = 0 WHERE id = ?", gone)  # noqa: S608


def final_export(db: Derived) -> int | None:
    """The source that KubeJS exported after everything else was last changed; None without one."""
    row = db.one(
        "SELECT id FROM source WHERE origin = 'export'"
        " AND EXISTS (SELECT 1 FROM recipe WHERE recipe.source = source.id)"
        " AND newest >= (SELECT coalesce(max(newest), 0) FROM source WHERE origin <> 'export'"
        " AND origin <> 'client') ORDER BY newest DESC"
    )
    return None if row is None else row[0]


def _is_item(db: Derived, thing: int) -> bool:
    marked = db.one(
        f"SELECT 1 FROM thing WHERE id = ? AND NOT {_MARKED} AND instr(text, ':')",  # noqa: S608
        (thing,),
    )
    if marked is None:
        return False
    return any(
        db.one(sql, (thing,)) is not None
        for sql in (
            "SELECT 1 FROM part WHERE thing = ?",
            "SELECT 1 FROM loot_part WHERE thing = ?",
            "SELECT 1 FROM tag WHERE value = ? AND kind = 0",
            "SELECT 1 FROM listed WHERE thing = ?",
            "SELECT 1 FROM name WHERE thing = ? AND NOT EXISTS (SELECT 1 FROM listed)",
        )
    )


def _texts(db: Derived, where: str, values: Sequence[object]) -> list[Row]:
    """Number, path, and all names in their folded form."""
    return db.all(
        "SELECT item.id, path, (SELECT group_concat(folded, ' ') FROM"  # noqa: S608 - our own words
        " (SELECT DISTINCT folded FROM name WHERE name.thing = item.thing)), namespace"
        f" FROM item WHERE {where}",
        values,
    )


def _index(db: Derived, rows: Sequence[Row]) -> None:
    words = [(row[0], _words(row)) for row in rows]
    db.run_many(
        "UPDATE item SET words = ? WHERE id = ?", ((text, number) for number, text in words)
    )
    db.run_many("INSERT INTO item_words (rowid, words) VALUES (?, ?)", words)
    db.run_many(
        "INSERT INTO item_paths (rowid, path) VALUES (?, ?)", ((row[0], row[1]) for row in rows)
    )


def _words(row: Row) -> str:
    """What an item is found by: its id, and what it is called in any language."""
    path = folded(row[1].replace("/", " ").replace(".", " "))
    return " ".join(dict.fromkeys((*tokens(path), *tokens(row[2] or ""))))


def _forget(db: Derived, row: Row) -> None:
    """A full-text table without texts is told what it has to forget."""
    number, path, words = row
    for table, text in (("item_words", words), ("item_paths", path)):
        column = table.removeprefix("item_").removesuffix("s") if table == "item_paths" else "words"
        db.run(
            f"INSERT INTO {table} ({table}, rowid, {column}) VALUES ('delete', ?, ?)",  # noqa: S608
            (number, text),
        )
    db.run("DELETE FROM item WHERE id = ?", (number,))


def _spell(db: Derived, words: Iterable[str]) -> None:
    db.run_many("INSERT OR IGNORE INTO near VALUES (?, ?)", _rests(words))


def _rests(words: Iterable[str]) -> Iterator[tuple[str, str]]:
    for word in words:
        if can_be_mistyped(word):
            yield from ((rest, word) for rest in shortened(word))
