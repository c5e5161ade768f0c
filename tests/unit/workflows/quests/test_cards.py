"""Cards about quests: what stands on them, and what never does."""

from __future__ import annotations

from bridge.core.cards import Button, Plain, Run
from bridge.modules.repeating import MOST
from bridge.quests.model import (
    Book,
    Chapter,
    Era,
    Hiding,
    Quest,
    Requirement,
    Reward,
    Task,
)
from bridge.quests.shelf import Shelf, Stock
from bridge.ui.render import plain
from bridge.workflows.quests import cards


def quest(number: int, title: str, **fields: object) -> Quest:
    return Quest(id=f"{number:016X}", chapter="C1", title=title, **fields)  # pyright: ignore[reportArgumentType] - any field of a quest


SECRET = quest(9, "Secret Vault", hiding=Hiding(invisible=True))
BASICS = quest(
    1,
    "Storage Basics",
    subtitle="Boxes first",
    description=("Build a chest.", "", "Then another."),
    tasks=(
        Task(id="T1", type="item", title="4 x Chest"),
        Task(id="T2", type="checkmark", title="Look inside", optional=True),
    ),
    rewards=(Reward(id="R1", type="xp", title="10 XP"),),
)
DRIVES = quest(
    2,
    "A Drive for Every Chest",
    dependencies=(BASICS.id, SECRET.id),
    requirement=Requirement.ONE_COMPLETED,
)


def shelf(*more: Quest, everything: bool = False) -> Shelf:
    chapter = Chapter(id="C1", title="Getting Started", quests=(BASICS, DRIVES, SECRET, *more))
    book = Book(era=Era.LANG, locale="en_us", title="Book", chapters=(chapter,))
    return Shelf(Stock(book), everything=everything)


def test_a_list_names_quest_and_chapter_and_opens_each_by_its_id() -> None:
    here = shelf()
    card = cards.listing(here, here.find("storage"), text="storage", page=1)
    assert plain(card, "en_us").splitlines() == [
        "Quests about “storage”  1",
        "[1] Storage Basics (Getting Started)",
    ]
    assert card.buttons[0].action == Run("system:quest", {"quest": BASICS.id})


def test_a_long_list_goes_on_at_its_last_button() -> None:
    here = shelf(*(quest(100 + number, f"Farm {number}") for number in range(cards.PAGE + 3)))
    first = cards.listing(here, here.find("farm"), text="farm", page=1)
    assert len(first.buttons) == cards.PAGE + 1
    onward = first.buttons[-1].action
    assert onward == Run("system:quests", {"text": "farm", "page": "2"})
    second = cards.listing(here, here.find("farm"), text="farm", page=2)
    assert len(second.buttons) == 3
    shown = [button.label for card in (first, second) for button in card.buttons]
    assert len({label for label in shown if isinstance(label[0], Plain)}) == cards.PAGE + 3


def test_a_page_that_is_none_is_the_nearest_one() -> None:
    here = shelf()
    everything = here.open_quests
    for page in (0, -3, 99):
        assert cards.listing(here, everything, text="", page=page).buttons


def test_the_detail_has_tasks_rewards_and_what_it_needs() -> None:
    assert plain(cards.detail(shelf(), BASICS), "en_us").splitlines() == [
        "Storage Basics  Getting Started",
        "Boxes first",
        "Build a chest.",
        "Then another.",
        "To do",
        "- 4 x Chest",
        "- Look inside (optional)",
        "Rewards",
        "- 10 XP",
        "Can be started now.",
    ]


def test_a_hidden_quest_is_not_even_named_as_what_another_needs() -> None:
    text = plain(cards.detail(shelf(), DRIVES), "en_us")
    assert "[1] Needs: Storage Basics" in text
    assert "is enough" not in text
    assert "Secret" not in text
    whole = plain(cards.detail(shelf(everything=True), DRIVES), "en_us")
    assert "Needs: Secret Vault" in whole
    assert "One of what it needs is enough." in whole


def test_a_hidden_quest_is_not_found() -> None:
    here = shelf()
    assert here.find("vault") == ()
    assert here.named("Secret Vault") == ()
    assert here.named(SECRET.id) == ()
    assert SECRET not in here.open_quests
    assert shelf(everything=True).named("Secret Vault") == (SECRET,)


def test_a_description_is_cut_where_it_gets_long() -> None:
    long = quest(3, "Long", description=("x" * 600, "y" * 600))
    text = plain(cards.detail(shelf(long), long), "en_us")
    assert "x" * 600 in text
    assert "y" * (cards.DESCRIPTION - 600) + " …" in text
    assert "y" * (cards.DESCRIPTION - 599) not in text


def test_details_that_open_later_are_not_told() -> None:
    later = quest(
        4,
        "Later",
        description=("spoiler",),
        tasks=(Task(id="T9", type="item", title="spoiled item"),),
        dependencies=(BASICS.id,),
        hiding=Hiding(details_until_startable=True),
    )
    text = plain(cards.detail(shelf(later), later), "en_us")
    assert "spoil" not in text
    assert "can be read once it can be started" in text


def test_nothing_found_repeats_the_word_once() -> None:
    assert plain(cards.nothing("zzz"), "en_us").count("zzz") == 1


def test_long_words_of_a_player_are_cut() -> None:
    here, long = shelf(), "w" * 200
    told = (
        cards.nothing(long),
        cards.choices(here, [BASICS], text=long),
        cards.suggestions(here, [BASICS], text=long),
        cards.listing(here, [BASICS], text=long, page=1),
    )
    for card in told:
        text = plain(card, "en_us")
        assert "w" * (MOST - 1) + "…" in text
        assert "w" * MOST not in text


def test_more_tasks_and_needed_quests_than_fit_are_counted() -> None:
    many = tuple(quest(100 + number, f"Part {number}") for number in range(cards.ITEMS + 3))
    whole = quest(
        50,
        "Whole",
        dependencies=tuple(each.id for each in many),
        tasks=tuple(Task(id=f"{n}", type="custom", title="Do") for n in range(cards.ITEMS + 2)),
    )
    card = cards.detail(shelf(whole, *many), whole)
    text = plain(card, "en_us")
    assert text.count("- Do") == len(card.buttons) == cards.ITEMS
    assert "… (+2)" in text
    assert "Needs: … (+3)" in text


def test_choices_are_told_apart_by_chapter() -> None:
    card = cards.choices(shelf(), [BASICS, DRIVES], text="chest")
    assert [type(button) for button in card.buttons] == [Button, Button]
    assert "(Getting Started)" in plain(card, "en_us")
