"""A whole tree of directories, read again whenever something in it changes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from bridge.files.watch import POLL_SECONDS, choose

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterator
    from pathlib import Path

    from bridge.core.clock import Clock
    from bridge.files.watch import Method

SETTLE_SECONDS: Final = 0.1
"""After the first change: whoever saves a tree writes many files."""

_Stamps = dict[str, tuple[int, int, int]]


async def tree_states(
    path: Path, *, clock: Clock, method: Method | None = None
) -> AsyncGenerator[None]:
    """One step for each state of the tree that ought to be read; the first at once.

    The watch is set before a step, so what changes while the caller reads makes the next one.
    `path` may be missing: then it is waited for. Without an end. Iterate within `aclosing`.
    """
    watched = (method or choose(path)) == "inotify"
    while True:
        if watched:
            from bridge.files.inotify_tree import any_change

            async with any_change(_watchable(path)) as change:
                yield
                await change()
        else:
            before = _stamps(path)
            yield
            while _stamps(path) == before:
                await clock.sleep(POLL_SECONDS)
        await clock.sleep(SETTLE_SECONDS)


def _watchable(path: Path) -> list[Path]:
    """Every directory of the tree; while it is missing, the nearest one above it."""
    if not path.is_dir():
        return [next(above for above in path.parents if above.is_dir())]
    return [path, *(path / folder for folder in _folders(path))]


def _folders(path: Path) -> Iterator[str]:
    for folder, inner, _ in os.walk(path):
        for name in inner:
            yield os.path.join(folder, name)


def _stamps(path: Path) -> _Stamps:
    """What tells one state of the tree from another, by path; empty while it is missing."""
    return dict(_entries(str(path)))


def _entries(folder: str) -> Iterator[tuple[str, tuple[int, int, int]]]:
    try:
        yield folder, _stamp(os.stat(folder))
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir():
                    yield from _entries(entry.path)
                else:
                    yield entry.path, _stamp(entry.stat())
    except OSError:
        return


def _stamp(status: os.stat_result) -> tuple[int, int, int]:
    return status.st_ino, status.st_size, status.st_mtime_ns
