"""Proof: the log tail loses and repeats nothing, whatever is done to the log.

Usage: python scripts/prove/tail.py [LINES [ROTATIONS]]

A second process writes numbered lines as a server does and, between two of them, changes the log in
one of the known ways; this one follows it. By default 1,000,000 lines and 50 changes of each way.
Where a change keeps the old content (it was renamed, packed, or the file was removed while open) no
line may be missing; where it destroys content (cut or written anew in place) no line may be missing
that had stood for 100 ms. No line may ever come twice.
"""

from __future__ import annotations

import asyncio
import gzip
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from bridge.daemon.clock import SystemClock
from bridge.minecraft.transports.log_tail import LogTail

if TYPE_CHECKING:
    from collections.abc import Iterator

WAYS = ("rename", "gzip", "daily", "restart", "delete", "truncate", "rewrite")
DESTROYING = frozenset({"truncate", "rewrite"})
# No server starts twice, and no day passes, within less.
SHORTEST_LIFE = 0.1
BURST = 200
LAST = b"the end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of the lines of one way of changing the log."""

    way: str
    written: int
    lost: int
    repeated: int
    seconds: float


def write(way: str, path: Path, lines: int, rotations: int) -> None:
    """The server: write all lines, changing the log on the way; the last line ends the run."""
    each = lines // (rotations + 1)
    server = path.open("ab", buffering=0)
    number = 0
    for change in range(rotations + 1):
        began = time.monotonic()
        until = lines if change == rotations else number + each
        while number < until:
            burst = range(number, min(number + BURST, until))
            server.write(b"".join(b"[12:00:00] [Server thread/INFO]: %d\n" % n for n in burst))
            number = burst.stop
        # Also what has to have stood for 100 ms before it is destroyed has.
        time.sleep(max(0.0, SHORTEST_LIFE + 0.02 - (time.monotonic() - began)))
        if way in DESTROYING:
            time.sleep(SHORTEST_LIFE)
        if change < rotations:
            server = change_log(way, path, server.fileno(), change)
    server.write(LAST + b"\n")


def change_log(way: str, path: Path, descriptor: int, number: int) -> ...:
    """Do to the log what `way` says; the file to go on writing to."""
