"""Finding quests by words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.quests.model import Book, Chapter, Condition, Era, Item, Quest, Task
from bridge.quests.search import Field, QuestIndex
from bridge.quests.visibility import ALL, DETAILS, NAME, TEXT


def _quest(number: int, title: str, **fields: object) -> Quest:
    quest = Quest(id=f"{number:016X}", chapter="C", title=title)
    for name, value in fields.items():
        object.__setattr__(quest, name, value)
    return quest


def _item_task(*items: Item) -> Task:
    return Task(id="T", type="item", title="32 x Something", items=items)


LOGS = Item(
    id="itemfilters:or",
    name="Any log",
    condition=Condition(kind="any", parts=(Condition(kind="item", value="minecraft:oak_log"),)),
)
QUESTS = (
    _quest(1, "First Steps", description=("Put your storage somewhere safe.",)),
    _quest(2, "Chests", tasks=(_item_task(Item(id="mod:storage_crate", name="Crate")),)),
    _quest(3, "A Place for Things", subtitle="Storage made easy"),
    _quest(4, "Storage Drives"),
    _quest(5, "Storage"),
    _quest(6, "Wood", tasks=(_item_task(LOGS),)),
    _quest(7, "Twin"),
    _quest(8, "Twin"),
    _quest(9, "Bee"),
    _quest(10, "Bees?!"),
)
CHINESE = (
    _quest(11, "更好的储存", description=("把物品放进箱子。",)),
    _quest(12, "ME网络", subtitle="储存所有东西"),
)
BOOK = Book(
    era=Era.INLINE,
    locale="en_us",
    title="Book",
    chapters=(
        Chapter(id="C", title="Basics", quests=QUESTS),
        Chapter(id="D", title="Digital Storage", quests=(_quest(13, "Energy Cell"),)),
        Chapter(id="E", title="进阶", quests=CHINESE),
    ),
)
INDEX = QuestIndex(BOOK)


def _found(text: str, limit: int = 20) -> list[int]:
    return [int(hit.quest.id, 16) for hit in INDEX.find(text, limit=limit)]


@pytest.mark.parametrize("question", ["storage", "What quests are about storages?", "STORAGE"])
def test_title_subtitle_task_chapter_and_description_rank_in_this_order(question: str) -> None:
    assert _found(question) == [5, 4, 3, 2, 13, 1]


def test_each_hit_says_which_field_told_most() -> None:
    fields = [hit.field for hit in INDEX.find("storage", limit=20)]
    assert fields == [
        *(Field.TITLE, Field.TITLE, Field.SUBTITLE),
        *(Field.TASK, Field.CHAPTER, Field.DESCRIPTION),
    ]
    assert [hit.field for hit in INDEX.find("#00000000000000d", limit=1)] == []
    assert INDEX.find("#000000000000000d", limit=1)[0].field is Field.ID


def test_numbers_are_whole_tokens() -> None:
    assert _found("2") == []
    assert _found("32") == [2, 6]


def test_items_of_a_filter_are_found() -> None:
    assert _found("oak logs") == [6]


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("储存", [11, 12]),
        ("有哪些关于储存的任务", [11, 12]),
        ("箱子", [11]),
        ("箱", [11]),
        ("网络", [12]),
    ],
)
def test_chinese_is_found_inside_its_runs(question: str, found: list[int]) -> None:
    assert _found(question) == found


def test_more_of_the_words_are_better_than_fewer() -> None:
    assert _found("digital storage energy")[0] == 13


def test_no_more_than_asked_for_are_given() -> None:
    assert _found("storage", limit=2) == [5, 4]


def test_words_that_nobody_wrote_find_nothing() -> None:
    assert _found("xylophone") == []
    assert _found("") == []
    assert _found("?!") == []


def test_a_title_that_is_not_unique_needs_its_chapter() -> None:
    unique = {int(q.id, 16) for q in BOOK.quests() if len(INDEX.by_title(q.title)) == 1}
    assert {int(q.id, 16) for q in BOOK.quests()} - unique == {7, 8}


def test_titles_and_ids_are_found_exactly() -> None:
    assert [INDEX.quest(row).title for row in INDEX.by_title("  TWIN ")] == ["Twin", "Twin"]
    assert INDEX.by_title("nothing") == ()
    assert INDEX.by_id("#1") is None
    found = INDEX.by_id(f"#{1:016x}")
    assert found is not None
    assert INDEX.quest(found).title == "First Steps"


def test_a_book_without_quests_can_be_asked() -> None:
    empty = QuestIndex(Book(era=Era.INLINE, locale="en_us", title="x"))
    assert empty.find("storage", limit=5) == ()


@given(st.text(max_size=20))
def test_any_question_is_answered_the_same_twice(question: str) -> None:
    assert _found(question) == _found(question)
    assert set(_found(question)) <= set(range(1, 14))


def readable(parts: bytes) -> Book:
    """The book with what may be read alone, as another index would be built for it."""
    row = iter(parts)
    chapters = tuple(
        replace(
            chapter,
            quests=tuple(
                replace(
                    quest,
                    tasks=quest.tasks if part & DETAILS else (),
                    description=quest.description if part & TEXT else (),
                )
                for quest in chapter.quests
                if (part := next(row))
            ),
        )
        for chapter in BOOK.chapters
    )
    return replace(BOOK, chapters=chapters)


QUESTIONS = st.lists(
    st.sampled_from(["storage", "32", "oak", "digital", "energy", "储存", "网络", "twin", "first"]),
    max_size=3,
).map(" ".join)


@given(
    st.lists(
        st.sampled_from([0, NAME, NAME | DETAILS, ALL]),
        min_size=len(list(BOOK.quests())),
        max_size=len(list(BOOK.quests())),
    ).map(bytes),
    QUESTIONS,
)
def test_a_shared_index_answers_as_one_built_for_what_may_be_read(
    parts: bytes, question: str
) -> None:
    own = QuestIndex(readable(parts))
    shared = [
        (hit.quest.id, hit.field, hit.score) for hit in INDEX.find(question, limit=20, parts=parts)
    ]
    assert shared == [(hit.quest.id, hit.field, hit.score) for hit in own.find(question, limit=20)]
    titles = [INDEX.quest(row).id for row in INDEX.by_title(question, parts)]
    assert titles == [own.quest(row).id for row in own.by_title(question)]
    for word in question.split():
        assert INDEX.shows(word, parts) == (word in own.words)


def test_chapters_that_did_not_change_are_not_indexed_again() -> None:
    first, *others = BOOK.chapters
    renamed = replace(BOOK, chapters=(replace(first, title="Zeppelins"), *others))
    again = QuestIndex(renamed, INDEX)
    assert again.pages[0] is not INDEX.pages[0]
    assert again.pages[1:] == INDEX.pages[1:]
    assert again.find("zeppelin", limit=1)
