import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import aiosqlite
import pytest

from bridge.core.errors import NewerStoreError, StoreError
from bridge.storage.database import Database
from bridge.storage.migrations import MIGRATIONS, Migration
from bridge.storage.schema import APPLICATION_ID, check, migrate

if TYPE_CHECKING:
    from bridge.core.clock import Clock

FIRST = Migration(name="first", statements=("CREATE TABLE a (x)", "INSERT INTO a VALUES (1)"))
SECOND = Migration(name="second", statements=("CREATE TABLE b (x)",))
BROKEN = Migration(name="broken", statements=("CREATE TABLE c (x)", "CREATE TABLE a (x)"))


def tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        return {name for (name,) in rows}


def number(path: Path, pragma: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(f"PRAGMA {pragma}").fetchone()[0]


async def run(path: Path, clock: "Clock", *steps: Migration) -> None:
    async with aiosqlite.connect(path, isolation_level=None) as connection:
        await check(connection, "state.db", len(steps))
        await migrate(connection, "state.db", clock, steps)


async def test_a_new_file_has_every_step_recorded(tmp_path: Path, clock: "Clock") -> None:
    path = tmp_path / "a.db"
    async with Database.open(path, clock=clock):
        pass
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT number, name FROM schema_migration").fetchall()
    assert rows == [(n, step.name) for n, step in enumerate(MIGRATIONS, start=1)]
    assert number(path, "user_version") == len(MIGRATIONS)
    assert number(path, "application_id") == APPLICATION_ID


async def test_only_missing_steps_run(tmp_path: Path, clock: "Clock") -> None:
    path = tmp_path / "a.db"
    await run(path, clock, FIRST)
    await run(path, clock, FIRST, SECOND)
    await run(path, clock, FIRST, SECOND)
    assert tables(path) == {"a", "b", "schema_migration"}
    assert number(path, "user_version") == 2


async def test_steps_that_fail_leave_the_old_schema_whole(tmp_path: Path, clock: "Clock") -> None:
    path = tmp_path / "a.db"
    await run(path, clock, FIRST)
    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        await run(path, clock, FIRST, SECOND, BROKEN)
    assert tables(path) == {"a", "schema_migration"}
    assert number(path, "user_version") == 1


async def test_an_older_program_refuses_a_newer_file(tmp_path: Path, clock: "Clock") -> None:
    path = tmp_path / "a.db"
    async with Database.open(path, clock=clock):
        pass
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version={len(MIGRATIONS) + 1}")
    before = path.read_bytes()
    with pytest.raises(NewerStoreError, match=r"a\.db: written by a newer version"):
        async with Database.open(path, clock=clock):
            pass
    assert path.read_bytes() == before


async def test_another_programs_database_is_refused_and_left_alone(
    tmp_path: Path, clock: "Clock"
) -> None:
    path = tmp_path / "a.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE theirs (x)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another program's database"):
        async with Database.open(path, clock=clock):
            pass
    assert path.read_bytes() == before
