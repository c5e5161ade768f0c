"""One daemon for one state folder."""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bridge.core.errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

NAME = "daemon.lock"


@contextmanager
def only_daemon(state: Path) -> Generator[None]:
    """Hold the lock of `state`; raises RefusedError when another process holds it.

    The kernel lets go of it however this process ends.
    """
    state.mkdir(parents=True, exist_ok=True)
    with (state / NAME).open("a+", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.seek(0)
            problem = f"a daemon runs on {state} already (process {file.read().strip() or '?'})"
            raise RefusedError(problem) from error
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield
