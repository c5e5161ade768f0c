"""The world's folder, and whether a server has it open."""

from __future__ import annotations

import struct
import sys
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ReadError

if TYPE_CHECKING:
    from pathlib import Path

    from bridge.minecraft.world.server import ServerProperties

SESSION_LOCK: Final = "session.lock"

_FLOCK: Final = "hhqqi4x"
"""Linux's `struct flock` on 64-bit machines: type, whence, start, length, process."""


def world_folder(directory: Path, properties: ServerProperties) -> Path:
    """The live world: `level-name`, not whatever is called `world` (ftb-and-items.md F1)."""
    return directory / properties.level_name


def is_held(world: Path) -> bool:
    """Whether a server may have this world open. Raises ReadError when that cannot be told.

    The game holds a lock on session.lock while it runs, and leaves the file behind. The lock is
    only asked about: taking it, even for a moment, could keep a server from starting. Where it
    cannot be asked about (elsewhere than on 64-bit Linux), a file that exists counts as held.
    """
    path = world / SESSION_LOCK
    if _can_ask():
        return lock_holder(world) is not None
    try:
        return path.exists()
    except OSError as error:
        raise _unreadable(path, error) from error


def lock_holder(world: Path) -> int | None:
    """The process that has this world open; None: nobody, or that cannot be asked here.

    0: a process that this one does not see, as in another container. Raises ReadError.
    """
    path = world / SESSION_LOCK
    try:
        return _holder(path) if _can_ask() else None
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _unreadable(path, error) from error


def _can_ask() -> bool:
    return sys.platform == "linux" and sys.maxsize > 1 << 32


def _holder(path: Path) -> int | None:
    import fcntl

    question = struct.pack(_FLOCK, fcntl.F_WRLCK, 0, 0, 0, 0)
    with path.open("rb") as file:
        answer = fcntl.fcntl(file, fcntl.F_GETLK, question)
    kind, _, _, _, process = struct.unpack(_FLOCK, answer)
    return None if kind == fcntl.F_UNLCK else max(process, 0)


def _unreadable(path: Path, error: OSError) -> ReadError:
    return ReadError(f"cannot be read: {error.strerror}", file=str(path))
