"""How long after a line was written to a log its event is there.

Usage: python scripts/bench/tail.py [LINES]

A second process appends one chat line every few milliseconds, with the moment in it; this one
follows the log and judges each line, and compares the moment it has the event. The clock is one for
all processes of a Linux machine.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from bridge.core.events import Chat
from bridge.daemon.clock import SystemClock
from bridge.minecraft.dialects.reader import Reader
from bridge.minecraft.transports.log_tail import LogTail

WRITER = """
import sys, time
log = open(sys.argv[1], "ab", buffering=0)
for _ in range(int(sys.argv[2])):
    time.sleep(0.004)
    log.write(b"[12:00:00] [Server thread/INFO]: <Mara> %d\\n" % time.monotonic_ns())
"""


async def measure(lines: int) -> list[float]:
    """Milliseconds from the write to the event, for each line."""
    took: list[float] = []
    with TemporaryDirectory() as directory:
        path = Path(directory, "latest.log")
        reader = Reader()
        async with LogTail.open(path, clock=SystemClock()) as tail:
            writer = await asyncio.create_subprocess_exec(
                sys.executable, "-c", WRITER, path, str(lines)
            )
            async for line in tail:
                event = reader.read(line.raw)
                now = time.monotonic_ns()
                if isinstance(event, Chat):
                    took.append((now - int(event.text)) / 1e6)
                if len(took) == lines:
                    break
            await writer.wait()
    return took


if __name__ == "__main__":
    milliseconds = asyncio.run(measure(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
    cuts = statistics.quantiles(milliseconds, n=100)
    print(f"p50 {cuts[49]:.3f} ms  p95 {cuts[94]:.3f} ms  p99 {cuts[98]:.3f} ms")
