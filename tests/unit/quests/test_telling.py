"""Nothing of what is hidden is in a book as it may be told."""

from __future__ import annotations

import json
from itertools import count

import pytest

from bridge.quests.listing import listing
from bridge.quests.model import (
    Book,
    Chapter,
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
from bridge.quests.telling import told_book
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
