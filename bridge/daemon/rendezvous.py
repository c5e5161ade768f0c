"""How a command finds the daemon of a state folder: one lock, one address, one token.

The lock is taken before anything slow is done, so a command that comes too early knows that it
need only wait.
"""

from __future__ import annotations

import fcntl
import os
import shlex
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from bridge.core.errors import RefusedError, UsageError
from bridge.files.atomic import replace_file

if TYPE_CHECKING:
    from collections.abc import Generator

LOCK_FILE: Final = "daemon.lock"
LOCK_LOOKS: Final = 4
LOCK_SECONDS: Final = 0.02
DIRECTORY_FILE: Final = "directory"
ADDRESS_FILE: Final = "socket.address"
TOKEN_FILE: Final = "socket.token"


@dataclass(frozen=True, slots=True)
class Meeting:
    """Where the daemon listens, and what it wants to be told."""

    address: str
    token: str = field(repr=False)


@contextmanager
def only_daemon(state: Path) -> Generator[None]:
    """Hold the lock of `state`; raises RefusedError when another process holds it.

    Or when the folder cannot be written. The kernel lets go of it however this process ends.
    """
    with _opened(state) as file:
        _lock(file, state)
        with _writing(state):
            file.truncate(0)
            os.write(file.fileno(), f"{os.getpid()}\n".encode())
            # What one that was killed left must not be taken for ours.
            (state / ADDRESS_FILE).unlink(missing_ok=True)
        yield


def _lock(file: IO[str], state: Path) -> None:
    for left in reversed(range(LOCK_LOOKS)):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if left:
                # Perhaps it is only a command that looks whether we run.
                time.sleep(LOCK_SECONDS)
                continue
            file.seek(0)
            problem = f"a daemon runs on {state} already (process {file.read().strip() or '?'})"
            raise RefusedError(problem) from error
        return


def _opened(state: Path) -> IO[str]:
    with _writing(state):
        state.mkdir(parents=True, exist_ok=True)
        return (state / LOCK_FILE).open("a+", encoding="ascii")


@contextmanager
def _writing(state: Path) -> Generator[None]:
    try:
        yield
    except OSError as error:
        hint = "; was this first run as another user?" if isinstance(error, PermissionError) else ""
        problem = f"{error.filename or state}: {error.strerror}{hint}"
        raise RefusedError(problem) from error


def claim(state: Path, directory: Path) -> None:
    """Note that `state` is that of the server at `directory`; the caller holds the lock.

    Raises UsageError where another's is noted.
    """
    require_own(state, directory)
    if owner(state) is None:
        with _writing(state):
            replace_file(state / DIRECTORY_FILE, f"{directory}\n".encode())


def require_own(state: Path, directory: Path) -> None:
    """Raises UsageError where `state` is noted as another's; it says the ways out.

    The demo's server stands in its state.
    """
    other = owner(state)
    if other is None or other == directory:
        return
    inside = state.resolve()
    whose = "the demo" if other == inside else str(other)
    to_rename = "that folder" if directory == inside else str(directory)
    ways = f"rename {to_rename}, or give it a [servers.NAME] in a bridge.toml of its own"
    if not other.is_dir():
        note = shlex.quote(str(state / DIRECTORY_FILE))
        whose += ", which is gone"
        ways = f"if that was {directory}, moved: rm {note} ; else {ways}"
    problem = f"{state} is the state of {whose}; {ways}"
    raise UsageError(problem)


def owner(state: Path) -> Path | None:
    """The server whose state it is, where that was noted."""
    try:
        noted = (state / DIRECTORY_FILE).read_text(encoding="utf-8").removesuffix("\n")
    except (OSError, UnicodeDecodeError):
        return None
    return Path(noted) if noted else None


def is_held(state: Path) -> bool:
    """Whether a process holds the lock of `state`."""
    try:
        with (state / LOCK_FILE).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def meeting(state: Path) -> Meeting | None:
    """What the daemon left for us; None while none listens. Raises RefusedError."""
    try:
        address = (state / ADDRESS_FILE).read_text(encoding="utf-8").strip()
        token = (state / TOKEN_FILE).read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return None
    except OSError as error:
        problem = f"{error.filename}: {error.strerror}; run this as the user of the daemon"
        raise RefusedError(problem) from error
    return Meeting(address, token)
