"""Looking at a store without opening it for use: nothing is made, migrated or written."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import quote

import aiosqlite

from bridge.core.errors import StoreError
from bridge.storage.errors import mapped
from bridge.storage.migrations import MIGRATIONS
from bridge.storage.schema import check

if TYPE_CHECKING:
    from pathlib import Path


async def inspect(path: Path) -> int:
    """How many steps its schema is behind this program's; 0: none.

    Raises NewerStoreError, and StoreError for what is damaged, or another program's.
    """
    with mapped(str(path)):
        address = f"file:{quote(os.path.abspath(path))}?mode=ro"
        async with aiosqlite.connect(address, uri=True) as connection:
            await check(connection, str(path))
            for (found,) in await connection.execute_fetchall("PRAGMA quick_check(1)"):
                if found != "ok":
                    raise StoreError(f"{path}: it is damaged ({found}); restore a backup")
            ((version,),) = await connection.execute_fetchall("PRAGMA user_version")
            return len(MIGRATIONS) - int(version)
