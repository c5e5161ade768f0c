"""A directory compared with itself at intervals, where nothing tells of its changes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from bridge.files.changes import EVERYTHING, NOTHING, Change

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bridge.core.clock import Clock

_Entries = dict[str, tuple[int, ...]]


async def poll_directory(path: Path, clock: Clock, seconds: float) -> AsyncGenerator[Change]:
    """First `NOTHING`, when the directory has been looked at once; then what differs each time."""
    before = _look(path)
    yield NOTHING
    while True:
        await clock.sleep(seconds)
        now = _look(path)
        if before is None or now is None:
            if before is not now:
                yield EVERYTHING
        else:
            different = {name for name, _ in before.items() ^ now.items()}
            if different:
                yield Change(frozenset(different))
        before = now


def _look(path: Path) -> _Entries | None:
    """What tells one state of each entry from another; None: no such directory."""
    try:
        with os.scandir(path) as entries:
            return {entry.name: _state(entry) for entry in entries}
    except OSError:
        return None


def _state(entry: os.DirEntry[str]) -> tuple[int, ...]:
    try:
        status = entry.stat()
    except OSError:
        return ()
    return (status.st_ino, status.st_size, status.st_mtime_ns, status.st_mode)
