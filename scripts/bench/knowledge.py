"""How fast the one search is over notes, manual, quests and items, and whether it finds every word.

    .venv/bin/python -m scripts.bench.knowledge [--entries N] [--questions N] [--write FILE]

Texts are made up from a seed, two thirds English, one third Chinese, words as common as in real
texts (Zipf). A tenth of the entries are sections of notes and a twentieth of the manual, both read
from files; four tenths are quests of one team's view; the rest are items in an index built from
language files. Questions are of one to six words, rare and common ones, in both languages, asked
one after the other of everything, and between two of them an empty task is handed to a thread and
waited for: what that takes is the machine's, not the search's. Then each two Chinese characters
that stand together anywhere in the texts, or in an item's name, are looked for: they count as found
if what is found has them.
Exit code 1 where p99 is 15 ms or more, or a pair is not found.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import sys
import tempfile
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache, partial
from itertools import accumulate
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING, Final, TypeVar

from bridge.core.actors import Player
from bridge.daemon.clock import SystemClock
from bridge.daemon.lending import ItemFinder
from bridge.files.background import in_background
from bridge.items.index.build import Request, build
from bridge.items.store import ItemStore
from bridge.knowledge.entries import Entry, Source, Viewer
from bridge.knowledge.lent import Loan
from bridge.knowledge.library import Folders, KnowledgeLibrary
from bridge.knowledge.search import Search
from scripts.prove.section import put_section

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterable, Sequence

ENTRIES: Final = 20_000
QUESTIONS: Final = 2_000
REQUIRED_MS: Final = 15.0
SECTIONS: Final = 10
"""Of each note and page."""
VIEWER: Final = Viewer(player=Player(name="Mara"), language="zh_cn")
TEXTS: Final = frozenset({Source.NOTES, Source.MANUAL, Source.QUESTS})
_SYLLABLES: Final = [
    "ba",
    "ce",
    "di",
    "fo",
    "gu",
    "ha",
    "ki",
    "lo",
    "me",
    "nu",
    "pra",
    "que",
    "sti",
    "tor",
    "va",
]
_HANZI: Final = range(0x4E00, 0x4E00 + 300)
_RUN: Final = re.compile("[\u4e00-\u9fff]+")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Told:
    """A made-up title and text."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Corpus:
    """What there is to find, and the words it is made of."""

    notes: Sequence[Told]
    manual: Sequence[Told]
    quests: Sequence[Told]
    items: Sequence[str]
    english: Sequence[str]
    chinese: Sequence[str]

    @property
    def size(self) -> int:
        """Entries of all kinds."""
        return len(self.notes) + len(self.manual) + len(self.quests) + len(self.items)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """Times in milliseconds; `processor` is what the process used, whoever else was busy.

    `hop` is p50, p99 and the worst of an empty task in a thread.
    """

    entries: int
    built: float
    questions: int
    answered: int
    wall: Sequence[float]
    processor: Sequence[float]
    hop: Sequence[float]
    pairs: int
    item_pairs: int
    missed: Sequence[str]

    @property
    def holds(self) -> bool:
        """Whether both requirements do."""
        return self.wall[1] < REQUIRED_MS and not self.missed

    @property
    def table(self) -> str:
        """As Markdown."""
        p50, p99, worst = self.wall
        cpu50, cpu99, _ = self.processor
        found = self.pairs + self.item_pairs - len(self.missed)
        return (
            "| entries | indexed anew s | questions (answered) | p50 ms (processor) "
            "| p99 ms (processor) | worst ms | an empty hop p50, p99 ms "
            "| pairs in texts | in items' names | found | load |\n"
            f"|{'---|' * 11}\n"
            f"| {self.entries} | {self.built:.1f} | {self.questions} ({self.answered}) "
            f"| {p50:.1f} ({cpu50:.1f}) | {p99:.1f} ({cpu99:.1f}) | {worst:.1f} "
            f"| {self.hop[0]:.2f}, {self.hop[1]:.2f} "
            f"| {self.pairs} | {self.item_pairs} | {found} | {os.getloadavg()[0]:.1f} |\n\n"
            f"Required: p99 under {REQUIRED_MS:g} ms, every pair found.\n"
        )


