"""One SQLite file: WAL, one writer, snapshots for readers.

Every write is one `BEGIN IMMEDIATE` transaction on the one writing connection. In WAL mode with
`synchronous=NORMAL` a commit survives the death of the process; a `durable` one is also synced to
the disk before it returns (`FULL`) and survives a power cut.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any, Self

from bridge.core.errors import StoreError
from bridge.storage import connecting
from bridge.storage.errors import mapped
from bridge.storage.migrations import MIGRATIONS
from bridge.storage.schema import check, migrate

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    import aiosqlite

    from bridge.core.clock import Clock
    from bridge.storage.migrations import Migration

    Reporter = Callable[[str | None], None]

Row = tuple[Any, ...]


class Snapshot:
    """Reads of one moment: what commits meanwhile is not seen."""

    __slots__ = ("_connection", "_name")

    def __init__(self, connection: aiosqlite.Connection, name: str) -> None:
        self._connection = connection
        self._name = name

    async def all(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Every row."""
        with mapped(self._name):
            return [tuple(row) for row in await self._connection.execute_fetchall(sql, values)]

    async def one(self, sql: str, values: Sequence[object] = ()) -> Row | None:
        """The first row, or None."""
        rows = await self.all(sql, values)
        return rows[0] if rows else None


class Transaction(Snapshot):
    """The one write that is under way; all of it takes place, or nothing."""

    __slots__ = ()

    async def execute(self, sql: str, values: Sequence[object] = ()) -> int:
        """Run one statement; the number of rows that it changed."""
        with mapped(self._name):
            cursor = await self._connection.execute(sql, values)
            return cursor.rowcount

    async def execute_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Run one statement for each row of values."""
        with mapped(self._name):
            await self._connection.executemany(sql, rows)

    async def insert(self, sql: str, values: Sequence[object] = ()) -> int:
        """Run one INSERT; the row's id."""
        with mapped(self._name):
            row = await self._connection.execute_insert(sql, values)
        assert row is not None
        return row[0]


class Database:
    """The open file. Made by `open`; errors are StoreError with the file's name in front."""

    def __init__(
        self,
        writer: aiosqlite.Connection,
        reader: aiosqlite.Connection,
        name: str,
        report: Reporter | None = None,
    ) -> None:
        self._writer = writer
        self._reader = reader
        self._name = name
        self._writing = asyncio.Lock()
        # In memory both are one connection, and a snapshot has to wait for the writer.
        self._reading = self._writing if reader is writer else asyncio.Lock()
        self._synced = False
        self._waits = True
        self._closed = False
        self._report = report
        self._problem: str | None = None

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        path: Path | None,
        *,
        clock: Clock,
        migrations: tuple[Migration, ...] = MIGRATIONS,
        report: Reporter | None = None,
    ) -> AsyncGenerator[Self]:
        """Open the file, made if it is missing, and bring its schema up to date.

        `path` None keeps everything in memory. `migrations`: of a file other than the store; such a
        file is a cache. `report` is told when writing begins to fail, and None once it succeeds
        again. Raises NewerStoreError when a newer version of this program wrote the file, and
        StoreError when it cannot be used.
        """
        name = "the store" if path is None else str(path)
        async with AsyncExitStack() as stack:
            with mapped(name):
                if path is not None:
                    _make_private(path)
                writer = await stack.enter_async_context(_connected(path))
                await check(writer, name, len(migrations))
                await writer.execute("PRAGMA journal_mode=WAL")
                await writer.execute("PRAGMA synchronous=NORMAL")
                await writer.execute("PRAGMA foreign_keys=ON")
                await migrate(writer, name, clock, migrations)
                reader = writer
                if path is not None:
                    reader = await stack.enter_async_context(_connected(path))
                    await reader.execute("PRAGMA query_only=ON")
            database = cls(writer, reader, name, report)
            try:
                yield database
            finally:
                # A change that its caller shielded may still be on its way: it goes first.
                async with database._writing:
                    database._closed = True

    @asynccontextmanager
    async def write(self, *, durable: bool = False) -> AsyncGenerator[Transaction]:
        """One transaction: committed at the block's end, rolled back if it raises.

        Waits for its turn; keep the block short and await nothing slow in it. Cancelled while it
        commits, it may have taken place: who must know wraps the whole in `completion.to_the_end`.
        """
        async with self._turn():
            try:
                with mapped(self._name):
                    await self._sync(durable)
                    await self._writer.execute("BEGIN IMMEDIATE")
                yield Transaction(self._writer, self._name)
                with mapped(self._name):
                    await self._writer.commit()
            except BaseException:
                # The connection's queue is first in, first out: this runs before any later write,
                # even if we are cancelled again here, and is nothing where nothing is open.
                await self._writer.rollback()
                raise

    async def put(self, sql: str, values: Sequence[object] = ()) -> None:
        """One statement as a transaction of its own: a third of what `write` costs."""
        async with self._turn():
            with mapped(self._name):
                await self._sync(durable=False)
                await self._writer.execute(sql, values)

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Snapshot]:
        """Read as of one moment. Readers wait for each other, not for the writer.

        Inside a write read by its transaction: a store kept in memory has one connection.
        """
        async with self._reading:
            try:
                with mapped(self._name):
                    await self._reader.execute("BEGIN")
                yield Snapshot(self._reader, self._name)
            finally:
                await self._reader.rollback()

    @asynccontextmanager
    async def _turn(self) -> AsyncGenerator[None]:
        """The writer's turn; that writing begins to fail, or succeeds again, is told."""
        async with self._writing:
            if self._closed:
                raise StoreError(f"{self._name}: it is closed")
            try:
                yield
            except StoreError as error:
                if _is_of_the_file(error):
                    self._tell(str(error))
                    await self._wait_for_locks(False)
                raise
            self._tell(None)
            await self._wait_for_locks(True)

    def _tell(self, problem: str | None) -> None:
        before, self._problem = self._problem, problem
        if self._report is not None and (problem is None) != (before is None):
            self._report(problem)

    async def _wait_for_locks(self, waits: bool) -> None:
        """Behind the first that waited for nothing, nobody waits for a lock until it is gone."""
        if waits != self._waits:
            self._waits = waits
            seconds = connecting.LOCK_SECONDS if waits else 0
            await self._writer.execute(f"PRAGMA busy_timeout={round(seconds * 1000)}")

    async def _sync(self, durable: bool) -> None:
        # Not possible inside a transaction, so the level is set before.
        if durable != self._synced:
            await self._writer.execute(f"PRAGMA synchronous={'FULL' if durable else 'NORMAL'}")
            self._synced = durable


def _is_of_the_file(error: StoreError) -> bool:
    """Rather than of the statement, which is a bug of ours."""
    cause = error.__cause__
    return cause is not None and not isinstance(cause, sqlite3.IntegrityError)


def _connected(path: Path | None) -> AbstractAsyncContextManager[aiosqlite.Connection]:
    return connecting.connected(":memory:" if path is None else str(path))


def _make_private(path: Path) -> None:
    """Players' words are in it: readable by its owner only. SQLite's side files take its mode."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600, exist_ok=True)
