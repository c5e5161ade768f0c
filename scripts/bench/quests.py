"""What a large quest book costs: ready, changed in one chapter, and seen by many players.

    .venv/bin/python scripts/bench/quests.py [--files 150] [--quests 4000] [--megabytes 2.6]
        [--players 200] [--rounds 9]

A book is written and read in turns (its parse alone, then parse and model), each as often as
`--rounds`; printed are the median and the slowest of each, and the ratio of the medians. Then one
chapter is changed again and again, and the time until a shelf shows it is taken; then each player
with a save of their own asks once, which makes their view, and once more. Memory is what Python
holds for those views. The exit code is 1 where a requirement does not hold.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import tempfile
import tracemalloc
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[2]))

from bridge.daemon.clock import SystemClock
from bridge.minecraft import snbt
from bridge.quests.library import QuestLibrary
from bridge.quests.loading import load_book
from bridge.quests.viewer import Viewer
from tests.fakes.quest_books import PLACE, write_book, write_save

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from uuid import UUID

READY = 1.5
"""Parse and model, in parses."""
CHANGED_MS = 100.0


def seconds(work: Callable[[], object]) -> float:
    gc.collect()
    begun = perf_counter()
    work()
    return perf_counter() - begun


async def elapsed(work: Awaitable[object]) -> float:
    begun = perf_counter()
    await work
    return perf_counter() - begun


def told(name: str, times: list[float]) -> float:
    """The median in milliseconds, printed with the slowest."""
    middle = median(times) * 1e3
    print(f"{name:42} p50 {middle:8.1f} ms   max {max(times) * 1e3:8.1f} ms   n {len(times)}")
    return middle


def ready(root: Path, rounds: int) -> bool:
    files = sorted((root / PLACE).rglob("*.snbt"))
    parses: list[float] = []
    loads: list[float] = []
    for _ in range(rounds):
        parses.append(seconds(lambda: [snbt.parse_compound(path.read_bytes()) for path in files]))
        loads.append(seconds(lambda: load_book(root)))
    parse, load = told("parse", parses), told("parse and model", loads)
    print(f"{'ready, in parses':42} {load / parse:.2f} (at most {READY})")
    return load <= READY * parse


async def changed(root: Path, library: QuestLibrary, rounds: int) -> bool:
    """From the write of a chapter until a shelf shows it, with the file watch running."""
    path = root / PLACE / "chapters" / "c7.snbt"
    text = path.read_text()
    times: list[float] = []
    for number in range(rounds):
        await asyncio.sleep(0.3)
        title = f"Changed{number}"
        begun = perf_counter()
        path.write_text(text.replace('title: "Chapter', f'title: "{title}'))
        while True:
            shelf = await library.shelf("en_us")
            if shelf is not None and any(
                chapter.title.startswith(title) for chapter in shelf.book.chapters
            ):
                break
            await asyncio.sleep(0.002)
        times.append(perf_counter() - begun)
    return told("one changed chapter seen", times) <= CHANGED_MS


async def seen(library: QuestLibrary, players: list[UUID]) -> None:
    async def ask(player: UUID, text: str) -> None:
        shelf = await library.shelf("en_us", Viewer(uuid=player))
        assert shelf is not None
        shelf.find(text)

    first = [await elapsed(ask(player, "storage")) for player in players]
    told("a player's first question", first)
    told("and the next", [await elapsed(ask(player, "mod storage")) for player in players])


async def shared(root: Path, library: QuestLibrary, players: list[UUID]) -> None:
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for number, _ in enumerate(players):
        write_save(root / "world", number + 1, range(1, 20 * number % 3000 + 2))
    for player in players:
        await library.shelf("en_us", Viewer(uuid=player))
    gc.collect()
    held = tracemalloc.get_traced_memory()[0] - before
    print(f"{'memory of a view and its save':42} {held / len(players) / 1024:.0f} KiB")
    tracemalloc.stop()


async def run(root: Path, players: int, rounds: int) -> bool:
    library = QuestLibrary(root, clock=SystemClock())
    async with asyncio.TaskGroup() as group:
        keeping = group.create_task(library.keep())
        await library.shelf("en_us")
        known = [
            write_save(root / "world", number + 1, range(1, 20 * number % 3000 + 1))
            for number in range(players)
        ]
        await seen(library, known)
        await shared(root, library, known)
        holds = await changed(root, library, rounds)
        keeping.cancel()
    return holds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--files", type=int, default=150)
    parser.add_argument("--quests", type=int, default=4000)
    parser.add_argument("--megabytes", type=float, default=2.6)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=9)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write_book(root, files=given.files, quests=given.quests, size=int(given.megabytes * 1e6))
        holds = [
            ready(root, given.rounds),
            asyncio.run(run(root, given.players, given.rounds)),
        ]
    return 0 if all(holds) else 1


if __name__ == "__main__":
    raise SystemExit(main())
