"""The proof that broken quest files do no harm, at a hundredth of its size."""

from __future__ import annotations

from scripts.prove.quests_hostile import run


def test_broken_books_and_saves_are_read_or_reported() -> None:
    outcome = run(files=200, seed=3)
    assert outcome.counts.total() == 200
    for suffix in (".snbt", ".nbt", ".json5"):
        assert outcome.counts[suffix, True] > 10
        assert outcome.counts[suffix, False] > 10
    assert outcome.slowest < 5
