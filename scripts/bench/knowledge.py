"""How fast the full-text search is, and whether it finds every two Chinese characters.

    .venv/bin/python -m scripts.bench.knowledge [--entries N] [--questions N] [--pairs N]

Entries are made up from a seed, a tenth of each kind in Chinese and English mixed, the others half
and half: one in ten a section of a note, one in fifty a section of the manual (both as Markdown
files on disk), half of the rest quests, half items. Words are as common as in real texts (Zipf).
Questions are of one to six words, rare and common ones, in both languages.

Printed are the times of building, of starting again from the file, and of searching (p50, p99, the
worst). Then each word of two characters, and `--pairs` of all the pairs of characters that stand
together in the texts (drawn from a seed; 0: all of them), is searched for. It is found if every hit
has it, if there is a hit, and, where no more entries have it than are asked for, if all of them are
hits. The exit code is 1 where p99 is 15 ms or more, or something is not found.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING, Final

from bridge.core.actors import Player
from bridge.daemon.clock import SystemClock
from bridge.knowledge.entries import Entry, Source, Viewer
from bridge.knowledge.lent import Loan
from bridge.knowledge.library import Folders, KnowledgeLibrary
from bridge.knowledge.search import Search

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

ENTRIES: Final = 20_000
QUESTIONS: Final = 2_000
PAIRS: Final = 20_000
REQUIRED: Final = 0.015
ASKED_FOR: Final = 10
"""Entries that one search for a pair brings."""
SECTIONS: Final = 8
"""Of one file."""
VIEWER: Final = Viewer(player=Player(name="Mara"), language="en_us")
_SYLLABLES: Final = [first + last for first in "bdfghklmnstv" for last in "ae"]
_HANZI: Final = range(0x4E00, 0x4E00 + 1_200)
_FIRST: Final = "\u4e00"
_LAST: Final = "\u9fff"


@dataclass(frozen=True, slots=True)
class Corpus:
    """Made-up entries by their source, and the words they are made of."""

    entries: Mapping[Source, Sequence[Entry]]
    english: Sequence[str]
    chinese: Sequence[str]

    @property
    def every(self) -> Iterable[Entry]:
        """All of them."""
        return (entry for entries in self.entries.values() for entry in entries)


@dataclass(frozen=True, slots=True)
class Lent:
    """A lender whose entries everybody may see."""

    source: Source
    entries: Sequence[Entry]

    async def lend(self, viewer: Viewer) -> Loan:
        del viewer
        return Loan(view=f"bench/{self.source}", state=1, entries=lambda: self.entries)


def corpus(entries: int, seed: int = 7) -> Corpus:
    """So many entries, the same for one seed."""
    chance = random.Random(seed)
    english = ["".join(chance.choices(_SYLLABLES, k=chance.randint(2, 4))) for _ in range(6_000)]
    chinese = [
        "".join(chr(chance.choice(_HANZI)) for _ in range(chance.choice((2, 2, 2, 3))))
        for _ in range(3_000)
    ]
    notes, manual = entries // 10, entries // 50
    quests = (entries - notes - manual) // 2
    sizes = {
        Source.NOTES: notes,
        Source.MANUAL: manual,
        Source.QUESTS: quests,
        Source.ITEMS: entries - notes - manual - quests,
    }
    made = {
        source: [_entry(source, number, chance, english, chinese) for number in range(size)]
        for source, size in sizes.items()
    }
    return Corpus(made, english, chinese)


def _entry(
    source: Source,
    number: int,
    chance: random.Random,
    english: Sequence[str],
    chinese: Sequence[str],
) -> Entry:
    def said(least: int, most: int) -> str:
        count = chance.randint(least, most)
        if number % 10 == 0:
            parts = (_drawn(chance, english, count), _drawn(chance, chinese, count))
            return " ".join("".join(each) for pair in zip(*parts, strict=True) for each in pair)
        if number % 2:
            return " ".join(_drawn(chance, english, count))
        return "".join(_drawn(chance, chinese, count))

    match source:
        case Source.ITEMS:
            mod, *path = _drawn(chance, english, 3)
            key = f"{mod}:{'_'.join(path)}_{number}"
            return Entry(source=source, key=key, title=said(1, 3), text=f"{key}\n{mod}")
        case Source.QUESTS:
            return Entry(source=source, key=f"{number:016X}", title=said(2, 4), text=said(20, 90))
        case Source.NOTES | Source.MANUAL:
            file, section = divmod(number, SECTIONS)
            name = f"{file:04}.md" if source is Source.NOTES else f"en_us/{file:04}.md"
            return Entry(
                source=source,
                key=f"{name}#{section + 1}",
                title=f"{said(2, 4)} {number}",
                text=said(20, 90),
                place=f"page {file}",
            )


def _drawn(chance: random.Random, vocabulary: Sequence[str], count: int) -> list[str]:
    return chance.choices(vocabulary, cum_weights=_weights(len(vocabulary)), k=count)


@cache
def _weights(words: int) -> Sequence[float]:
    """Of Zipf's law, added up."""
    return list(accumulate(1 / (rank + 3) for rank in range(words)))


