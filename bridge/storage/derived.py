"""A SQLite file that holds only what can be made again: no migrations, no journal of its making.

It is stamped with the version of its schema; one of another version, or a damaged one, is as good
as none. A whole new one is made beside the old one and takes its place at the end; a small change
is one transaction (WAL), so that a reader in another process sees all of it or nothing.

Synchronous, for threads and processes of their own: an index is read and written in bulk.
"""

from __future__ import annotations

import glob
import os
import sqlite3
import threading
from contextlib import closing, contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Self

from bridge.core.errors import StoreError
from bridge.storage.errors import mapped

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence
    from pathlib import Path

Row = tuple[Any, ...]

_CACHE: Final = -16_384
"""Kibibytes of pages that a connection keeps (negative: SQLite's spelling of a size)."""
_READER_CACHE: Final = -4_096
_BATCH: Final = 2_000
_LOCK_SECONDS: Final = 10.0


class Derived:
    """One open connection; one statement at a time, from any thread."""

    def __init__(self, connection: sqlite3.Connection, name: str) -> None:
        self._connection = connection
        self._name = name
        self._turn = threading.Lock()

    @classmethod
    def open(cls, path: Path, version: int) -> Self | None:
        """The file for reading; None where there is none, or none of this version."""
        try:
            connection = sqlite3.connect(
                f"file:{_quoted(path)}?mode=ro",
                uri=True,
                isolation_level=None,
                check_same_thread=False,
                timeout=_LOCK_SECONDS,
            )
        except sqlite3.Error:
            return None
        try:
            connection.execute(f"PRAGMA cache_size={_READER_CACHE}")
            found = connection.execute("PRAGMA user_version").fetchone()[0]
        except sqlite3.Error:
            found = None
        if found != version:
            connection.close()
            return None
        return cls(connection, str(path))

    def close(self) -> None:
        """Let go of the file."""
        with self._turn:
            self._connection.close()

    def all(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Every row. Raises StoreError."""
        with self._turn, mapped(self._name):
            return self._connection.execute(sql, values).fetchall()

    def one(self, sql: str, values: Sequence[object] = ()) -> Row | None:
        """The first row, or None. Raises StoreError."""
        with self._turn, mapped(self._name):
            return self._connection.execute(sql, values).fetchone()

    def run(self, sql: str, values: Sequence[object] = ()) -> int:
        """One statement; the row id that it inserted, if any. Raises StoreError."""
        with self._turn, mapped(self._name):
            return self._connection.execute(sql, values).lastrowid or 0

    def run_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """One statement for each row of values. Raises StoreError."""
        # Whoever makes the rows may ask this connection while doing so: never under the lock.
        left = iter(rows)
        while batch := list(islice(left, _BATCH)):
            with self._turn, mapped(self._name):
                self._connection.executemany(sql, batch)


@contextmanager
def made_anew(path: Path, version: int, schema: Iterable[str]) -> Generator[Derived]:
    """A new file that replaces the one at `path` when the block ends; nothing if it raises."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _clear(path)
        with mapped(str(beside)), closing(_writing(beside)) as connection:
            # Nothing of it is worth keeping before its end: no journal, no waiting for the disk.
            connection.execute("PRAGMA journal_mode=OFF")
            connection.execute("PRAGMA synchronous=OFF")
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("BEGIN")
            for statement in schema:
                connection.execute(statement)
            yield Derived(connection, str(path))
            connection.execute(f"PRAGMA user_version={version}")
            connection.commit()
        # Readers of the old file keep it open until they look again.
        _remove(path, only_beside=True)
        beside.replace(path)
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            _remove(beside)


@contextmanager
def changed(path: Path, version: int) -> Generator[Derived]:
    """One transaction in the file at `path`. Raises StoreError, also for another version's file."""
    with mapped(str(path)), closing(_writing(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        if connection.execute("PRAGMA user_version").fetchone()[0] != version:
            problem = f"{path}: it has another schema"
            raise StoreError(problem)
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield Derived(connection, str(path))
            connection.commit()
        except BaseException:
            connection.rollback()
            raise


def _clear(path: Path) -> None:
    """Remove what makers left that were killed; one that is still at work has its own name."""
    for left in path.parent.glob(f"{glob.escape(path.name)}.*.new"):
        number = left.name.removesuffix(".new").rpartition(".")[2]
        if number.isdecimal() and (int(number) == os.getpid() or not _runs(int(number))):
            _remove(left)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True


def _writing(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=_LOCK_SECONDS)
    connection.execute(f"PRAGMA cache_size={_CACHE}")
    connection.execute("PRAGMA temp_store=FILE")
    return connection


def _remove(path: Path, *, only_beside: bool = False) -> None:
    for suffix in ("-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    if not only_beside:
        path.unlink(missing_ok=True)


def _quoted(path: Path) -> str:
    from urllib.parse import quote

    return quote(str(path))
