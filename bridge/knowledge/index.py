"""The SQL of the search: which passages stand in which view, and finding them by terms.

Ranking costs a microsecond or two a passage, so it is bounded: the rare terms of a question gather
at most `POOL` passages, and what is common only counts in the coverage of those.
"""

from __future__ import annotations

import json
import logging
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, Self

from bridge.core.errors import StoreError
from bridge.files.background import in_background
from bridge.knowledge import queries, words
from bridge.knowledge.entries import Entry, Source
from bridge.knowledge.index_schema import SCHEMA
from bridge.storage.database import Database
from bridge.storage.texts import storable

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from bridge.core.clock import Clock
    from bridge.knowledge.queries import Query, Term
    from bridge.storage.database import Snapshot, Transaction

_logger = logging.getLogger(__name__)

POOL: Final = 500
"""Passages that are ranked for one question."""
TITLE_WEIGHT: Final = 4.0
"""What a term in the title counts for beside one in the text."""

_Row = tuple[str, str, str, str, str, str, str, str]

_COUNT = """
    SELECT (SELECT count(*) FROM (SELECT 1 FROM term WHERE term MATCH asked.value LIMIT ?))
    FROM json_each(?) AS asked ORDER BY asked.key
"""
_LEAVE_VIEW = "DELETE FROM member WHERE view = ? AND passage = ?"
_DELETE_TERMS = """
    DELETE FROM term WHERE rowid = ?1 AND NOT EXISTS (SELECT 1 FROM member WHERE passage = ?1)
"""
_DELETE_PASSAGE = """
    DELETE FROM passage WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM member WHERE passage = ?1)
"""
_FIND = """
    SELECT p.source, p.key, p.title, p.place, p.text, t.title || ' ' || t.body, best.score
    FROM (
        SELECT id, score FROM (
            SELECT rowid AS id, bm25(term, ?, 1.0) AS score FROM term
            WHERE term MATCH ? AND EXISTS (
                SELECT 1 FROM member
                WHERE passage = term.rowid AND view IN (SELECT value FROM json_each(?))
            )
            LIMIT ?
        ) ORDER BY score LIMIT ?
    ) AS best
    JOIN passage AS p ON p.id = best.id
    JOIN term AS t ON t.rowid = best.id
    ORDER BY best.score
"""


@dataclass(frozen=True, slots=True)
class Match:
    """A passage, its terms, and how well it fits by BM25 (more is better)."""

    entry: Entry
    terms: frozenset[str]
    score: float


class PassageIndex:
    """Made by `open`. Changes come from one task at a time; searches may run beside them."""

    def __init__(self, db: Database, views: dict[str, int]) -> None:
        self._db = db
        self._views = views

    @classmethod
    @asynccontextmanager
    async def open(cls, path: Path | None, *, clock: Clock) -> AsyncGenerator[Self]:
        """The cache at `path`; None, or a path that cannot be used, keeps it in memory."""
        async with AsyncExitStack() as stack:
            db = await _opened(stack, path, clock)
            async with db.read() as snapshot:
                rows = await snapshot.all("SELECT name, id FROM view")
            yield cls(db, dict(rows))

    @property
    def views(self) -> Iterable[str]:
        """The names of the views that there are."""
        return tuple(self._views)

    async def put(self, view: str, entries: Callable[[], Iterable[Entry]]) -> int:
        """Make these the entries of a view; how many passages were new to the index."""
        wanted = await in_background(partial(_by_digest, entries))
        async with self._db.read() as snapshot:
            before = await self._members(snapshot, view)
            added = wanted.keys() - before.keys()
            known = await _known(snapshot, added)
        removed = [before[digest] for digest in before.keys() - wanted.keys()]
        if not (added or removed) and view in self._views:
            return 0
        new = added - known.keys()
        fresh = [(digest, entry) for digest, entry in wanted.items() if digest in new]
        rows = await in_background(partial(_rows, fresh))
        async with self._db.write() as tx:
            number = await _view(tx, view)
            await _insert(tx, rows)
            known |= await _known(tx, {row[0] for row in rows})
            await tx.execute_many(
                "INSERT INTO member (view, passage) VALUES (?, ?)",
                [(number, passage) for passage in known.values()],
            )
            await _leave(tx, number, removed)
        self._views[view] = number
        return len(rows)

    async def drop(self, view: str) -> None:
        """Forget a view, and what stands in no other."""
        if (number := self._views.pop(view, None)) is None:
            return
        async with self._db.write() as tx:
            rows = await tx.all("SELECT passage FROM member WHERE view = ?", (number,))
            await _leave(tx, number, [passage for (passage,) in rows])
            await tx.execute("DELETE FROM view WHERE id = ?", (number,))

    async def find(self, query: Query, views: Iterable[str], *, limit: int) -> Sequence[Match]:
        """The best passages of these views, the best by BM25 first."""
        known = [self._views[view] for view in views if view in self._views]
        if not known:
            return ()
        numbers = json.dumps(known)
        async with self._db.read() as snapshot:
            found: dict[Entry, Match] = {}
            for expression in await _expressions(snapshot, query):
                values = (TITLE_WEIGHT, expression, numbers, POOL, limit)
                for *fields, score in await snapshot.all(_FIND, values):
                    match = _match(fields, score)
                    found.setdefault(match.entry, match)
                if len(found) >= limit:
                    break
        return list(found.values())

    async def _members(self, snapshot: Snapshot, view: str) -> Mapping[str, int]:
        sql = (
            "SELECT passage.digest, passage.id FROM member JOIN passage ON passage.id = passage "
            "WHERE view = ?"
        )
        return dict(await snapshot.all(sql, (self._views.get(view, 0),)))


