"""Misspelt words are forgiven."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.quests.likeness import Likeness
from bridge.quests.model import Book, Chapter, Era, Item, Quest, Task
from bridge.quests.search import QuestIndex


def book(*titles: str, item: str = "Refined Iron Backpack") -> Book:
    task = Task(id="T", type="item", title="", items=(Item(id="m:x", name=item),))
    quests = tuple(
        Quest(id=f"{number}", chapter="C", title=title, tasks=(task,))
        for number, title in enumerate(titles)
    )
    chapter = Chapter(id="C", title="Getting Started", quests=quests)
    return Book(era=Era.INLINE, locale="en_us", title="Book", chapters=(chapter,))


def likeness_of(*titles: str) -> Likeness:
    return Likeness(QuestIndex(book(*titles)).words)


LIKENESS = likeness_of("Storage Basics", "Bee", "储存系统", "Quarz", "Quark")


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("storge", "storage"),
        ("STOREGE basics!", "storage basics"),
        ("bakpack", "backpack"),
        ("geting started", "getting started"),
        ("about storge", "about storage"),
        ("storage", ""),
        ("beee", ""),
        ("be", ""),
        ("储存系", ""),
        ("1234", ""),
        ("zeppelin", ""),
        ("quarx", "quark"),
        ("", ""),
        ("x" * 5000, ""),
    ],
)
def test_a_word_becomes_the_nearest_one_or_none(asked: str, meant: str) -> None:
    assert LIKENESS.corrected(asked) == meant


def test_the_order_of_the_quests_does_not_matter() -> None:
    assert likeness_of("Quark", "Quarz").corrected("quarx") == "quark"


@given(st.text(max_size=40))
def test_any_text_is_answered_the_same_twice(text: str) -> None:
    assert LIKENESS.corrected(text) == LIKENESS.corrected(text)


def test_a_big_book_is_quick() -> None:
    chance = random.Random(5)
    made = ["".join(chance.choices("etaoinshrdl", k=chance.randint(4, 10))) for _ in range(2_500)]
    likeness = likeness_of(*(" ".join(made[at : at + 5]) for at in range(0, len(made), 5)))
    best = 1.0
    for _ in range(3):
        start = time.perf_counter()
        likeness.corrected("storge machne bakpack enrgy")
        best = min(best, time.perf_counter() - start)
    assert best < 0.1


def test_what_somebody_may_not_read_is_neither_known_nor_offered() -> None:
    likeness = likeness_of("Quark", "Quarz")
    assert likeness.corrected("quarx", lambda word: word == "quarz") == "quarz"
    assert likeness.corrected("quark", lambda word: word == "quarz") == "quarz"
    assert likeness.corrected("quarx", lambda _: False) == ""
