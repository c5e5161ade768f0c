"""Looking at a store without opening it for use: nothing is made, migrated or written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.core.errors import StoreError
from bridge.storage.connecting import connected
from bridge.storage.errors import mapped
from bridge.storage.migrations import MIGRATIONS
from bridge.storage.schema import check

if TYPE_CHECKING:
    from pathlib import Path


async def inspect(path: Path) -> int:
    """How many steps the schema of a store (an absolute path) is behind this program's.

    Raises NewerStoreError, and StoreError for what is damaged, or another program's.
    """
    with mapped(str(path)):
        async with connected(f"{path.as_uri()}?mode=ro", uri=True) as connection:
            await check(connection, str(path))
            for (found,) in await connection.execute_fetchall("PRAGMA quick_check(1)"):
                if found != "ok":
                    raise StoreError(f"{path}: it is damaged ({found}); restore a backup")
            ((version,),) = await connection.execute_fetchall("PRAGMA user_version")
            return len(MIGRATIONS) - int(version)