def write_files(made: Corpus, folders: Folders) -> None:
    """The notes and the manual, as their owner would have written them."""
    for source, folder in ((Source.NOTES, folders.notes), (Source.MANUAL, folders.shipped)):
        files: dict[str, list[str]] = {}
        for entry in made.entries[source]:
            name = entry.key.partition("#")[0]
            lines = files.setdefault(name, [f"# {entry.place}"])
            lines += ["", f"## {entry.title}", entry.text]
        for name, lines in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(lines), encoding="utf-8")


def searched(made: Corpus, root: Path) -> Search:
    """A search over all of it, its cache on disk. Its library is not opened yet."""
    folders = Folders(root=root, shipped=root / "shipped")
    write_files(made, folders)
    cache = root / "state" / "knowledge.db"
    library = KnowledgeLibrary(folders, cache=cache, clock=SystemClock())
    lent = [Lent(each, made.entries[each]) for each in (Source.QUESTS, Source.ITEMS)]
    return Search(library, lent)


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


async def times(search: Search, asked_for: Sequence[str]) -> Sequence[float]:
    """Seconds of each question, one after the other."""
    taken: list[float] = []
    for question in asked_for:
        begun = time.perf_counter()
        await search.find(VIEWER, question)
        taken.append(time.perf_counter() - begun)
    return taken


def pairs(made: Corpus) -> Mapping[str, set[str]]:
    """Each two Chinese characters that stand together, and the keys of the entries they are in."""
    found: dict[str, set[str]] = {}
    for entry in made.every:
        for text in (entry.title, entry.text):
            for at in range(len(text) - 1):
                if _FIRST <= text[at] <= _LAST and _FIRST <= text[at + 1] <= _LAST:
                    found.setdefault(text[at : at + 2], set()).add(entry.key)
    return found


async def unfound(
    search: Search, where: Mapping[str, set[str]], wanted: Iterable[str]
) -> Sequence[str]:
    """Those of the wanted pairs that are not found as the head of this file says."""
    missed: list[str] = []
    for pair in wanted:
        hits = await search.find(VIEWER, pair, limit=ASKED_FOR)
        found, right = {hit.entry.key for hit in hits}, where[pair]
        if not found or not found <= right or (len(right) <= ASKED_FOR and found != right):
            missed.append(pair)
    return missed


async def main(entries: int, count: int, some: int) -> int:
    """Run it all; the exit code."""
    made = corpus(entries)
    told = ", ".join(f"{len(each)} {source}" for source, each in made.entries.items())
    print(f"{entries} entries ({told}); load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        for name in ("first build", "start from the file"):
            search = searched(made, Path(folder))
            async with search.library.opened():
                begun = time.perf_counter()
                await search.library.reload()
                await search.find(VIEWER, "anything")
                print(f"{name}: {time.perf_counter() - begun:.2f} s")
                if name != "first build":
                    return await _measured(search, made, count, some)
    return 1


async def _measured(search: Search, made: Corpus, count: int, some: int) -> int:
    taken = await times(search, questions(made, count))
    p50, p99 = (quantiles(taken, n=100)[at] for at in (49, 98))
    print(f"{count} questions: p50 {p50 * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms, ", end="")
    print(
        f"worst {max(taken) * 1000:.1f} ms (required: p99 under {REQUIRED * 1000:g} ms); ", end=""
    )
    print(f"load {os.getloadavg()[0]:.1f}")
    where = pairs(made)
    words = [word for word in set(made.chinese) if word in where]
    drawn = sorted(where)
    if 0 < some < len(drawn):
        drawn = random.Random(13).sample(drawn, some)
    missed = 0
    for name, wanted in (("words of two characters", words), ("pairs of characters", drawn)):
        lost = await unfound(search, where, wanted)
        missed += len(lost)
        of = f", of {len(where)} in the texts" if wanted is drawn else ""
        print(f"{name}: {len(wanted) - len(lost)} of {len(wanted)} found{of}")
        if lost:
            print(f"  not found: {' '.join(lost[:20])}")
    return int(p99 >= REQUIRED or missed > 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=ENTRIES)
    parser.add_argument("--questions", type=int, default=QUESTIONS)
    parser.add_argument("--pairs", type=int, default=PAIRS)
    given = parser.parse_args()
    sys.exit(asyncio.run(main(given.entries, given.questions, given.pairs)))
