"""A connection that cannot be made leaves no thread behind."""

from __future__ import annotations

import sqlite3
import threading
from typing import TYPE_CHECKING

import pytest

from bridge.storage.connecting import connected

if TYPE_CHECKING:
    from pathlib import Path


async def test_a_file_that_cannot_be_opened_leaves_no_thread(tmp_path: Path) -> None:
    before = threading.enumerate()
    for _ in range(20):
        with pytest.raises(sqlite3.OperationalError):
            async with connected(str(tmp_path)):
                pass
        workers = [each for each in threading.enumerate() if "_connection_worker" in each.name]
        assert not [each for each in workers if each not in before]


async def test_an_open_one_works_and_is_closed(tmp_path: Path) -> None:
    async with connected(str(tmp_path / "a.db")) as connection:
        assert await connection.execute_fetchall("SELECT 1") == [(1,)]
    with pytest.raises(ValueError, match="no active"):
        await connection.execute("SELECT 1")
