"""Many directories at once by inotify, to know that one of them changed. Linux; imported late."""

from __future__ import annotations

from contextlib import asynccontextmanager
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from asyncinotify import Inotify, Mask

from bridge.files.watch import is_exhausted

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Mapping
    from pathlib import Path

    from asyncinotify import Event

_GONE = Mask.DELETE_SELF | Mask.MOVE_SELF
_CHANGES = (
    Mask.CREATE | Mask.CLOSE_WRITE | Mask.MODIFY | Mask.ATTRIB | Mask.MOVED_FROM | Mask.MOVED_TO
    | Mask.DELETE | _GONE
)  # fmt: skip


@asynccontextmanager
async def any_change(
    directories: Mapping[Path, Collection[str]],
) -> AsyncGenerator[Callable[[], Awaitable[None]]]:
    """From the moment this is entered; what is given waits until something that matters changes.

    That is each directory itself and those of its entries whose name fits one of its patterns. A
    directory that cannot be watched is left out. OSError: no inotify left.
    """
    with Inotify() as inotify:
        patterns: dict[int, Collection[str]] = {}
        for directory, names in directories.items():
            mask = (_CHANGES if names else _GONE) | Mask.ONLYDIR | Mask.MASK_ADD
            try:
                watch = inotify.add_watch(str(directory), mask)  # pyright: ignore[reportUnknownMemberType] - its PathLike is bare
            except OSError as problem:
                if is_exhausted(problem):
                    raise
                continue
            # Two paths to one directory are one watch.
            patterns[watch.wd] = (*patterns.get(watch.wd, ()), *names)

        async def change() -> None:
            while not _matters(await inotify.get(), patterns):
                pass

        yield change


def _matters(event: Event, patterns: Mapping[int, Collection[str]]) -> bool:
    # Without a watch events were lost; without a name it is the directory itself.
    if event.watch is None or event.name is None:
        return True
    name = str(event.name)
    return any(fnmatchcase(name, pattern) for pattern in patterns.get(event.watch.wd, ("*",)))
