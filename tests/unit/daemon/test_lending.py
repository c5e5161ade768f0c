"""One search over notes, quests and items of a server."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar
from uuid import UUID

from bridge.core.actors import Player
from bridge.daemon.lending import ItemFinder, server_search
from bridge.items.library import Building, Missing
from bridge.knowledge.entries import Source, Viewer
from bridge.knowledge.library import Folders, KnowledgeLibrary
from bridge.quests.loading import load_book
from bridge.quests.shelf import Shelf, Stock
from bridge.workflows.items.direct import DirectItems
from tests.fakes.clock import FakeClock
from tests.fakes.quest_books import quest_id, write_book
from tests.unit.items.conftest import pack, server

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from pathlib import Path

    from bridge.items.store import ItemStore
    from bridge.knowledge.search import Search
    from bridge.tools.readers.items import Items

__all__ = ["pack", "server"]

T = TypeVar("T")
VIEWER = Viewer(player=Player(name="Mara", uuid=UUID(int=1)), language="en_us")
NOTE = "# Fuel\nEverybody leaves one blaze rod in the box at the gate.\n\n# Rules\nNo griefing."


@dataclass
class NotYet:
    """An index that is not there."""

    state: Building | Missing

    async def ask(self, question: Callable[[ItemStore], T]) -> T | Building | Missing:
        del question
        return self.state


class Book:
    """A book that everybody sees alike."""

    def __init__(self, shelf: Shelf | None = None) -> None:
        self._shelf = shelf

    async def shelf(self, locale: str, viewer: object) -> Shelf | None:
        del locale, viewer
        return self._shelf


@asynccontextmanager
async def searching(root: Path, items: Items, book: Book) -> AsyncGenerator[Search]:
    (root / "config" / "knowledge").mkdir(parents=True)
    (root / "config" / "knowledge" / "town.md").write_text(NOTE)
    folders = Folders(root=root, shipped=root / "none")
    library = KnowledgeLibrary(folders, cache=None, clock=FakeClock())
    async with library.opened():
        await library.reload()
        yield server_search(library, "main", book, items)


async def keys(search: Search, text: str, *sources: Source, language: str = "en_us") -> list[str]:
    viewer = Viewer(player=VIEWER.player, language=language)
    hits = await search.find(viewer, text, sources=frozenset(sources or Source))
    return [hit.entry.key for hit in hits]


async def test_items_stand_beside_the_notes_that_speak_of_them(
    tmp_path: Path, pack: ItemStore
) -> None:
    async with searching(tmp_path / "root", DirectItems(pack), Book()) as search:
        asked = "where do I get blaze rods?"
        assert await keys(search, asked) == ["town.md#1", "minecraft:blaze_rod"]
        assert await keys(search, asked, Source.ITEMS) == ["minecraft:blaze_rod"]
        assert await keys(search, asked, Source.NOTES) == ["town.md#1"]
        (hit,) = await search.find(VIEWER, "great hammer")
        assert (hit.entry.name, hit.snippet) == ("Great Hammer", "tools:hammer (Fine Tools)")


async def test_items_are_found_by_their_chinese_names(tmp_path: Path, pack: ItemStore) -> None:
    async with searching(tmp_path / "root", DirectItems(pack), Book()) as search:
        assert await keys(search, "烈焰棒在哪里", language="zh_cn") == ["minecraft:blaze_rod"]
        assert await keys(search, "铁锭", language="zh_cn") == ["minecraft:iron_ingot"]


async def test_an_item_that_says_little_of_the_question_is_no_answer(
    tmp_path: Path, pack: ItemStore
) -> None:
    async with searching(tmp_path / "root", DirectItems(pack), Book()) as search:
        assert await keys(search, "rules about griefing with iron tools") == ["town.md#2"]
        assert await keys(search, "zeppelin hangar") == []


async def test_an_index_that_is_being_built_holds_nothing_up(tmp_path: Path) -> None:
    for number, state in enumerate((Building(), Missing("no space"))):
        async with searching(tmp_path / f"{number}", NotYet(state), Book()) as search:
            assert await keys(search, "blaze rod") == ["town.md#1"]


async def test_what_one_may_find_of_quests_is_what_the_shelf_has_open(tmp_path: Path) -> None:
    write_book(tmp_path, files=2, quests=8, size=4_000)
    book = load_book(tmp_path).book
    assert book is not None
    shelf = Shelf(Stock(book, None))
    hidden = {quest.id for quest in book.quests()} - {quest.id for quest in shelf.open_quests}
    assert hidden
    async with searching(tmp_path / "root", NotYet(Building()), Book(shelf)) as search:
        for quest in book.quests():
            found = await keys(search, quest.title, Source.QUESTS)
            assert (quest.id in found) is (quest.id not in hidden)
        assert quest_id(1) not in hidden


def test_each_says_what_it_is_the_source_of() -> None:
    assert ItemFinder(NotYet(Building())).source is Source.ITEMS
