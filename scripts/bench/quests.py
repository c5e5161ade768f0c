"""What a large quest book costs: ready, changed in one chapter, and seen by many players.

    .venv/bin/python scripts/bench/quests.py [--files 150] [--quests 4000] [--megabytes 2.6]
        [--players 200] [--rounds 9] [--times 10]

A book is written and read in turns (its parse alone, then parse and model), each as often as
`--rounds`; printed are the median, p99 and the slowest of each, and the ratio of the medians. What
a quest says is read when it is first looked at, and a search makes its index first: so what the
first answer of a fresh book costs is printed too, for one quest, for the list of all titles, for a
search, and for everything at once. Then each player with a save of their own asks once, which makes
their view, and once more; memory is what Python holds for those views. Then one chapter is changed
again and again, and the time until a shelf shows it is taken. Last, a book of `--times` as many
files, quests and bytes (0: none) is parsed, read and changed, and each time is told in those of the
first. The exit code is 1 where a requirement does not hold.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import tempfile
import tracemalloc
from functools import partial
from math import ceil
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[2]))

from bridge.daemon.clock import SystemClock
from bridge.minecraft import snbt
from bridge.quests.library import QuestLibrary
from bridge.quests.loading import load_book
from bridge.quests.shelf import Shelf, Stock
from bridge.quests.viewer import Viewer
from tests.fakes.quest_books import PLACE, write_book, write_save

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from uuid import UUID

    from bridge.quests.model import Book

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
    """The median in milliseconds, printed with p99 and the slowest."""
    middle = median(times) * 1e3
    late = sorted(times)[ceil(0.99 * len(times)) - 1] * 1e3
    print(
        f"{name:42} p50 {middle:8.1f} ms   p99 {late:8.1f} ms   max {max(times) * 1e3:8.1f} ms   "
        f"n {len(times)}"
    )
    return middle


def ready(root: Path, rounds: int) -> tuple[float, float]:
    """Parse, and parse and model, in milliseconds."""
    files = sorted((root / PLACE).rglob("*.snbt"))
    parses: list[float] = []
    loads: list[float] = []
    for _ in range(rounds):
        parses.append(seconds(lambda: [snbt.parse_compound(path.read_bytes()) for path in files]))
        loads.append(seconds(lambda: load_book(root)))
    parse, load = told("parse", parses), told("parse and model", loads)
    print(f"{'ready, in parses':42} {load / parse:.2f} (at most {READY})")
    return parse, load


def first(root: Path, rounds: int) -> None:
    """What the first answer from a fresh book costs, beyond the book being ready."""

    def detail(book: Book) -> object:
        quest = book.chapters[len(book.chapters) // 2].quests[0]
        return Shelf(Stock(book), everything=True).quest(quest.id)

    def titles(book: Book) -> object:
        return [quest.title for quest in book.quests()]

    def search(book: Book) -> object:
        return list(Shelf(Stock(book)).find("storage")[:8])

    def everything(book: Book) -> object:
        return titles(book), search(book)

    answers = {
        "then a first quest": detail,
        "or a first list of all titles": titles,
        "or a first search": search,
        "or both": everything,
    }
    for name, answer in answers.items():
        times: list[float] = []
        for _ in range(rounds):
            book = load_book(root).book
            assert book is not None
            times.append(seconds(partial(answer, book)))
        told(name, times)


async def changed(root: Path, library: QuestLibrary, rounds: int, *, rules: bool) -> float:
    """From the write of a chapter until a shelf shows it, with the file watch running.

    Its words alone change, or, with `rules`, which quests wait for which as well.
    """
    path = root / PLACE / "chapters" / "c7.snbt"
    text = path.read_text()
    times: list[float] = []
    for number in range(rounds):
        await asyncio.sleep(0.3)
        title = f"Changed{number}"
        begun = perf_counter()
        waits = f"hide_quest_until_deps_complete: {number % 2}b\n" if rules else ""
        path.write_text(text.replace('title: "Chapter', f'{waits}title: "{title}'))
        while True:
            shelf = await library.shelf("en_us")
            if shelf is not None and any(
                chapter.title.startswith(title) for chapter in shelf.book.chapters
            ):
                break
            await asyncio.sleep(0.002)
        times.append(perf_counter() - begun)
    path.write_text(text)
    return told("and its rules too" if rules else "one changed chapter seen", times)


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


async def run(root: Path, players: int, rounds: int) -> float:
    """A library that so many players ask, and that is changed: the dearer change in ms."""
    library = QuestLibrary(root, clock=SystemClock())
    async with asyncio.TaskGroup() as group:
        keeping = group.create_task(library.keep())
        await library.shelf("en_us")
        known = [
            write_save(root / "world", number + 1, range(1, 20 * number % 3000 + 1))
            for number in range(players)
        ]
        if known:
            await seen(library, known)
            await shared(root, library, known)
        change = max([await changed(root, library, rounds, rules=rules) for rules in (False, True)])
        keeping.cancel()
    return change


def grown(given: argparse.Namespace, small: tuple[float, float, float]) -> None:
    """A larger book's times in those of the small one."""
    print(f"{given.times} times as large:")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write(root, given, given.times)
        rounds = max(3, given.rounds // 3)
        large = (*ready(root, rounds), asyncio.run(run(root, 0, rounds)))
    for name, one, many in zip(("parse", "parse and model", "a change"), small, large, strict=True):
        print(f"{f'{name}, in those of the small book':42} {many / one:.1f}")


def write(root: Path, given: argparse.Namespace, times: int = 1) -> None:
    write_book(
        root,
        files=given.files * times,
        quests=given.quests * times,
        size=int(given.megabytes * 1e6) * times,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--files", type=int, default=150)
    parser.add_argument("--quests", type=int, default=4000)
    parser.add_argument("--megabytes", type=float, default=2.6)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--times", type=int, default=10)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write(root, given)
        parse, load = ready(root, given.rounds)
        first(root, given.rounds)
        change = asyncio.run(run(root, given.players, given.rounds))
    if given.times:
        grown(given, (parse, load, change))
    return 0 if load <= READY * parse and change <= CHANGED_MS else 1


if __name__ == "__main__":
    raise SystemExit(main())
