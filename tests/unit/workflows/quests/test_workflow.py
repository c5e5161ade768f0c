"""`/quests` and `/quest` over a library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.core.actors import Player
from bridge.modules.workflow import Call
from bridge.quests.model import Book, Chapter, Era, Quest
from bridge.quests.shelf import Shelf, Stock
from bridge.quests.viewer import ANYBODY, Viewer
from bridge.ui.render import plain
from bridge.workflows.quests.workflow import workflows

if TYPE_CHECKING:
    from collections.abc import Mapping


def shelf(*titles: str) -> Shelf:
    quests = tuple(
        Quest(id=f"{number:016X}", chapter="C1", title=title)
        for number, title in enumerate(titles, start=1)
    )
    chapter = Chapter(id="C1", title="Start", quests=quests)
    return Shelf(Stock(Book(era=Era.INLINE, locale="en_us", title="Book", chapters=(chapter,))))


class OneBook:
    def __init__(self, shelf: Shelf | None) -> None:
        self._shelf = shelf

    async def shelf(self, locale: str, viewer: Viewer = ANYBODY) -> Shelf | None:
        del locale, viewer
        return self._shelf


async def asked(here: Shelf | None, capability: str, given: Mapping[str, str]) -> str:
    flows = {flow.id: flow for flow in workflows(OneBook(here))}
    call = Call(player=Player(name="Mara"), language="en_us", input=given)
    return plain(await flows[capability].run(call), "en_us")


BOOK = shelf("Storage Basics", "Farming", "Storage", "Farming")


async def test_without_text_all_quests_are_listed() -> None:
    text = await asked(BOOK, "system:quests", {})
    assert text.count("Farming") == 2
    assert "Storage Basics" in text


async def test_with_text_those_that_match() -> None:
    text = await asked(BOOK, "system:quests", {"text": "storage"})
    assert "Storage Basics" in text
    assert "Farming" not in text


async def test_a_page_that_is_no_number_is_the_first() -> None:
    assert "Storage" in await asked(BOOK, "system:quests", {"page": "٣²"})


async def test_a_quest_by_title_or_id_is_shown_whole() -> None:
    for name in ("storage basics", "0000000000000001", "#0000000000000001"):
        assert (await asked(BOOK, "system:quest", {"quest": name})).startswith("Storage Basics")


async def test_a_title_of_two_quests_gives_a_choice() -> None:
    text = await asked(BOOK, "system:quest", {"quest": "farming"})
    assert text.splitlines() == [
        "Several quests could be “farming”",
        "[1] Farming (Start)",
        "[2] Farming (Start)",
    ]


async def test_no_match_repeats_the_words_once() -> None:
    for capability, key in (("system:quests", "text"), ("system:quest", "quest")):
        text = await asked(BOOK, capability, {key: "zeppelin"})
        assert text.splitlines()[0] == "No quest matches “zeppelin”."


async def test_a_server_without_a_book_says_so() -> None:
    for capability in ("system:quests", "system:quest"):
        assert await asked(None, capability, {}) == "This server has no quest book."


async def test_a_book_without_open_quests_says_so() -> None:
    assert "no quest that you may see" in await asked(shelf(), "system:quests", {})


async def test_words_that_are_no_title_give_suggestions() -> None:
    text = await asked(BOOK, "system:quest", {"quest": "basics of storage"})
    assert text.splitlines() == [
        "No quest is called “basics of storage”. Did you mean one of these?",
        "[1] Storage Basics (Start)",
        "[2] Storage (Start)",
    ]


async def test_suggestions_fit_one_card() -> None:
    text = await asked(shelf(*(f"Farm {n}" for n in range(20))), "system:quest", {"quest": "farm"})
    assert len(text.splitlines()) == 1 + 8


async def test_a_misspelt_word_is_forgiven_and_the_card_says_what_was_looked_for() -> None:
    text = await asked(BOOK, "system:quests", {"text": "storge"})
    assert text.splitlines()[0] == "Quests about “storage”  2"
    text = await asked(BOOK, "system:quest", {"quest": "storge"})
    assert text.startswith("No quest is called “storge”. Did you mean")
    assert "[1] Storage" in text
