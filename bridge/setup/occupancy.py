"""Whether a server runs in a folder: then server.properties is not ours to write.

A running server writes it anew from its memory (minecraft-server.md C1), so a change would be lost.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ReadError, RefusedError
from bridge.minecraft.world.folder import is_held, lock_holder

if TYPE_CHECKING:
    from collections.abc import Iterator

PROCESSES: Final = Path("/proc")
_JAVA: Final = "java"


def occupied(directory: Path, world: Path) -> str:
    """Why a server counts as running, for the administrator; "" where none runs."""
    try:
        if is_held(world):
            holder = lock_holder(world)
            who = f"process {holder}" if holder else "a process"
            return f"{who} has the world open"
    except ReadError as error:
        return f"whether it runs cannot be told ({error})"
    # Before its first world is made, a server holds no lock.
    process = next(_java_in(directory), None)
    return "" if process is None else f"process {process} (java) works in this folder"


def require_owner(directory: Path) -> None:
    """Raises RefusedError for another user's folder: what we replace there would be ours.

    The server could not write it any more, or not even read it.
    """
    owner = directory.stat().st_uid
    if hasattr(os, "geteuid") and os.geteuid() != owner:
        problem = (
            f"{directory} belongs to another user (number {owner}), and files that are written "
            f"there would not: run this as the user that the server runs as"
        )
        raise RefusedError(problem)


def _java_in(directory: Path) -> Iterator[str]:
    if sys.platform != "linux":
        return
    here = os.path.realpath(directory)
    for process in os.listdir(PROCESSES):
        # Others' processes do not show where they work, and may end meanwhile.
        with suppress(OSError):
            if process.isdigit() and os.readlink(PROCESSES / process / "cwd") == here:
                name = (PROCESSES / process / "comm").read_text("utf-8", "replace").strip()
                if name == _JAVA:
                    yield process