class Lent:
    """A lender whose quests everybody may see."""

    source = Source.QUESTS

    def __init__(self, quests: Sequence[Told]) -> None:
        made = [
            Entry(source=Source.QUESTS, key=f"{at:016X}", title=each.title, text=each.text)
            for at, each in enumerate(quests)
        ]
        self._loan = Loan(view="bench", state=1, entries=lambda: made)

    async def lend(self, viewer: Viewer) -> Loan:
        del viewer
        return self._loan


class Items:
    """An index that is there, asked as the daemon asks."""

    def __init__(self, store: ItemStore) -> None:
        self._store = store

    async def ask(self, question: Callable[[ItemStore], T]) -> T:
        return await in_background(partial(question, self._store))


def corpus(entries: int, seed: int = 7) -> Corpus:
    """So many entries, the same for one seed."""
    chance = random.Random(seed)
    english = ["".join(chance.choices(_SYLLABLES, k=chance.randint(2, 4))) for _ in range(6_000)]
    chinese = [
        "".join(chr(chance.choice(_HANZI)) for _ in range(chance.choice((2, 2, 2, 3))))
        for _ in range(3_000)
    ]

    def told(count: int) -> list[Told]:
        return [
            Told(
                title=_said(chance, english, chinese, number, 3),
                text=_said(chance, english, chinese, number, chance.randint(15, 60)),
            )
            for number in range(count)
        ]

    notes, manual, quests = entries // 10, entries // 20, entries * 2 // 5
    named = range(entries - notes - manual - quests)
    return Corpus(
        notes=told(notes),
        manual=told(manual),
        quests=told(quests),
        items=[_said(chance, english, chinese, number, 2) for number in named],
        english=english,
        chinese=chinese,
    )


def _said(
    chance: random.Random, english: Sequence[str], chinese: Sequence[str], number: int, count: int
) -> str:
    vocabulary, gap = (english, " ") if number % 3 else (chinese, "")
    return gap.join(_drawn(chance, vocabulary, count))


def _drawn(chance: random.Random, vocabulary: Sequence[str], count: int) -> list[str]:
    return chance.choices(vocabulary, cum_weights=_weights(len(vocabulary)), k=count)


@cache
def _weights(words: int) -> Sequence[float]:
    """Of Zipf's law, added up."""
    return list(accumulate(1 / (rank + 3) for rank in range(words)))


def questions(made: Corpus, count: int, seed: int = 11) -> Sequence[str]:
    """As players ask: some words by how common they are, some of any."""
    chance = random.Random(seed)
    asked_for: list[str] = []
    for number in range(count):
        vocabulary, gap = (made.english, " ") if number % 2 else (made.chinese, "")
        size = chance.randint(1, 6)
        words = (
            _drawn(chance, vocabulary, size) if number % 3 else chance.choices(vocabulary, k=size)
        )
        asked_for.append(gap.join(words))
    return asked_for


def pairs(texts: Iterable[str]) -> Sequence[str]:
    """Each two Chinese characters that stand together in one of the texts."""
    found = {
        run[at : at + 2]
        for text in texts
        for run in _RUN.findall(text)
        for at in range(len(run) - 1)
    }
    return sorted(found)


def write_pages(folder: Path, told: Sequence[Told]) -> None:
    """Files of so many sections each."""
    folder.mkdir(parents=True)
    for first in range(0, len(told), SECTIONS):
        body = "\n\n".join(
            f"## {each.title}\n{each.text}" for each in told[first : first + SECTIONS]
        )
        (folder / f"{first:06}.md").write_text(f"# Page {first}\n{body}\n", "utf-8")


