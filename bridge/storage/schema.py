"""Whose file it is, which schema it has, and bringing it up to date.

The version stands in `user_version`, our mark in `application_id`; every step is recorded in
`schema_migration` (number, name, when). All steps that are due run in one transaction: a crash
leaves the old schema whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.core.errors import NewerStoreError, StoreError
from bridge.storage.instants import to_millis
from bridge.storage.migrations import MIGRATIONS

if TYPE_CHECKING:
    import aiosqlite

    from bridge.core.clock import Clock
    from bridge.storage.migrations import Migration

APPLICATION_ID = int.from_bytes(b"SysB")

_RECORD = """
    CREATE TABLE IF NOT EXISTS schema_migration (
        number INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        applied INTEGER NOT NULL
    ) STRICT
"""


async def check(connection: aiosqlite.Connection, name: str, known: int = len(MIGRATIONS)) -> None:
    """Raise StoreError for another program's database, NewerStoreError above version `known`.

    Nothing is written.
    """
    mark = await _number(connection, "PRAGMA application_id")
    if mark != APPLICATION_ID:
        if mark or await _number(connection, "SELECT count(*) FROM sqlite_schema"):
            raise StoreError(f"{name}: it is another program's database")
        return
    version = await _number(connection, "PRAGMA user_version")
    if version > known:
        raise NewerStoreError(
            f"{name}: written by a newer version of this program "
            f"(schema {version}, this one knows {known})"
        )


async def migrate(
    connection: aiosqlite.Connection,
    name: str,
    clock: Clock,
    migrations: tuple[Migration, ...] = MIGRATIONS,
) -> None:
    """Run the steps that the file does not have yet."""
    if await _number(connection, "PRAGMA user_version") >= len(migrations):
        return
    try:
        await connection.execute("BEGIN IMMEDIATE")
        # Asked again under the lock: another process may have been faster, or be newer.
        await check(connection, name, len(migrations))
        version = await _number(connection, "PRAGMA user_version")
        await connection.execute(_RECORD)
        for number, migration in enumerate(migrations[version:], start=version + 1):
            for statement in migration.statements:
                await connection.execute(statement)
            await connection.execute(
                "INSERT INTO schema_migration VALUES (?, ?, ?)",
                (number, migration.name, to_millis(clock.now())),
            )
        await connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        await connection.execute(f"PRAGMA user_version={max(version, len(migrations))}")
        await connection.commit()
    except BaseException:
        await connection.rollback()
        raise


async def _number(connection: aiosqlite.Connection, sql: str) -> int:
    (row,) = await connection.execute_fetchall(sql)
    return row[0]
