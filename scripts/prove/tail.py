"""Proof: the log tail loses and repeats nothing, whatever is done to the log.

Usage: python -m scripts.prove.tail [--lines N] [--changes N] [--write docs/proof.md]

A second process (`log_writer.py`) writes numbered lines as a server does and changes the log on the
way; this one follows it. Where a change keeps the old content (renamed, packed, a new day, a
restart, removed while open) no line may be missing; where it destroys it (cut, or written anew in
place) no line may be missing that had stood for 100 ms of this process's running, which all have.
No line may come twice.
By default 1,000,000 lines and 50 changes of either sort.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bridge.daemon.clock import SystemClock
from bridge.minecraft.transports.log_tail import LogTail
from scripts.prove.section import put_section

WAYS = {
    "content kept": ("rename", "gzip", "daily", "restart", "delete"),
    "content destroyed": ("truncate", "rewrite"),
}
WRITER = Path(__file__).with_name("log_writer.py")
LAST = b"the end"
BEAT_SECONDS = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of the lines of one run."""

    ways: str
    lines: int
    lost: int
    repeated: int
    seconds: float


async def follow(ways: str, lines: int, changes: int) -> Outcome:
    """One run: the writer beside us, its log followed to the last line."""
    with TemporaryDirectory() as directory:
        path = Path(directory, "logs", "latest.log")
        path.parent.mkdir()
        seen = bytearray(lines)
        repeated = 0
        began = perf_counter()
        async with LogTail.open(path, clock=SystemClock()) as tail:
            writer = await asyncio.create_subprocess_exec(
                *(sys.executable, WRITER, path, str(lines), str(changes), *WAYS[ways]),
                stdin=asyncio.subprocess.PIPE,
            )
            async with asyncio.TaskGroup() as group:
                heart = group.create_task(beat(writer))
                async for line in tail:
                    if line.raw == LAST:
                        break
                    number = line.raw.rpartition(b" ")[2]
                    if number.isdigit():
                        repeated += seen[int(number)]
                        seen[int(number)] = 1
                heart.cancel()
            await writer.wait()
        seconds = perf_counter() - began
    return Outcome(ways=ways, lines=lines, lost=seen.count(0), repeated=repeated, seconds=seconds)


async def beat(writer: asyncio.subprocess.Process) -> None:
    """Let the writer feel that this process runs."""
    assert writer.stdin is not None
    while True:
        writer.stdin.write(b".")
        await asyncio.sleep(BEAT_SECONDS)


async def follow_all(lines: int, changes: int) -> list[Outcome]:
    """Every run, side by side."""
    async with asyncio.TaskGroup() as group:
        runs = [group.create_task(follow(ways, lines, changes)) for ways in WAYS]
    return [run.result() for run in runs]


def run(lines: int, changes: int) -> list[Outcome]:
    """The proof at a given size."""
    return asyncio.run(follow_all(lines, changes))


def main() -> int:
    """Prove it, print it, and with `--write FILE` put it into that page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--changes", type=int, default=50)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    outcomes = run(options.lines, options.changes)
    rows = [
        f"- {outcome.ways}: {outcome.lines:,} lines over {options.changes} changes of each sort in "
        f"{outcome.seconds:.1f} s: {outcome.lost} lost, {outcome.repeated} twice"
        for outcome in outcomes
    ]
    print("\n".join(rows))
    if options.write:
        put_section(options.write, "tail", "No line is lost, none comes twice", "\n".join(rows))
    return int(any(outcome.lost or outcome.repeated for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
