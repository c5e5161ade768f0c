"""Broken quest files do no harm: each is read or reported, and the rest of the book goes on.

    .venv/bin/python -m scripts.prove.quests_hostile [--files N] [--seed S] [--write docs/proof.md]

N books and saves (20,000), in each of which one file, SNBT, NBT or JSON5, has values replaced or
bytes mangled: chapters, reward tables, texts, progress, parties. Each is loaded and looked at with
and without its progress. An exception, a report that does not begin with the file's name, or more
than 200 MB of memory is a failure (exit code 1).
"""

from __future__ import annotations

import argparse
import logging
import resource
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from scripts.prove.section import put_section
from tests.peers.quest_hostility import read_book

MEGABYTES = 200


@dataclass(slots=True)
class Outcome:
    """What became of the files, by the way they were written; the longest reading in seconds."""

    counts: Counter[tuple[str, bool]] = field(default_factory=Counter["tuple[str, bool]"])
    slowest: float = 0.0


def run(files: int, seed: int) -> Outcome:
    """Read so many."""
    dice = Random(seed)
    outcome = Outcome()
    for _ in range(files):
        with tempfile.TemporaryDirectory() as folder:
            begun = time.perf_counter()
            outcome.counts[read_book(Path(folder), dice)] += 1
            outcome.slowest = max(outcome.slowest, time.perf_counter() - begun)
    return outcome


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    logging.getLogger("bridge").addHandler(logging.NullHandler())
    outcome = run(options.files, options.seed)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    text = "\n".join(
        (
            *(
                f"- {suffix[1:].upper()}: {outcome.counts[suffix, False]:,} read, "
                f"{outcome.counts[suffix, True]:,} reported"
                for suffix in (".snbt", ".nbt", ".json5")
            ),
            f"- the slowest book took {outcome.slowest * 1000:.0f} ms, written and looked at twice",
            f"- largest memory {memory:.0f} MB (at most {MEGABYTES})",
        )
    )
    print(text)
    if options.write:
        put_section(options.write, "quests-hostile", "Hostile quest files", text)
    return int(memory > MEGABYTES)


if __name__ == "__main__":
    sys.exit(main())
