"""Saves that the rules of the game could not have made."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bridge.quests.contradictions import contradictions
from bridge.quests.model import Book, Chapter, Era, Hiding, Quest, Reward, Task
from bridge.quests.progress import TeamProgress


def task(name: str, amount: int = 1) -> Task:
    return Task(id=name, type="item", title=name, amount=amount)


BOOK = Book(
    era=Era.LANG,
    locale="en_us",
    title="Book",
    chapters=(
        Chapter(
            id="C",
            title="C",
            quests=(
                Quest(
                    id="A",
                    chapter="C",
                    title="A",
                    tasks=(task("ta", 4),),
                    rewards=(Reward(id="R", type="xp", title="XP"),),
                ),
                Quest(id="B", chapter="C", title="B", dependencies=("A",), tasks=(task("tb"),)),
                Quest(
                    id="H",
                    chapter="C",
                    title="H",
                    dependencies=("A",),
                    hiding=Hiding(until_complete=True),
                ),
            ),
        ),
        Chapter(
            id="S",
            title="S",
            always_invisible=True,
            quests=(Quest(id="Z", chapter="S", title="Z"),),
        ),
    ),
)


@pytest.mark.parametrize(
    ("completed", "tasks", "problems"),
    [
        ("", {}, []),
        ("A ta", {"ta": 4}, []),
        ("A ta B tb H Z C", {"ta": 4, "tb": 1}, []),
        ("gone", {"gone": 4}, []),
        # Full progress and yet open happens in real saves: `completed` decides.
        ("", {"ta": 4}, []),
        ("A", {"ta": 4}, [("A", "completed, and 1 required tasks are not")]),
        ("ta", {"ta": 4}, [("A", "not completed, and everything for it is")]),
        ("A ta", {"ta": 3}, [("ta", "the task is completed with 3 of 4")]),
        (
            "B tb H",
            {"tb": 1},
            [
                ("B", "completed, and what it depends on is not"),
                ("H", "completed, and hidden"),
                ("H", "completed, and what it depends on is not"),
            ],
        ),
        ("tb", {"tb": 1}, []),
    ],
)
def test_each_contradiction_is_told_once(
    completed: str, tasks: dict[str, int], problems: list[tuple[str, str]]
) -> None:
    progress = TeamProgress(
        completed=frozenset(completed.split()), tasks=tasks, claimed=frozenset({("", "R")})
    )
    assert [(each.id, each.problem) for each in contradictions(BOOK, progress)] == problems


def test_a_claim_of_a_reward_that_does_not_exist_is_one() -> None:
    progress = TeamProgress(claimed=frozenset({("p", "X"), ("p", "R")}))
    assert [each.id for each in contradictions(BOOK, progress)] == ["X"]


def test_what_is_done_may_depend_on_what_was_repeated_and_so_taken_out() -> None:
    first, second = BOOK.chapters[0].quests[:2]
    repeatable = replace(first, repeatable=True)
    progress = TeamProgress(completed=frozenset({"B", "tb"}), tasks={"tb": 1})
    (problem,) = contradictions(_book(first, second), progress)
    assert problem.id == "B"
    assert list(contradictions(_book(repeatable, second), progress)) == []
    # The chapter may say so for all its quests, and a quest that it is not.
    assert list(contradictions(_book(first, second, repeatable=True), progress)) == []
    once = replace(first, repeatable=False)
    assert list(contradictions(_book(once, second, repeatable=True), progress)) == [problem]


def _book(*quests: Quest, repeatable: bool | None = None) -> Book:
    chapter = Chapter(id="C", title="C", quests=quests, repeatable=repeatable)
    return replace(BOOK, chapters=(chapter,))