def item_store(server: Path, names: Sequence[str]) -> ItemStore:
    """The index of a server whose language files have these names."""
    for locale in ("en_us", "zh_cn"):
        path = server / "kubejs" / "assets" / "bench" / "lang" / f"{locale}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({f"item.bench.i{at}": name for at, name in enumerate(names)}))
    request = Request(directory=server, world=server / "world", database=server / "items.db")
    build(request, lambda _: None)
    store = ItemStore.open(request.database)
    assert store is not None, "an index that was built can be opened"
    return store


@asynccontextmanager
async def searching(root: Path, made: Corpus) -> AsyncGenerator[Search]:
    """The search as a daemon has it; nothing is indexed yet but the items."""
    write_pages(root / "config" / "knowledge", made.notes)
    write_pages(root / "config" / "manual" / "zh_cn", made.manual)
    folders = Folders(root=root, shipped=root / "none")
    library = KnowledgeLibrary(folders, cache=root / "knowledge.db", clock=SystemClock())
    store = await in_background(partial(item_store, root / "server", made.items))
    try:
        async with library.opened():
            yield Search(library, [Lent(made.quests)], [ItemFinder(Items(store))])
    finally:
        store.close()


async def unfound(search: Search, wanted: Sequence[str], sources: frozenset[Source]) -> list[str]:
    """Those that nothing is found by, or something without them."""
    missed: list[str] = []
    for pair in wanted:
        hits = await search.find(VIEWER, pair, sources=sources, limit=3)
        said = [f"{hit.entry.place}\n{hit.entry.title}\n{hit.entry.text}" for hit in hits]
        if not said or not all(pair in each for each in said):
            missed.append(pair)
    return missed


async def measure(root: Path, entries: int, count: int) -> Result:
    """Make it all, ask, and look for every pair."""
    made = corpus(entries)
    async with searching(root, made) as search:
        begun = time.perf_counter()
        await search.library.reload()
        await search.find(VIEWER, "anything")
        built = time.perf_counter() - begun
        wall: list[float] = []
        processor: list[float] = []
        hop: list[float] = []
        answered = 0
        for question in questions(made, count):
            begun, used = time.perf_counter(), time.process_time()
            answered += bool(await search.find(VIEWER, question))
            wall.append((time.perf_counter() - begun) * 1e3)
            processor.append((time.process_time() - used) * 1e3)
            begun = time.perf_counter()
            await in_background(lambda: None)
            hop.append((time.perf_counter() - begun) * 1e3)
        told = [*made.notes, *made.manual, *made.quests]
        in_texts = pairs(text for each in told for text in (each.title, each.text))
        in_names = pairs(made.items)
        missed = await unfound(search, in_texts, TEXTS)
        missed += await unfound(search, in_names, frozenset({Source.ITEMS}))
    return Result(
        entries=made.size,
        built=built,
        questions=count,
        answered=answered,
        wall=_spread(wall),
        processor=_spread(processor),
        hop=_spread(hop),
        pairs=len(in_texts),
        item_pairs=len(in_names),
        missed=missed,
    )


def _spread(times: Sequence[float]) -> Sequence[float]:
    """p50, p99 and the worst."""
    cuts = quantiles(times, n=100)
    return cuts[49], cuts[98], max(times)


def main() -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--entries", type=int, default=ENTRIES)
    parser.add_argument("--questions", type=int, default=QUESTIONS)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        result = asyncio.run(measure(Path(folder), options.entries, options.questions))
    print(result.table)
    if result.missed:
        print(f"not found: {' '.join(result.missed[:40])}")
    if options.write:
        title = "Search over notes, manual, quests and items: `scripts/bench/knowledge.py`"
        put_section(options.write, "knowledge", title, result.table)
    return 0 if result.holds else 1


if __name__ == "__main__":
    sys.exit(main())
