"""A directory's changes as they happen.

Directories are watched, never files: an atomic save replaces the file, and a watch on the file
would stay with the old one. Events come from inotify on Linux, from `watchfiles` elsewhere; where a
mount gives no events the directory is compared every two seconds.
"""

from __future__ import annotations

import errno
import logging
import sys
from contextlib import aclosing, asynccontextmanager
from typing import TYPE_CHECKING, Literal

from bridge.files.mounts import gives_events
from bridge.files.polling import poll_directory

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from bridge.core.clock import Clock
    from bridge.files.changes import Change

_logger = logging.getLogger(__name__)

Method = Literal["inotify", "watchfiles", "poll"]

POLL_SECONDS = 2.0
# No instance or no watch left for this user, or no inotify in this kernel.
_EXHAUSTED = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOSPC, errno.ENOSYS})


def is_exhausted(problem: OSError) -> bool:
    """Whether there is no inotify for us now, so that there is only polling."""
    return problem.errno in _EXHAUSTED


def tell_polling(path: Path, problem: OSError) -> None:
    """Log that a path is polled, and what would change that."""
    _logger.warning(
        "%s: looked at every %g s only, since inotify gives no more watches (%s): raise "
        "fs.inotify.max_user_instances and max_user_watches",
        path,
        POLL_SECONDS,
        problem.strerror or problem,
    )


def watch_directory(
    path: Path, *, clock: Clock, method: Method | None = None, poll_seconds: float = POLL_SECONDS
) -> AbstractAsyncContextManager[AsyncIterator[Change]]:
    """The changes directly inside `path` from the moment this is entered, without an end.

    `path` need not exist, and may be removed, replaced or renamed: the nearest directory above it
    is watched until it is (back) there, which is told as a change of everything. What happens while
    the iterator is not asked comes together later. `method`: None chooses by the system and the
    kind of mount.
    """
    path = path.absolute()
    return _entered(_changes(path, clock, method or choose(path), poll_seconds))


@asynccontextmanager
async def _entered(changes: AsyncGenerator[Change]) -> AsyncGenerator[AsyncIterator[Change]]:
    async with aclosing(changes):
        # The first step only sets the watch up, so that entering means watching.
        await anext(changes)
        yield changes


def choose(path: Path) -> Method:
    """The best method for a directory here."""
    if not gives_events(path):
        return "poll"
    return "inotify" if sys.platform == "linux" else "watchfiles"


async def _changes(
    path: Path, clock: Clock, method: Method, poll_seconds: float
) -> AsyncGenerator[Change]:
    if method == "inotify":
        from bridge.files.inotify import follow_directory

        try:
            async with aclosing(follow_directory(path)) as changes:
                async for change in changes:
                    yield change
        except OSError as problem:
            if not is_exhausted(problem):
                raise
            tell_polling(path, problem)
    elif method == "watchfiles":
        from bridge.files.notify import notice_directory

        async with aclosing(notice_directory(path, clock)) as changes:
            async for change in changes:
                yield change
    async with aclosing(poll_directory(path, clock, poll_seconds)) as changes:
        async for change in changes:
            yield change
