"""What to do next, by what is done and what is carried."""

from __future__ import annotations

import pytest

from bridge.quests.model import Book, Chapter, Condition, Era, Hiding, Item, Quest, Task
from bridge.quests.nearest import fits, steps
from bridge.quests.progress import TeamProgress
from bridge.quests.shelf import Shelf, Stock


def task(name: str, item: str, amount: int, *, consume: bool | None = None) -> Task:
    wanted = (Item(id=item, name=item),)
    return Task(id=name, type="item", title=name, amount=amount, items=wanted, consume=consume)


QUESTS = (
    Quest(id="first", chapter="C", title="first", tasks=(task("t1", "m:iron", 10),)),
    Quest(
        id="second",
        chapter="C",
        title="second",
        tasks=(task("t2", "m:gold", 4), task("t3", "m:zinc", 4, consume=True)),
    ),
    Quest(id="extra", chapter="C", title="extra", optional=True, tasks=(task("t4", "m:iron", 1),)),
    Quest(id="locked", chapter="C", title="locked", dependencies=("first",)),
    Quest(id="joke", chapter="C", title="joke", hiding=Hiding(invisible=True)),
    Quest(id="done", chapter="C", title="done"),
    Quest(id="paused", chapter="C", title="paused", repeatable=True),
)
BOOK = Book(
    era=Era.LANG,
    locale="en_us",
    title="Book",
    chapters=(Chapter(id="C", title="C", quests=QUESTS),),
)


def shelf(**tasks: int) -> Shelf:
    progress = TeamProgress(completed=frozenset({"done"}), tasks=tasks, again={"paused": 5_000})
    return Shelf(Stock(BOOK), progress=progress, now=1.0)


def shares(here: Shelf, held: dict[str, int] | None = None) -> dict[str, float]:
    return {step.quest.id: step.share for step in steps(here, held)}


def test_only_what_is_seen_open_and_startable_now_is_next() -> None:
    assert list(shares(shelf())) == ["first", "second", "extra"]


def test_a_pause_between_repeats_ends() -> None:
    progress = TeamProgress(again={"paused": 5_000})
    assert "paused" in shares(Shelf(Stock(BOOK), progress=progress, now=6.0))


def test_the_nearest_to_done_comes_first_and_optional_ones_last() -> None:
    assert list(shares(shelf(t2=3).as_of(shelf().age, 1.0))) == ["second", "first", "extra"]
    assert shares(shelf(t2=3))["second"] == 3 / 8


def test_what_is_carried_counts_and_what_was_handed_in_is_added_to_it() -> None:
    held = {"m:iron": 5, "m:zinc": 1, "m:gold": 2}
    found = shares(shelf(t1=2, t2=3, t3=2), held)
    # Iron: 5 carried beat 2 seen. Gold: 3 seen beat 2 carried. Zinc: 2 handed in and 1 carried.
    assert found == {"second": (3 / 4 + 3 / 4) / 2, "first": 0.5, "extra": 1.0}


def test_what_is_missing_is_told_of_open_tasks_alone() -> None:
    progress = TeamProgress(completed=frozenset({"t2"}), tasks={"t3": 1})
    found = {step.quest.id: step for step in steps(Shelf(Stock(BOOK), progress=progress))}
    (left,) = found["second"].missing
    assert (left.task.id, left.have) == ("t3", 1)
    assert found["second"].share == (1 + 1 / 4) / 2


ITEM = Condition(kind="item", value="m:iron")
MOD = Condition(kind="mod", value="m")
TAG = Condition(kind="tag", value="c:ingots")


def every(kind: str, *parts: Condition) -> Condition:
    return Condition(kind=kind, parts=parts)


@pytest.mark.parametrize(
    ("condition", "answer"),
    [
        (ITEM, True),
        (Condition(kind="item", value="m:gold"), False),
        (MOD, True),
        (Condition(kind="mod", value="minecraft"), False),
        (TAG, None),
        (every("any", TAG, ITEM), True),
        (every("any", TAG), None),
        (every("any"), False),
        (every("all", MOD, ITEM), True),
        (every("all", MOD, TAG), None),
        (every("all", TAG, Condition(kind="mod", value="x")), False),
        (every("none", ITEM), False),
        (every("none", TAG), None),
        (every("none", Condition(kind="mod", value="x")), True),
        (every("one", ITEM, MOD), False),
        (every("one", ITEM), True),
        (every("one", ITEM, TAG), None),
    ],
)
def test_a_filter_tells_what_an_id_alone_can(condition: Condition, answer: bool | None) -> None:
    assert fits(condition, "m:iron") is answer
