"""What a quest waits for."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from bridge.quests.dependencies import (
    NO_PROGRESS,
    dependencies_complete,
    excluded,
    startable,
    used_up,
    valid_dependencies,
)
from bridge.quests.model import Book, Chapter, Era, Quest, Requirement, Task


@dataclass(frozen=True)
class Done:
    """A team's progress."""

    completed: frozenset[str] = frozenset()
    started: frozenset[str] = frozenset()


def _book(*quests: Quest, progression: str = "linear", chapter_mode: str = "") -> Book:
    chapter = Chapter(id="C", title="x", quests=quests, progression=chapter_mode)
    return Book(
        era=Era.INLINE, locale="en_us", title="x", chapters=(chapter,), progression=progression
    )


A = Quest(id="A", chapter="C", title="a", tasks=(Task(id="T", type="custom", title="t"),))
B = Quest(id="B", chapter="C", title="b")


def _waiting(**fields: object) -> Quest:
    quest = Quest(id="W", chapter="C", title="w", dependencies=("A", "gone", "B"))
    return replace(quest, **fields)


@pytest.mark.parametrize(
    ("requirement", "minimum", "completed", "started", "holds"),
    [
        (Requirement.ALL_COMPLETED, 0, "AB", "", True),
        (Requirement.ALL_COMPLETED, 0, "A", "B", False),
        (Requirement.ONE_COMPLETED, 0, "A", "", True),
        (Requirement.ONE_COMPLETED, 0, "", "AB", False),
        (Requirement.ALL_STARTED, 0, "A", "B", True),
        (Requirement.ALL_STARTED, 0, "", "A", False),
        (Requirement.ONE_STARTED, 0, "", "B", True),
        (Requirement.ONE_STARTED, 0, "", "", False),
        (Requirement.ALL_COMPLETED, 1, "B", "", True),
        (Requirement.ONE_COMPLETED, 2, "B", "", False),
        (Requirement.ALL_COMPLETED, 3, "AB", "", False),
    ],
)
def test_the_dependency_rule(
    requirement: Requirement, minimum: int, completed: str, started: str, holds: bool
) -> None:
    quest = _waiting(requirement=requirement, minimum=minimum)
    book = _book(A, B, quest)
    progress = Done(frozenset(completed), frozenset(started))
    assert dependencies_complete(book, quest, progress) is holds


def test_what_stands_for_nothing_is_dropped() -> None:
    quest = _waiting(dependencies=("A", "gone", "T", "C", "0000000000000001"))
    assert list(valid_dependencies(_book(A, quest), quest)) == ["A", "T", "C", "0000000000000001"]
    lost = _waiting(dependencies=("gone",))
    assert dependencies_complete(_book(lost), lost, NO_PROGRESS)


def test_a_quest_is_excluded_when_others_used_up_what_it_needs() -> None:
    choice = replace(A, maximum_dependents=1)
    one, other = (Quest(id=each, chapter="C", title="x", dependencies=("A",)) for each in "XY")
    book = _book(choice, one, other)
    assert not excluded(book, one, Done(frozenset("A")))
    taken = Done(frozenset("AX"))
    assert used_up(book, choice, taken)
    assert excluded(book, other, taken)
    assert not excluded(book, one, taken)
    assert not startable(book, other, taken)
    assert not used_up(book, B, taken)


@pytest.mark.parametrize(
    ("quest_mode", "chapter_mode", "book_mode", "starts"),
    [
        ("", "", "linear", False),
        ("", "", "flexible", True),
        ("", "linear", "flexible", False),
        ("flexible", "linear", "linear", True),
    ],
)
def test_a_flexible_quest_starts_before_its_dependencies(
    quest_mode: str, chapter_mode: str, book_mode: str, starts: bool
) -> None:
    quest = _waiting(progression=quest_mode)
    book = _book(A, B, quest, progression=book_mode, chapter_mode=chapter_mode)
    assert startable(book, quest, NO_PROGRESS) is starts
    assert startable(book, quest, Done(frozenset("AB")))
