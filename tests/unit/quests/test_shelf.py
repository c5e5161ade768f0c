"""One book in one language, as somebody sees it who has done nothing yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridge.quests.model import Book, Chapter, Era, Hiding, Quest, Task
from bridge.quests.shelf import Shelf, Stock

if TYPE_CHECKING:
    from collections.abc import Iterable

FIRST = Quest(id="A", chapter="C", title="Storage Basics")
LEGACY = Quest(
    id="B", chapter="C", title="Storage Later", dependencies=("A",), hiding=Hiding(legacy=True)
)
SECRET = Quest(id="D", chapter="C", title="Secret Storage", hiding=Hiding(invisible=True))
MODEST = Quest(
    id="E",
    chapter="C",
    title="Modest",
    dependencies=("A", "task", "nothing", "D"),
    hiding=Hiding(details_until_startable=True, text_until_complete=True),
    tasks=(Task(id="task", type="custom", title="Do it"),),
)
TWINS = tuple(Quest(id=each, chapter="G", title="Twin") for each in ("F1", "F2"))
BOOK = Book(
    era=Era.INLINE,
    locale="en_us",
    title="Book",
    chapters=(
        Chapter(id="C", title="Start", quests=(FIRST, LEGACY, SECRET, MODEST)),
        Chapter(id="G", title="", quests=TWINS),
    ),
)


def ids(quests: Iterable[Quest]) -> list[str]:
    return [quest.id for quest in quests]


@pytest.mark.parametrize(
    ("minecraft", "seen"),
    [
        (None, ["A", "E", "F1", "F2"]),
        ((1, 19, 2), ["A", "E", "F1", "F2"]),
        ((1, 20), ["A", "B", "E", "F1", "F2"]),
        ((1, 21, 1), ["A", "B", "E", "F1", "F2"]),
    ],
)
def test_what_is_open_depends_on_the_version_and_stands_in_the_books_order(
    minecraft: tuple[int, ...] | None, seen: list[str]
) -> None:
    shelf = Shelf(Stock(BOOK, minecraft)).ready()
    assert ids(shelf.open_quests) == seen
    assert [quest.id for quest in BOOK.quests() if shelf.is_open(quest)] == seen


def test_what_is_hidden_is_neither_found_nor_named() -> None:
    shelf = Shelf(Stock(BOOK))
    assert ids(shelf.find("storage")) == ["A"]
    assert shelf.find("secret") == ()
    for text in ("Secret Storage", "D", "#d"):
        assert "D" not in ids(shelf.named(text))


def test_an_administrator_sees_everything() -> None:
    shelf = Shelf(Stock(BOOK, (1, 19, 2)), everything=True)
    assert ids(shelf.open_quests) == ids(BOOK.quests())
    assert set(ids(shelf.find("storage"))) == {"A", "B", "D"}
    assert ids(shelf.named("secret storage")) == ["D"]
    assert shelf.tells_details(MODEST)
    assert shelf.tells_text(MODEST)


def test_details_and_text_may_be_hidden_of_an_open_quest() -> None:
    shelf = Shelf(Stock(BOOK))
    assert shelf.is_open(MODEST)
    assert not shelf.tells_details(MODEST)
    assert not shelf.tells_text(MODEST)
    assert shelf.tells_details(FIRST)
    assert shelf.tells_text(FIRST)


def test_names_are_ids_and_titles_in_any_case_and_may_mean_several() -> None:
    shelf = Shelf(Stock(BOOK))
    assert ids(shelf.named("#e")) == ["E"]
    assert ids(shelf.named("MODEST")) == ["E"]
    assert ids(shelf.named("twin")) == ["F1", "F2"]
    assert shelf.named("zeppelin") == ()


def test_words_that_are_no_title_name_nothing() -> None:
    shelf = Shelf(Stock(BOOK))
    assert shelf.named("storage") == ()
    assert ids(shelf.find("storage")) == ["A"]
    assert ids(shelf.named("storages: basic!")) == ["A"]


def test_a_misspelt_word_is_put_right_to_what_may_be_seen() -> None:
    assert Shelf(Stock(BOOK)).corrected("storge bascis") == "storage basics"
    assert Shelf(Stock(BOOK)).corrected("sekret") == ""
    assert Shelf(Stock(BOOK), everything=True).corrected("sekret") == "secret"


def test_a_quest_says_its_chapter() -> None:
    shelf = Shelf(Stock(BOOK))
    assert shelf.chapter_title(FIRST) == "Start"
    assert shelf.chapter_title(TWINS[0]) == ""
    assert shelf.chapter_title(Quest(id="Z", chapter="gone", title="Z")) == ""


def test_what_is_needed_are_the_open_quests_among_the_dependencies() -> None:
    assert ids(Shelf(Stock(BOOK)).needed_by(MODEST)) == ["A"]
    assert ids(Shelf(Stock(BOOK), everything=True).needed_by(MODEST)) == ["A", "D"]
    assert Shelf(Stock(BOOK)).needed_by(FIRST) == ()


def test_an_empty_book_has_nothing() -> None:
    shelf = Shelf(Stock(Book(era=Era.LANG, locale="en_us", title="Book"))).ready()
    assert (shelf.open_quests, shelf.find("x"), shelf.named("x")) == ((), (), ())
