"""How fast the full-text search is, and whether it finds every Chinese word.

    .venv/bin/python scripts/bench/knowledge.py [ENTRIES] [QUESTIONS]

Entries are made up from a seed: two thirds English, one third Chinese, words as common as in real
texts (Zipf), a view that holds them all. Questions are of one to six words, rare and common ones,
in both languages. Printed are the times of building, of starting again from the file, and of
searching (p50, p99, the worst); then how many of the different two-character words that stand in
the Chinese texts are found in the very entries that have them. The exit code is 1 where p99 is 15
ms or more, or a word is not found.
"""

from __future__ import annotations

import asyncio
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
    from collections.abc import Sequence

ENTRIES: Final = 20_000
QUESTIONS: Final = 2_000
REQUIRED: Final = 0.015
VIEWER: Final = Viewer(player=Player(name="Mara"), language="en_us")
_SYLLABLES: Final = (
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
)
_HANZI: Final = range(0x4E00, 0x4E00 + 1_200)


@dataclass(frozen=True, slots=True)
class Corpus:
    """Made-up entries, and the words they are made of."""

    entries: Sequence[Entry]
    english: Sequence[str]
    chinese: Sequence[str]


class Lent:
    """A lender whose entries everybody may see."""

    source = Source.QUESTS

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._loan = Loan(view="bench", state=1, entries=lambda: entries)

    async def lend(self, viewer: Viewer) -> Loan:
        del viewer
        return self._loan


def corpus(entries: int, seed: int = 7) -> Corpus:
    """So many entries, the same for one seed."""
    chance = random.Random(seed)
    english = ["".join(chance.choices(_SYLLABLES, k=chance.randint(2, 4))) for _ in range(6_000)]
    chinese = [
        "".join(chr(chance.choice(_HANZI)) for _ in range(chance.choice((2, 2, 2, 3))))
        for _ in range(3_000)
    ]
    made = [
        _entry(number, chance, english if number % 3 else chinese, " " if number % 3 else "")
        for number in range(entries)
    ]
    return Corpus(made, english, chinese)


def _entry(number: int, chance: random.Random, vocabulary: Sequence[str], gap: str) -> Entry:
    text = gap.join(_drawn(chance, vocabulary, chance.randint(20, 90)))
    title = gap.join(_drawn(chance, vocabulary, 3))
    return Entry(source=Source.QUESTS, key=f"{number:016X}", title=title, text=text)


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


async def times(search: Search, asked_for: Sequence[str]) -> Sequence[float]:
    """Seconds of each question, one after the other."""
    taken: list[float] = []
    for question in asked_for:
        begun = time.perf_counter()
        await search.find(VIEWER, question)
        taken.append(time.perf_counter() - begun)
    return taken


async def unfound(search: Search, made: Corpus) -> tuple[int, set[str]]:
    """How many two-character words of the vocabulary stand in texts, and those not found.

    A word counts as found if a search for it brings entries, and each has it.
    """
    whole = "\n".join(f"{entry.title}\n{entry.text}" for entry in made.entries)
    present = [word for word in set(made.chinese) if len(word) == 2 and word in whole]
    missed: set[str] = set()
    for word in present:
        found = [hit.entry for hit in await search.find(VIEWER, word, limit=5)]
        if not found or not all(word in f"{each.title}\n{each.text}" for each in found):
            missed.add(word)
    return len(present), missed


async def main(entries: int, count: int) -> int:
    """Run it all; the exit code."""
    made = corpus(entries)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        cache = root / "state" / "knowledge.db"
        folders = Folders(root=root, shipped=root / "none")
        for name in ("first build", "start from the file"):
            library = KnowledgeLibrary(folders, cache=cache, clock=SystemClock())
            search = Search(library, [Lent(made.entries)])
            async with library.opened():
                await library.reload()
                begun = time.perf_counter()
                await search.find(VIEWER, "anything")
                print(f"{name}: {time.perf_counter() - begun:.2f} s for {entries} entries")
                if name == "first build":
                    continue
                return await _measured(search, made, count)
    return 1


async def _measured(search: Search, made: Corpus, count: int) -> int:
    taken = await times(search, questions(made, count))
    p99 = quantiles(taken, n=100)[98]
    p50 = quantiles(taken, n=100)[49]
    print(f"{count} questions: p50 {p50 * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms, ", end="")
    print(f"worst {max(taken) * 1000:.1f} ms (required: p99 under {REQUIRED * 1000:g} ms)")
    size, missed = await unfound(search, made)
    print(f"two-character words: {size - len(missed)} of {size} found")
    return int(p99 >= REQUIRED or bool(missed))


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:3]]
    sys.exit(asyncio.run(main(*(numbers + [ENTRIES, QUESTIONS][len(numbers) :]))))
