from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import NewerStoreError, StoreError
from bridge.storage.database import Database
from bridge.storage.inspection import inspect
from bridge.storage.migrations import MIGRATIONS
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from pathlib import Path


async def test_a_store_is_looked_at_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a b?#.db"
    async with Database.open(path, clock=FakeClock(), migrations=MIGRATIONS[:2]):
        pass
    before = path.read_bytes()
    assert await inspect(path) == len(MIGRATIONS) - 2
    assert path.read_bytes() == before
    async with Database.open(path, clock=FakeClock()):
        assert await inspect(path) == 0


async def test_none_is_made(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        await inspect(tmp_path / "bridge.db")
    assert os.listdir(tmp_path) == []


async def test_what_is_no_store_of_ours_is_told(tmp_path: Path) -> None:
    path = tmp_path / "bridge.db"
    path.write_bytes(b"no database" * 100)
    with pytest.raises(StoreError, match="damaged"):
        await inspect(path)
    path.unlink()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE a (b)")
    other.close()
    with pytest.raises(StoreError, match="another program's"):
        await inspect(path)
    path.unlink()
    async with Database.open(path, clock=FakeClock()):
        pass
    with sqlite3.connect(path) as ours:
        ours.execute(f"PRAGMA user_version={len(MIGRATIONS) + 1}")
    ours.close()
    with pytest.raises(NewerStoreError):
        await inspect(path)
