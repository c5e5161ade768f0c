import asyncio
import contextlib
import sqlite3
import stat
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import StoreError
from bridge.storage import connecting
from bridge.storage.completion import to_the_end
from bridge.storage.database import Database, Transaction

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from bridge.core.clock import Clock


@asynccontextmanager
async def opened(path: Path | None, clock: "Clock") -> "AsyncGenerator[Database]":
    async with Database.open(path, clock=clock) as db:
        async with db.write() as tx:
            await tx.execute("CREATE TABLE IF NOT EXISTS word (id INTEGER PRIMARY KEY, text TEXT)")
        yield db


async def add(tx: Transaction, *texts: str) -> None:
    await tx.execute_many("INSERT INTO word (text) VALUES (?)", [(text,) for text in texts])


async def texts(db: Database) -> list[str]:
    async with db.read() as snapshot:
        return [text for (text,) in await snapshot.all("SELECT text FROM word ORDER BY id")]


@pytest.fixture(params=["file", "memory"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path | None:
    return tmp_path / "state" / "bridge.db" if request.param == "file" else None


async def test_what_was_committed_is_read(path: Path | None, clock: "Clock") -> None:
    async with opened(path, clock) as db:
        async with db.write() as tx:
            await add(tx, "a", "b")
            assert await tx.insert("INSERT INTO word (text) VALUES ('c')") == 3
            assert await tx.execute("UPDATE word SET text = upper(text)") == 3
            assert await tx.one("SELECT text FROM word WHERE id = ?", (3,)) == ("C",)
        assert await texts(db) == ["A", "B", "C"]
        async with db.read() as snapshot:
            assert await snapshot.one("SELECT text FROM word WHERE id = 9") is None


async def test_a_single_statement_is_a_write_of_its_own(path: Path | None, clock: "Clock") -> None:
    async def undone(waiting: asyncio.TaskGroup) -> None:
        async with db.write() as tx:
            await add(tx, "undone")
            put = waiting.create_task(db.put("INSERT INTO word (text) VALUES (?)", ("b",)))
            await asyncio.sleep(0)
            assert not put.done()
            raise ZeroDivisionError

    async with opened(path, clock) as db:
        with pytest.raises(StoreError, match="no such table"):
            await db.put("INSERT INTO sentence VALUES ('a')")
        async with asyncio.TaskGroup() as group:
            with pytest.raises(ZeroDivisionError):
                await undone(group)
        assert await texts(db) == ["b"]
    with pytest.raises(StoreError, match="it is closed"):
        await db.put("INSERT INTO word (text) VALUES ('late')")


async def test_a_block_that_raises_leaves_nothing(path: Path | None, clock: "Clock") -> None:
    async with opened(path, clock) as db:

        async def fail() -> None:
            async with db.write(durable=True) as tx:
                await add(tx, "a")
                raise LookupError

        with pytest.raises(LookupError):
            await fail()
        async with db.write() as tx:
            await add(tx, "b")
        assert await texts(db) == ["b"]


async def test_a_cancelled_write_leaves_nothing_and_frees_the_writer(
    path: Path | None, clock: "Clock"
) -> None:
    async with opened(path, clock) as db:
        inside = asyncio.Event()

        async def write() -> None:
            async with db.write() as tx:
                await add(tx, "a")
                inside.set()
                await asyncio.Event().wait()

        async with asyncio.TaskGroup() as group:
            writing = group.create_task(write())
            await inside.wait()
            writing.cancel()
        async with db.write() as tx:
            await add(tx, "b")
        assert await texts(db) == ["b"]


async def test_writers_take_turns(path: Path | None, clock: "Clock") -> None:
    async with opened(path, clock) as db:

        async def count_up() -> None:
            async with db.write() as tx:
                row = await tx.one("SELECT count(*) FROM word")
                assert row is not None
                await add(tx, str(row[0]))

        async with asyncio.TaskGroup() as group:
            for _ in range(20):
                group.create_task(count_up())
        assert await texts(db) == [str(number) for number in range(20)]


async def test_a_snapshot_does_not_see_what_commits_meanwhile(
    tmp_path: Path, clock: "Clock"
) -> None:
    async with opened(tmp_path / "a.db", clock) as db, db.read() as snapshot:
        assert await snapshot.all("SELECT text FROM word") == []
        async with db.write() as tx:
            await add(tx, "a")
        assert await snapshot.all("SELECT text FROM word") == []


async def test_a_reader_cannot_write(tmp_path: Path, clock: "Clock") -> None:
    async with opened(tmp_path / "a.db", clock) as db, db.read() as snapshot:
        with pytest.raises(StoreError, match="cannot be written"):
            await snapshot.all("DELETE FROM word")


async def test_it_stays_over_a_restart(tmp_path: Path, clock: "Clock") -> None:
    async with opened(tmp_path / "a.db", clock) as db, db.write() as tx:
        await add(tx, "a")
    async with opened(tmp_path / "a.db", clock) as db:
        assert await texts(db) == ["a"]


async def test_durable_writes_are_synced_and_others_are_not(tmp_path: Path, clock: "Clock") -> None:
    async with opened(tmp_path / "a.db", clock) as db:
        levels: list[int] = []
        for durable in (True, False, False, True):
            async with db.write(durable=durable) as tx:
                row = await tx.one("PRAGMA synchronous")
                assert row is not None
                levels.append(row[0])
        assert levels == [2, 1, 1, 2]
        async with db.read() as snapshot:
            assert await snapshot.one("PRAGMA journal_mode") == ("wal",)


async def test_the_file_is_its_owners_alone(tmp_path: Path, clock: "Clock") -> None:
    path = tmp_path / "deep" / "state" / "a.db"
    async with opened(path, clock):
        for file in path.parent.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600


async def test_a_full_disk_is_one_clear_line_and_the_store_goes_on(
    tmp_path: Path, clock: "Clock"
) -> None:
    async with opened(tmp_path / "a.db", clock) as db:
        await _let_grow_by(db, pages=1)
        with pytest.raises(StoreError, match=r"a\.db: the disk is full$"):
            async with db.write() as tx:
                await add(tx, "x" * 1_000_000)
        async with db.write() as tx:
            await add(tx, "small")
        assert await texts(db) == ["small"]


async def _let_grow_by(db: Database, *, pages: int) -> None:
    async with db.write() as tx:
        row = await tx.one("PRAGMA page_count")
        assert row is not None
        await tx.all(f"PRAGMA max_page_count={row[0] + pages}")


async def test_a_file_that_another_program_holds_is_one_clear_line(
    tmp_path: Path, clock: "Clock", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bridge.storage.connecting.LOCK_SECONDS", 0.01)
    path = tmp_path / "a.db"
    async with opened(path, clock) as db:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"a\.db: another program holds it$"):
            async with db.write() as tx:
                await add(tx, "a")
        other.execute("ROLLBACK")
        other.close()
        async with db.write() as tx:
            await add(tx, "b")
        assert await texts(db) == ["b"]


async def test_a_file_that_is_no_database_is_one_clear_line(tmp_path: Path, clock: "Clock") -> None:
    path = tmp_path / "a.db"
    path.write_bytes(b"not a database at all " * 100)
    with pytest.raises(StoreError, match=r"a\.db: it is damaged"):
        async with Database.open(path, clock=clock):
            pass
    assert path.read_bytes().startswith(b"not a database")


async def test_a_folder_that_cannot_be_made_is_one_clear_line(
    tmp_path: Path, clock: "Clock"
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"Not a directory|File exists"):
        async with Database.open(tmp_path / "file" / "a.db", clock=clock):
            pass


async def test_closing_waits_for_a_change_whose_caller_is_gone(
    tmp_path: Path, clock: "Clock"
) -> None:
    path = tmp_path / "a.db"
    inside, may_end = asyncio.Event(), asyncio.Event()

    async def change(db: Database) -> None:
        async with db.write() as tx:
            await add(tx, "a")
            inside.set()
            await may_end.wait()

    async with asyncio.TaskGroup() as group, opened(path, clock) as db:
        changing = group.create_task(to_the_end(change(db)))
        await inside.wait()
        changing.cancel()
        may_end.set()
    async with opened(path, clock) as db:
        assert await texts(db) == ["a"]


async def test_a_change_that_comes_after_the_end_is_refused(clock: "Clock") -> None:
    async with opened(None, clock) as db:
        pass

    async def change() -> None:
        async with db.write() as tx:
            await add(tx, "late")

    with pytest.raises(StoreError, match="it is closed"):
        await change()


async def test_that_writing_fails_and_that_it_succeeds_again_are_reported_once_each(
    tmp_path: Path, clock: "Clock"
) -> None:
    told: list[str | None] = []
    path = tmp_path / "a.db"
    async with Database.open(path, clock=clock, report=told.append) as db:
        async with db.write() as tx:
            await tx.execute("CREATE TABLE words (word TEXT NOT NULL) STRICT")
        with pytest.raises(StoreError):
            await _insert(db, None)
        assert told == []
        await _let_grow_by(db, pages=1)
        for _ in range(2):
            with pytest.raises(StoreError):
                await _insert(db, "x" * 1_000_000)
        assert told == [f"{path}: the disk is full"]
        await _insert(db, "short")
        assert told == [f"{path}: the disk is full", None]


async def _insert(db: Database, word: str | None) -> None:
    async with db.write() as tx:
        await tx.execute("INSERT INTO words VALUES (?)", (word,))


async def test_one_waits_for_another_programs_lock_and_nobody_else_until_it_is_gone(
    tmp_path: Path, clock: "Clock", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connecting, "LOCK_SECONDS", 0.02)
    path = tmp_path / "bridge.db"

    async def patience() -> object:
        """Milliseconds that a write waits; its own success counts for the next one."""
        async with db.write() as tx:
            row = await tx.one("PRAGMA busy_timeout")
            return row and row[0]

    async with opened(path, clock) as db:
        assert await patience() == 20
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            for _ in range(2):
                with pytest.raises(StoreError, match="another program holds it"):
                    await db.put("INSERT INTO word (text) VALUES ('a')")
        assert [await patience(), await patience()] == [0, 20]
        with pytest.raises(StoreError):
            await db.put("INSERT INTO word (id) VALUES ('no number')")
        assert await patience() == 20
