"""A directory's changes by `watchfiles`, for systems without inotify. Imported late."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from watchfiles import awatch  # pyright: ignore[reportUnknownVariableType] - a default is untyped

from bridge.files.changes import EVERYTHING, NOTHING, Change

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from bridge.core.clock import Clock

_STEP_MS = 10
_DEBOUNCE_MS = 50
_LOOK_SECONDS = 1.0


async def notice_directory(path: Path, clock: Clock) -> AsyncGenerator[Change]:
    """First `NOTHING`; then each batch of changes. A missing directory is looked for."""
    yield NOTHING
    missed = False
    while True:
        if not _exists(path):
            missed = True
            await clock.sleep(_LOOK_SECONDS)
            continue
        if missed:
            yield EVERYTHING
        async for batch in awatch(
            path, watch_filter=None, debounce=_DEBOUNCE_MS, step=_STEP_MS, recursive=False
        ):
            yield Change(frozenset(Path(name).name for _, name in batch))
            if not _exists(path):
                break
        missed = True


def _exists(path: Path) -> bool:
    return path.is_dir()
