"""A server that lives already: found by the record that its guard left, or by the world's lock."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ReadError
from bridge.minecraft.world.folder import lock_holder

if TYPE_CHECKING:
    from bridge.core.clock import Clock

LOOK_SECONDS: Final = 1.0
"""How often it is looked at where the kernel does not tell that a process ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Survivor:
    """A server that lives. `pid` None: it lives somewhere that we do not see into.

    `ours`: a daemon of this state folder launched it. `told`: the kernel has told it to stop.
    """

    pid: int | None
    ours: bool

    @property
    def told(self) -> bool:
        """See the class."""
        return self.ours and sys.platform == "linux"


def find(record: Path, world: Path) -> Survivor | None:
    """The server that must not get a second one beside it."""
    if (pid := recorded(record)) is not None:
        return Survivor(pid=pid, ours=True)
    try:
        holder = lock_holder(world)
    except ReadError:
        # Launched blindly: the game itself refuses a world that another one has open.
        return None
    return None if holder is None else Survivor(pid=holder or None, ours=False)


def recorded(record: Path) -> int | None:
    """The process of the record, if it lives and is still the same."""
    try:
        pid, start = map(int, record.read_text(encoding="ascii").split())
    except (OSError, ValueError):
        return None
    return pid if is_alive(pid, start) else None


def is_alive(pid: int, start: int) -> bool:
    """Whether that process runs. Where there is no /proc, a number given out again is not seen."""
    if sys.platform == "linux":
        return started(pid) == start
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def started(pid: int) -> int | None:
    """When that process began, in ticks since the machine did; None: it is gone, or a zombie."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
        return None if fields[0] in {b"Z", b"X"} else int(fields[19])
    except (OSError, IndexError, ValueError):
        return None


async def gone(survivor: Survivor, record: Path, world: Path, clock: Clock) -> None:
    """Return when that server has ended, at once where the kernel tells."""
    while (found := find(record, world)) is not None and found.ours == survivor.ours:
        if found.pid is None or not await _ended(found.pid):
            await clock.sleep(LOOK_SECONDS)


async def _ended(pid: int) -> bool:
    """Wait for the end of a process that is not our child; false where that cannot be waited for.

    A process that got the number meanwhile only makes the caller look again. One that is not there
    may hold the lock all the same, from another machine that shares the disk.
    """
    if sys.platform != "linux":
        return False
    try:
        descriptor = os.pidfd_open(pid)
    except OSError:
        return False
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    try:
        loop.add_reader(descriptor, ended.set)
        await ended.wait()
    finally:
        loop.remove_reader(descriptor)
        with suppress(OSError):
            os.close(descriptor)
    return True