async def _opened(stack: AsyncExitStack, path: Path | None, clock: Clock) -> Database:
    """The cache's file; damaged or another version's it is made anew, else kept in memory."""
    if path is not None:
        for _ in range(2):
            try:
                opening = Database.open(path, clock=clock, migrations=SCHEMA)
                return await stack.enter_async_context(opening)
            except StoreError as error:
                _logger.warning("the search's cache is made anew: %s", error)
                await in_background(partial(_discard, path))
    opening = Database.open(None, clock=clock, migrations=SCHEMA)
    return await stack.enter_async_context(opening)


def _discard(path: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        try:
            path.with_name(path.name + ending).unlink(missing_ok=True)
        except OSError as error:
            _logger.warning("%s: %s", path, error.strerror or error)


def _by_digest(entries: Callable[[], Iterable[Entry]]) -> dict[str, Entry]:
    return {entry.digest: entry for entry in entries()}


def _rows(entries: Iterable[tuple[str, Entry]]) -> list[_Row]:
    return [
        (
            digest,
            entry.source,
            entry.key,
            storable(entry.title),
            storable(entry.place),
            storable(entry.text),
            words.indexed(f"{entry.place} {entry.title}"),
            words.indexed(entry.text),
        )
        for digest, entry in entries
    ]


async def _known(snapshot: Snapshot, digests: Iterable[str]) -> dict[str, int]:
    sql = "SELECT digest, id FROM passage WHERE digest IN (SELECT value FROM json_each(?))"
    return dict(await snapshot.all(sql, (json.dumps(list(digests)),)))


async def _view(tx: Transaction, name: str) -> int:
    row = await tx.one("SELECT id FROM view WHERE name = ?", (name,))
    return row[0] if row else await tx.insert("INSERT INTO view (name) VALUES (?)", (name,))


async def _insert(tx: Transaction, rows: Sequence[_Row]) -> None:
    row = await tx.one("SELECT coalesce(max(id), 0) FROM passage")
    first = (row[0] if row else 0) + 1
    numbered = list(enumerate(rows, start=first))
    await tx.execute_many(
        "INSERT INTO passage (id, digest, source, key, title, place, text) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(number, *row[:6]) for number, row in numbered],
    )
    await tx.execute_many(
        "INSERT INTO term (rowid, title, body) VALUES (?, ?, ?)",
        [(number, *row[6:]) for number, row in numbered],
    )


async def _leave(tx: Transaction, view: int, passages: Sequence[int]) -> None:
    """Take passages out of a view, and out of the index where they stand in no other."""
    await tx.execute_many(_LEAVE_VIEW, [(view, passage) for passage in passages])
    singles = [(passage,) for passage in passages]
    await tx.execute_many(_DELETE_TERMS, singles)
    await tx.execute_many(_DELETE_PASSAGE, singles)


async def _expressions(snapshot: Snapshot, query: Query) -> Sequence[str]:
    """What to match, in the order of trying until there is enough.

    The rare terms; if all are common, all of them, and the rarest where no passage has all.
    """
    if not query:
        return ()
    counts = await _counts(snapshot, query.terms)
    found = sorted((count, at) for at, count in enumerate(counts) if count)
    rare: list[Term] = []
    gathered = 0
    for count, at in found:
        gathered += count
        if count > POOL or (rare and gathered > POOL):
            break
        rare.append(query.terms[at])
    if rare:
        return (queries.any_of(rare),)
    common = [query.terms[at] for _, at in found]
    if not common:
        return ()
    together = (queries.all_of(common, column="title"), queries.all_of(common))
    return tuple(dict.fromkeys((*together, queries.any_of(common[:1]))))


async def _counts(snapshot: Snapshot, terms: Sequence[Term]) -> Sequence[int]:
    """In how many passages each term stands, told up to one more than `POOL`."""
    expressions = json.dumps([term.expression for term in terms])
    return [count for (count,) in await snapshot.all(_COUNT, (POOL + 1, expressions))]


def _match(fields: Sequence[str], score: float) -> Match:
    source, key, title, place, text, cut = fields
    entry = Entry(source=Source(source), key=key, title=title, place=place, text=text)
    return Match(entry, frozenset(cut.split(" ")), -score)
