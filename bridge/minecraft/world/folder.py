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
    try:
        if sys.platform == "linux" and sys.maxsize > 1 << 32:
            return _is_locked(path)
        return path.exists()
    except FileNotFoundError:
        return False
    except OSError as error:
        problem = f"cannot be read: {error.strerror}"
        raise ReadError(problem, file=str(path)) from error


def _is_locked(path: Path) -> bool:
    import fcntl

    question = struct.pack(_FLOCK, fcntl.F_WRLCK, 0, 0, 0, 0)
    with path.open("rb") as file:
        answer = fcntl.fcntl(file, fcntl.F_GETLK, question)
    return struct.unpack(_FLOCK, answer)[0] != fcntl.F_UNLCK
