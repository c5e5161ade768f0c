"""Nothing of what is hidden is in a book as it may be told."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import count

import pytest

from bridge.quests.listing import listing
from bridge.quests.model import (
    Book,
    Chapter,
    ChapterGroup,
    Condition,
    Era,
    Hiding,
    Item,
    Quest,
    QuestLink,
    Requirement,
    Reward,
    Task,
)
from bridge.quests.shelf import Shelf, Stock
from bridge.quests.telling import sight, sight_again, told_book
from bridge.ui.render import plain
from bridge.workflows.quests import cards

_numbers = count(1)


def word(place: str) -> str:
    """A word that stands nowhere else."""
    letters = "bcdfghjklm"
    return place + "".join(letters[int(digit)] for digit in f"{next(_numbers) * 7919:06d}")


def quest(name: str, **fields: object) -> Quest:
    """A quest with a word of its own in every field that is text."""
    item = Item(
        id=f"pack:{word('zitem')}",
        name=word("ziname"),
        condition=Condition(kind="item", value=f"pack:{word('zcond')}"),
    )
    return Quest(
        id=word("zid"),
        chapter="C",
        title=name,
        subtitle=word("zsub"),
        description=(word("zdesc"),),
        references=(word("zref"),),
        links=(f"https://{word('zlink')}.example",),
        tasks=(Task(id=word("ztid"), type="item", title=word("ztask"), items=(item,)),),
        rewards=(Reward(id=word("zrid"), type="command", title=word("zreward")),),
        extra=(("note", word("zextra")),),
        **fields,  # pyright: ignore[reportArgumentType] - any field of a quest
    )


OPEN = quest("Start")
HIDDEN = quest("Zhiddentitle", hiding=Hiding(invisible=True))
SEALED = quest("Sealed", dependencies=(OPEN.id,), hiding=Hiding(details_until_startable=True))
MUTE = quest("Mute", hiding=Hiding(text_until_complete=True))
AFTER = Quest(
    id="after",
    chapter="C",
    title="After",
    dependencies=(HIDDEN.id, OPEN.id, HIDDEN.tasks[0].id, "S", "nothing"),
    requirement=Requirement.ONE_COMPLETED,
    references=(HIDDEN.id, OPEN.id),
)
VAULT = quest("Zvaulttitle")
TWIN = Quest(id=OPEN.id, chapter="C", title="Ztwintitle", hiding=Hiding(invisible=True))
BOOK = Book(
    era=Era.LANG,
    locale="en_us",
    title="Book",
    chapters=(
        Chapter(
            id="C",
            title="Basics",
            quests=(OPEN, HIDDEN, SEALED, MUTE, AFTER, TWIN),
            links=(QuestLink(id="L1", quest=OPEN.id), QuestLink(id="L2", quest=HIDDEN.id)),
        ),
        Chapter(id="S", title="Zsecretchapter", always_invisible=True, quests=(VAULT,)),
    ),
)


def _details(quest: Quest) -> set[str]:
    (task,), (reward,) = quest.tasks, quest.rewards
    (item,) = task.items
    condition = item.condition
    assert condition is not None
    return {
        *(task.id, task.title, item.id.partition(":")[2], item.name, reward.id, reward.title),
        *(condition.value.partition(":")[2], str(quest.extra[0][1])),
    }


def _text(quest: Quest) -> set[str]:
    return {*quest.description, *quest.references, quest.links[0][8:].partition(".")[0]}


def _all(quest: Quest) -> set[str]:
    return {quest.id, quest.title, quest.subtitle} | _details(quest) | _text(quest)


SECRETS = sorted(
    _all(HIDDEN)
    | _all(VAULT)
    | _details(SEALED)
    | _text(SEALED)
    | _text(MUTE)
    | {"Ztwintitle", "Zsecretchapter"}
)
SHELF = Shelf(Stock(BOOK))


@pytest.mark.parametrize("secret", SECRETS)
def test_no_hidden_word_finds_names_or_corrects_to_anything(secret: str) -> None:
    assert SHELF.find(secret) == ()
    assert SHELF.named(secret) == ()
    assert SHELF.corrected(f"{secret}s") == ""


def test_no_hidden_word_is_in_a_card_or_a_listing() -> None:
    shown = [
        json.dumps(listing(SHELF.book, SHELF.open_quests)),
        plain(cards.listing(SHELF, SHELF.open_quests, text="", page=1), "en_us"),
        repr(SHELF.open_quests),
        repr(told_book(BOOK)),
        *(plain(cards.detail(SHELF, each), "en_us") for each in (OPEN, SEALED, MUTE, AFTER)),
    ]
    for secret in SECRETS:
        assert not [text for text in shown if secret in text]


def test_what_may_be_told_is_found_all_the_same() -> None:
    for seen in (
        _details(OPEN) | {*OPEN.description} | _details(MUTE) | {SEALED.subtitle, MUTE.subtitle}
    ):
        told = repr(SHELF.open_quests)
        assert seen in told
    for each, words in ((OPEN, OPEN.description[0]), (MUTE, MUTE.tasks[0].title)):
        assert [found.id for found in SHELF.find(words)] == [each.id]
    assert SHELF.is_open(SEALED)
    assert [each.title for each in SHELF.find(SEALED.subtitle)] == ["Sealed"]


@pytest.mark.parametrize("secret", sorted(_text(SEALED) - {*SEALED.references, SEALED.links[0]}))
def test_an_administrator_is_told_everything(secret: str) -> None:
    assert secret in repr(Shelf(Stock(BOOK), everything=True).open_quests)


def test_hidden_dependencies_and_links_are_not_there() -> None:
    book = told_book(BOOK)
    after = book.quest("after")
    assert after is not None
    assert (after.dependencies, after.references) == ((OPEN.id,), (OPEN.id,))
    assert [link.id for link in book.chapters[0].links] == ["L1"]
    assert "is enough" not in plain(cards.detail(SHELF, after), "en_us")
    assert "is enough" not in plain(cards.detail(SHELF, AFTER), "en_us")


def test_a_dependency_on_a_chapter_or_a_task_that_is_seen_stays() -> None:
    later = Quest(id="L", chapter="C", title="L", dependencies=("C", OPEN.tasks[0].id))
    chapter = Chapter(id="C", title="Basics", quests=(OPEN, later))
    told = told_book(Book(era=Era.LANG, locale="en_us", title="", chapters=(chapter,))).quest("L")
    assert told == later


def _book(chapter: Chapter, **fields: object) -> Book:
    return Book(era=Era.INLINE, locale="en_us", title="B", chapters=(chapter,), **fields)  # pyright: ignore[reportArgumentType] - any field of a book


FIRST = Quest(id="1", chapter="C", title="First", tasks=(Task(id="T", type="x", title="T"),))
SECOND = Quest(id="2", chapter="C", title="Second", dependencies=("1",))
PAGE = Chapter(id="C", title="C", quests=(FIRST, SECOND))


@pytest.mark.parametrize(
    "changed",
    [
        _book(replace(PAGE, title="Other", subtitle=("s",))),
        _book(replace(PAGE, quests=(replace(FIRST, title="x", description=("y",)), SECOND))),
        replace(_book(PAGE), title="Other"),
    ],
)
def test_what_everybody_sees_is_kept_where_only_words_change(changed: Book) -> None:
    before = sight(_book(PAGE))
    again = sight_again(before, changed)
    assert again is not None
    fresh = sight(changed)
    assert (again.book, again.parts, again.chapters) == (changed, fresh.parts, fresh.chapters)
    assert [again.name(each) for each in "12TC"] == [fresh.name(each) for each in "12TC"]


@pytest.mark.parametrize(
    "changed",
    [
        _book(PAGE, hide_excluded=True),
        _book(PAGE, progression="flexible"),
        _book(PAGE, groups=(ChapterGroup(id="2", title="G"),)),
        replace(_book(PAGE), chapters=(PAGE, replace(PAGE, id="D"))),
        replace(_book(PAGE), chapters=()),
        _book(replace(PAGE, id="D")),
        _book(replace(PAGE, group="G")),
        _book(replace(PAGE, always_invisible=True)),
        _book(replace(PAGE, progression="flexible")),
        _book(replace(PAGE, hiding=Hiding(until_complete=True))),
        _book(replace(PAGE, links=(QuestLink(id="L", quest="2"),))),
        _book(replace(PAGE, quests=(SECOND, FIRST))),
        *(
            _book(replace(PAGE, quests=(FIRST, replace(SECOND, **change))))
            for change in (
                {"id": "3"},
                {"dependencies": ("1", "T")},
                {"hiding": Hiding(invisible=True)},
                {"requirement": Requirement.ONE_STARTED},
                {"minimum": 1},
                {"maximum_dependents": 1},
                {"progression": "linear"},
                {"tasks": (Task(id="U", type="x", title="U"),)},
            )
        ),
    ],
)
def test_what_everybody_sees_is_worked_out_anew_where_a_rule_changes(changed: Book) -> None:
    assert sight_again(sight(_book(PAGE)), changed) is None
