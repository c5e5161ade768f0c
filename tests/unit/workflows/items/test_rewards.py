"""Quests that give an item, those that may be seen alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.core.actors import Player
from bridge.quests.model import Book, Chapter, Era, Hiding, Item, Quest, Reward, TableEntry
from bridge.quests.shelf import Shelf, Stock
from bridge.quests.viewer import ANYBODY, Viewer
from bridge.workflows.items.rewards import VisibleRewards

if TYPE_CHECKING:
    from collections.abc import Sequence

MARA = Player(name="Mara")


class OneBook:
    def __init__(self, shelf: Shelf | None) -> None:
        self._shelf = shelf

    async def shelf(self, locale: str, viewer: Viewer = ANYBODY) -> Shelf | None:
        del locale, viewer
        return self._shelf


def reward(item: str) -> Reward:
    return Reward(id="R1", type="item", title=item, item=Item(id=item, name=item))


async def titles(item: str, *quests: Quest) -> list[str]:
    chapter = Chapter(id="C1", title="Start", quests=tuple(quests))
    book = Book(era=Era.INLINE, locale="en_us", title="Book", chapters=(chapter,))
    found: Sequence[object] = await VisibleRewards(OneBook(Shelf(Stock(book)))).giving(
        item, MARA, "en_us"
    )
    return [getattr(each, "title", "") for each in found]


async def test_rewards_and_entries_of_their_tables() -> None:
    table = Reward(id="R2", type="random", title="?", entries=(TableEntry(reward=reward("a:b")),))
    quests = (
        Quest(id="01", chapter="C1", title="One", rewards=(reward("a:b"),)),
        Quest(id="02", chapter="C1", title="Two", rewards=(table,)),
        Quest(id="03", chapter="C1", title="Three", rewards=(reward("a:c"),)),
    )
    assert await titles("a:b", *quests) == ["One", "Two"]


async def test_hidden_quests_are_not_told() -> None:
    hidden = Quest(
        id="01",
        chapter="C1",
        title="Secret",
        rewards=(reward("a:b"),),
        hiding=Hiding(invisible=True),
    )
    assert await titles("a:b", hidden) == []


async def test_without_a_book_there_are_none() -> None:
    assert await VisibleRewards(OneBook(None)).giving("a:b", MARA, "en_us") == ()
