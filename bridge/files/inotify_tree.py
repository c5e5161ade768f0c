"""Many directories at once by inotify, to know that one of them changed. Linux; imported late."""

from __future__ import annotations

from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from asyncinotify import Inotify, Mask

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
    from pathlib import Path

_CHANGES = (
    Mask.CREATE | Mask.CLOSE_WRITE | Mask.MODIFY | Mask.ATTRIB | Mask.MOVED_FROM | Mask.MOVED_TO
    | Mask.DELETE | Mask.DELETE_SELF | Mask.MOVE_SELF
)  # fmt: skip


@asynccontextmanager
async def any_change(directories: Iterable[Path]) -> AsyncGenerator[Callable[[], Awaitable[None]]]:
    """From the moment this is entered; what is given waits until anything in one of them changes.

    A directory that cannot be watched is left out. OSError: no inotify left.
    """
    with Inotify() as inotify:
        for directory in directories:
            with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
                inotify.add_watch(str(directory), _CHANGES | Mask.ONLYDIR)  # pyright: ignore[reportUnknownMemberType] - its PathLike is bare

        async def change() -> None:
            await inotify.get()

        yield change
