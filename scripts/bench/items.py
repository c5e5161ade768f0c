"""How long an item index takes to build and to open, what it needs, and how fast it answers.

    .venv/bin/python -m scripts.bench.items [--jars N] [--recipes N] [--folder DIR] [--write FILE]

Writes a pack of generated jars (300 with 60,000 recipes, 3,000 further entries in each, 20 jars
inside others), and one twice as large, into a folder that is removed unless it is named. Of each:
the first build and a warm start, each a process of its own as the daemon runs it (wall and
processor time, its largest memory); then `items.find` in this process over names in both
languages, ids, parts of ids and mistyped names. Exit code 1 when something misses what is
required of it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import TYPE_CHECKING

from bridge.items.find import find
from bridge.items.index.build import Request
from bridge.items.index.program import request_text
from bridge.items.store import ItemStore
from scripts.prove.section import put_section
from tests.peers.generated_pack import Size, write_pack

if TYPE_CHECKING:
    from collections.abc import Iterator

QUESTIONS = 2_000
FIRST_SECONDS, WARM_SECONDS, MEGABYTES, FIND_MS, GROWTH = 30.0, 0.5, 150.0, 10.0, 2.2
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One process: seconds on the clock and of the processor, megabytes, lines of progress."""

    wall: float
    processor: float
    memory: float
    lines: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """All of one pack."""

    size: Size
    first: Run
    warm: Run
    opened: float
    find_p50: float
    find_p99: float
    find_processor: float
    file: float


def build(directory: Path) -> Run:
    """One build as the daemon starts it."""
    request = Request(
        directory=directory, world=directory / "world", database=directory / "items.db"
    )
    begun = time.perf_counter()
    with subprocess.Popen(
        (sys.executable, "-m", "bridge.items.index.program"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(request_text(request))
        process.stdin.close()
        lines = process.stdout.read().splitlines()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    last = json.loads(lines[-1])
    if process.returncode or "error" in last:
        sys.exit(f"the build failed: {last}")
    return Run(
        wall=time.perf_counter() - begun,
        processor=usage.ru_utime + usage.ru_stime,
        memory=usage.ru_maxrss / 1024,
        lines=len(lines),
    )


def questions(store: ItemStore, dice: Random) -> Iterator[str]:
    """What players would write, for items that there are."""
    rows = store.db.all(
        "SELECT item.path, name.text, name.locale FROM item JOIN name ON name.thing = item.thing"
        " ORDER BY item.id"
    )
    for number in range(QUESTIONS):
        path, text, _ = dice.choice(rows)
        match number % 5:
            case 0:
                yield text
            case 1:
                yield path
            case 2:
                at = dice.randrange(max(1, len(path) - 5))
                yield path[at : at + 6]
            case 3:
                at = dice.randrange(max(1, len(text)))
                yield text[:at] + text[at + 1 :]
            case _:
                yield dice.choice(text.split()) if " " in text else text[:2]


def asked(directory: Path) -> tuple[float, float, float, float]:
    """Milliseconds to open, and of an answer: p50, p99, p99 of the processor's time alone."""
    begun = time.perf_counter()
    store = ItemStore.open(directory / "items.db")
    assert store is not None
    find(store, "iron ingot", locale="en_us", limit=10)
    opened = (time.perf_counter() - begun) * 1000
    times: list[float] = []
    processor: list[float] = []
    for text in [*questions(store, Random(7))]:
        begun, spent = time.perf_counter(), time.thread_time()
        find(store, text, locale="zh_cn", limit=10)
        processor.append((time.thread_time() - spent) * 1000)
        times.append((time.perf_counter() - begun) * 1000)
    store.close()
    return opened, median(times), quantiles(times, n=100)[98], quantiles(processor, n=100)[98]


def measured(directory: Path, size: Size) -> Figures:
    """Everything of one pack, written if it is not there."""
    if not (directory / "mods").is_dir():
        write_pack(directory, size)
    (directory / "items.db").unlink(missing_ok=True)
    first = build(directory)
    warm = build(directory)
    opened, p50, p99, processor = asked(directory)
    return Figures(
        size=size,
        first=first,
        warm=warm,
        opened=opened,
        find_p50=p50,
        find_p99=p99,
        find_processor=processor,
        file=(directory / "items.db").stat().st_size / 1e6,
    )


def told(figures: Figures) -> str:
    """A row of the table."""
    first, warm = figures.first, figures.warm
    return (
        f"| {figures.size.jars} | {figures.size.recipes} | {first.wall:.1f} ({first.processor:.1f})"
        f" | {warm.wall:.2f} ({warm.processor:.2f}) | {first.memory:.0f} | {figures.file:.0f}"
        f" | {figures.opened:.1f} | {figures.find_p50:.2f} | {figures.find_p99:.2f}"
        f" ({figures.find_processor:.2f})"
        f" | {first.lines} |"
    )


HEAD = (
    "| jars | recipes | first build s (processor) | warm start s (processor) | MB | file MB"
    " | open and first find ms | find p50 ms | find p99 ms (processor) | lines of progress |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)


def misses(one: Figures, two: Figures) -> list[str]:
    """What is not as it should be."""
    found = {
        f"first build over {FIRST_SECONDS:g} s": one.first.wall > FIRST_SECONDS,
        f"warm start over {WARM_SECONDS:g} s": one.warm.wall > WARM_SECONDS,
        f"over {MEGABYTES:g} MB": one.first.memory > MEGABYTES,
        f"find over {FIND_MS:g} ms at p99": one.find_p99 > FIND_MS,
        # Processor time: what else this machine does is not the build's growth.
        "first build grows too fast": two.first.processor > GROWTH * one.first.processor,
        "memory grows too fast": two.first.memory > GROWTH * one.first.memory,
        "find grows too fast": two.find_processor > GROWTH * max(one.find_processor, 1.0),
        "warm start grows too fast": two.warm.processor > GROWTH * one.warm.processor,
    }
    return [name for name, missed in found.items() if missed]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jars", type=int, default=300)
    parser.add_argument("--recipes", type=int, default=60_000)
    parser.add_argument("--others", type=int, default=3_000)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    sizes = [
        Size(
            jars=options.jars * times,
            recipes=options.recipes * times,
            others=options.others,
            nested=20 * times * options.jars // 300,
        )
        for times in (1, 2)
    ]
    with ExitStack() as stack:
        folder = options.folder or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        figures = [measured(folder / f"pack{size.jars}", size) for size in sizes]
    table = "\n".join((HEAD, *map(told, figures)))
    print(table)
    missed = misses(*figures)
    for miss in missed:
        print(f"missed: {miss}")
    if options.write:
        put_section(options.write, "items", "Item index over generated jars", table)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
