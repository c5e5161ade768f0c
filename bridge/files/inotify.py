"""A directory's changes by inotify. Only on Linux; imported late."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from asyncinotify import Inotify, Mask

from bridge.files.changes import EVERYTHING, NOTHING, Change

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from asyncinotify import Event, Watch

_GONE = Mask.DELETE_SELF | Mask.MOVE_SELF
_NAMES = Mask.CREATE | Mask.MOVED_FROM | Mask.MOVED_TO | Mask.DELETE
_CONTENT = _NAMES | Mask.MODIFY | Mask.CLOSE_WRITE | Mask.ATTRIB
_LOST = _GONE | Mask.IGNORED | Mask.UNMOUNT
_EVENTS_AT_ONCE = 64


async def follow_directory(path: Path) -> AsyncGenerator[Change]:
    """First `NOTHING`, when the watch is set; then each batch of changes. OSError: no inotify left.

    Whenever the directory or one above it goes or comes the watches are set anew, on a fresh
    instance so that no event of the old ones is mistaken, and everything counts as changed.
    """
    told = NOTHING
    while True:
        with Inotify(cache_size=_EVENTS_AT_ONCE, sync_timeout=0) as inotify:
            watches = _watch(inotify, path)
            yield told
            told = EVERYTHING
            while (change := watches.read(await _batch(inotify))) is not None:
                if change != NOTHING:
                    yield change


async def _batch(inotify: Inotify) -> list[Event]:
    events = [await inotify.get()]
    while (event := inotify.sync_get()) is not None:
        events.append(event)
    return events


@dataclass(frozen=True, slots=True, kw_only=True)
class _Watches:
    """`content`: of the directory itself, if it is there; `above`: of the one in which `awaited`,
    the next step of the way to it, comes or goes.
    """

    content: Watch | None
    above: Watch | None
    awaited: str

    def read(self, events: list[Event]) -> Change | None:
        """The batch as one change; None: the watches no longer show the directory."""
        names: set[str] = set()
        overflowed = False
        for event in events:
            name = "" if event.name is None else str(event.name)
            if event.mask & Mask.Q_OVERFLOW:
                overflowed = True
            elif event.mask & _LOST:
                return None
            elif event.watch is self.content:
                names.add(name)
            elif event.watch is self.above and name == self.awaited:
                return None
        return Change(frozenset(names - {""}), everything=overflowed)


def _watch(inotify: Inotify, path: Path) -> _Watches:
    content = _add(inotify, path, _CONTENT | _GONE)
    awaited = path
    while True:
        above = None if awaited.parent == awaited else _add(inotify, awaited.parent, _NAMES | _GONE)
        if above is not None or awaited.parent == awaited:
            break
        awaited = awaited.parent
    for further in awaited.parents[1:]:
        _add(inotify, further, _GONE)
    if content is None and os.access(awaited, os.R_OK):
        # The next step came between the look at it and the watch for it.
        return _watch(inotify, path)
    return _Watches(content=content, above=above, awaited=awaited.name)


def _add(inotify: Inotify, path: Path, mask: Mask) -> Watch | None:
    try:
        return inotify.add_watch(str(path), mask | Mask.ONLYDIR)  # pyright: ignore[reportUnknownMemberType] - its PathLike is bare
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return None
