"""The server's part of the proof in `tail.py`, a process of its own: standard library only.

Usage: python log_writer.py LOG LINES CHANGES WAY...

Writes numbered lines in bursts and, CHANGES times, changes the log in the next of the given ways.
What it wrote stands for some beats of its reader before it is changed: one byte on standard input
is a beat, so that a reader which is not given the processor for a while is not blamed for it.
"""

from __future__ import annotations

import gzip
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from io import FileIO

PAUSE_SECONDS = 0.005
BURST = 200
BEATS = 10
LAST = b"the end"


def write(path: Path, lines: int, changes: int, ways: list[str]) -> None:
    """Write them all, and one more that ends the run."""
    beats = sys.stdin.fileno()
    server = begin(path)
    number = 0
    for change in range(changes + 1):
        until = lines if change == changes else number + lines // (changes + 1)
        while number < until:
            burst = range(number, min(number + BURST, until))
            server.write(b"".join(b"[12:00:00] [Server thread/INFO]: %d\n" % n for n in burst))
            number = burst.stop
        stand(beats)
        if change < changes:
            server = changed(ways[change % len(ways)], path, server, change)
    server.write(LAST + b"\n")
    server.close()


def stand(beats: int) -> None:
    """Wait for `BEATS` beats from now on."""
    os.set_blocking(beats, False)
    with suppress(BlockingIOError):
        while os.read(beats, 4096):
            pass
    os.set_blocking(beats, True)
    for _ in range(BEATS):
        os.read(beats, 1)


def begin(path: Path) -> FileIO:
    """Open the log as a server does, to append."""
    return path.open("ab", buffering=0)


def changed(way: str, path: Path, server: FileIO, number: int) -> FileIO:
    """Do to the log what `way` says; the file to go on writing to."""
    archive = path.with_name(f"2026-11-30-{number}.log")
    match way:
        case "rename" | "gzip":
            server.close()
            path.rename(archive)
            server = begin(path)
            if way == "gzip":
                with gzip.open(archive.with_suffix(".log.gz"), "wb", compresslevel=1) as packed:
                    packed.write(archive.read_bytes())
                archive.unlink()
        case "daily":
            # The old file is still written to when it has its new name already.
            path.rename(archive)
            time.sleep(PAUSE_SECONDS)
            server.write(b"[00:00:00] [Server thread/INFO]: a new day\n")
            server.close()
            server = begin(path)
        case "restart":
            server.close()
            time.sleep(PAUSE_SECONDS)
            path.rename(archive)
            time.sleep(PAUSE_SECONDS)
            server = begin(path)
        case "delete":
            path.unlink()
            server.close()
            server = begin(path)
        case "truncate":
            os.truncate(path, 0)
        case "rewrite":
            server.close()
            server = path.open("wb", buffering=0)
        case _:
            raise ValueError(way)
    return server


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
