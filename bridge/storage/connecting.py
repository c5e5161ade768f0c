"""Opening a SQLite file on a thread of its own, which ends where it cannot be opened."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

import aiosqlite

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

LOCK_SECONDS: Final = 5.0
"""How long a statement waits for another process's lock."""


@asynccontextmanager
async def connected(database: str, *, uri: bool = False) -> AsyncGenerator[aiosqlite.Connection]:
    """An open connection that begins no transaction by itself. Raises sqlite3.Error."""
    connection = aiosqlite.connect(database, uri=uri, isolation_level=None, timeout=LOCK_SECONDS)
    try:
        await connection
    except BaseException:
        # It was told to stop, and nobody waits for that: its thread would answer to a loop that may
        # be closed by then, and print a traceback.
        thread = connection._thread  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] - nothing public waits for it
        await asyncio.to_thread(thread.join)
        raise
    try:
        yield connection
    finally:
        await connection.close()
