"""Look-ups in a book."""

from __future__ import annotations

from bridge.quests.model import Book, Chapter, ChapterGroup, Era, Quest, RewardTable, Task

TASK = Task(id="T", type="custom", title="Task")
FIRST = Quest(id="Q", chapter="A", title="First", tasks=(TASK,))
TWIN = Quest(id="Q", chapter="B", title="Twin")
LATER = Quest(id="R", chapter="B", title="Later", dependencies=("Q", "T"))
BOOK = Book(
    era=Era.INLINE,
    locale="en_us",
    title="Book",
    groups=(ChapterGroup(id="G", title="Group"),),
    chapters=(
        Chapter(id="A", title="A", group="G", quests=(FIRST,)),
        Chapter(id="B", title="B", quests=(TWIN, LATER)),
    ),
    tables=(RewardTable(id="X", title="Table"),),
)


def test_the_first_of_two_with_one_id_is_found() -> None:
    assert BOOK.quest("Q") is FIRST
    assert list(BOOK.quests()) == [FIRST, TWIN, LATER]


def test_everything_is_found_by_id() -> None:
    assert BOOK.quest_of_task("T") is FIRST
    assert BOOK.chapter("B") is BOOK.chapters[1]
    assert BOOK.group("G") is BOOK.groups[0]
    assert BOOK.table("X") is BOOK.tables[0]
    assert [BOOK.has(each) for each in ("Q", "T", "A", "G", "X", "gone")] == [True] * 4 + [
        False
    ] * 2


def test_what_is_not_there_is_none() -> None:
    assert BOOK.quest("gone") is None
    assert BOOK.quest_of_task("gone") is None
    assert BOOK.chapter("gone") is None
    assert BOOK.group("gone") is None
    assert BOOK.table("gone") is None


def test_dependents_are_known() -> None:
    assert list(BOOK.dependents("Q")) == ["R"]
    assert list(BOOK.dependents("T")) == ["R"]
    assert list(BOOK.dependents("R")) == []
