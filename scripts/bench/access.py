"""What an access check and a player cost, and how fast a changed default reaches everybody.

    scripts/bench/access.py [--write docs/proof.md]

Exit 1 when a check with its reasons takes 20 us or more (p50), or when a changed default needs a
second or more for 10,000 players: stored durably, announced, and decided anew for each.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import tempfile
import tracemalloc
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter_ns
from typing import TYPE_CHECKING
from uuid import UUID

sys.path.insert(0, str(Path(__file__).parents[2]))

from bridge.access import store
from bridge.access.effective import UNSET, Circumstances, Permissions
from bridge.access.history import Author
from bridge.access.store import PlayerRecord
from bridge.access.world import WorldAccess
from bridge.core.actors import Console
from bridge.core.modes import Mode
from bridge.daemon.clock import SystemClock
from bridge.storage.database import Database
from scripts.prove.section import put_section

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

BENCH = Author(Console(origin="bench"), "bench")
CHECKS = 20_000
MANY = 10_000
CHECK_LIMIT_US = 20.0
SPREAD_LIMIT_S = 1.0


def uuid_of(number: int) -> UUID:
    """A UUID as random ones are spread."""
    return UUID(int=number * 0x9E3779B97F4A7C15F39CC0605CEDC835 % 2**128)


def players(count: int) -> dict[UUID, PlayerRecord]:
    """Every tenth has something set."""
    return {
        uuid_of(number): PlayerRecord(
            f"Player{number}",
            list(Mode)[number % 4],
            UNSET if number % 10 else Permissions(allow_ai=True, model_calls_per_day=number),
        )
        for number in range(count)
    }


@asynccontextmanager
async def opened(folder: Path) -> AsyncGenerator[WorldAccess]:
    """The world as the daemon has it; each check makes its circumstances anew, as there."""
    clock = SystemClock()
    async with Database.open(folder / "bridge.db", clock=clock) as db:
        yield await WorldAccess.load(
            db,
            "world",
            clock=clock,
            circumstances=lambda _: Circumstances(model_configured=True, configured_calls=50),
            announce=lambda _: None,
        )


async def fill(folder: Path, count: int) -> None:
    async with (
        Database.open(folder / "bridge.db", clock=SystemClock()) as db,
        db.write() as tx,
    ):
        await store.put_players(tx, "world", players(count))


def check_us(world: WorldAccess, count: int) -> tuple[float, float]:
    """p50 and p99 of one check with its reasons, in microseconds."""
    uuids = [uuid_of(number % count) for number in range(CHECKS)]
    times: list[int] = []
    for uuid in uuids:
        begun = perf_counter_ns()
        world.effective(uuid)
        times.append(perf_counter_ns() - begun)
    return median(times) / 1000, quantiles(times, n=100)[98] / 1000


async def spread_s(world: WorldAccess, count: int) -> float:
    """Seconds from a changed default to everybody's new access."""
    uuids = [uuid_of(number) for number in range(count)]
    begun = perf_counter_ns()
    await world.amend(lambda rules: replace(rules, default=Mode.EXTENDED), BENCH)
    for uuid in uuids:
        world.effective(uuid)
    return (perf_counter_ns() - begun) / 1e9


async def bytes_a_player(folder: Path, count: int) -> float:
    """What one stored player adds to the memory of an opened world."""
    tracemalloc.start()
    gc.collect()
    before, _ = tracemalloc.get_traced_memory()
    async with opened(folder) as world:
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
        assert sum(1 for _ in world.seen()) == count
    tracemalloc.stop()
    return (after - before) / count


async def measure() -> tuple[str, bool]:
    """The figures as text, and whether all are within their limits."""
    lines: list[str] = []
    within = True
    for count in (100, MANY):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            await fill(folder, count)
            async with opened(folder) as world:
                p50, p99 = check_us(world, count)
                spread = await spread_s(world, count)
            size = await bytes_a_player(folder, count)
        lines.append(
            f"- {count:,} players stored: a check with its reasons {p50:.1f} us p50,"
            f" {p99:.1f} us p99; a changed default, stored durably and decided anew for all of"
            f" them, {spread * 1000:.0f} ms; {size:.0f} bytes a player"
        )
        within = within and p50 < CHECK_LIMIT_US and spread < SPREAD_LIMIT_S
    return "\n".join(lines), within


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--write", type=Path)
    given = options.parse_args()
    text, within = asyncio.run(measure())
    print(text)
    if given.write:
        put_section(given.write, "access_bench", "What access costs", text)
    sys.exit(0 if within else 1)


if __name__ == "__main__":
    main()
