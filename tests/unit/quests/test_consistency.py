"""What is wrong with a book in itself."""

from __future__ import annotations

from bridge.quests.consistency import repeated_ids
from bridge.quests.model import Book, Chapter, Era, Quest, QuestLink, Reward, Task


def _book(*chapters: Chapter) -> Book:
    return Book(era=Era.INLINE, locale="en_us", title="x", chapters=chapters)


def test_an_id_of_a_second_object_is_told_once_with_both_files() -> None:
    task = Task(id="T", type="custom", title="x")
    first = Chapter(
        id="A",
        title="x",
        file="a.snbt",
        quests=(Quest(id="Q", chapter="A", title="x", tasks=(task,)),),
    )
    second = Chapter(
        id="B",
        title="x",
        file="b.snbt",
        quests=(
            Quest(id="Q", chapter="B", title="x", rewards=(Reward(id="T", type="xp", title=""),)),
        ),
        links=(QuestLink(id="L", quest="Q"), QuestLink(id="L", quest="Q")),
    )
    assert list(repeated_ids(_book(first, second))) == [
        ("b.snbt", "the id Q is used again, after a.snbt"),
        ("b.snbt", "the id T is used again, after a.snbt"),
        ("b.snbt", "the id L is used again, after b.snbt"),
    ]


def test_links_and_dependencies_repeat_nothing() -> None:
    quest = Quest(id="Q", chapter="A", title="x", dependencies=("Q", "gone"))
    chapter = Chapter(id="A", title="x", quests=(quest,), links=(QuestLink(id="L", quest="Q"),))
    assert list(repeated_ids(_book(chapter))) == []
