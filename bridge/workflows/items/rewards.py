"""Quests that give an item, as far as the player may see them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from bridge.quests.viewer import ANYBODY, Viewer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bridge.core.actors import Player
    from bridge.quests.model import Reward
    from bridge.quests.shelf import Shelf

MOST: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestReward:
    """A quest that gives the item: its id and title."""

    quest: str
    title: str


class QuestRewards(Protocol):
    """Where quest rewards come from; whoever answers shows only what this player may see."""

    async def giving(self, item: str, player: Player, language: str) -> Sequence[QuestReward]:
        """The visible quests that give this item."""
        ...


class Library(Protocol):
    """Where the book is."""

    async def shelf(self, locale: str, viewer: Viewer = ANYBODY) -> Shelf | None:
        """The book as this player sees it; None where the server has none."""
        ...


class VisibleRewards:
    """The rewards of the quests that the player may see."""

    def __init__(self, library: Library) -> None:
        self._library = library

    async def giving(self, item: str, player: Player, language: str) -> Sequence[QuestReward]:
        """As `QuestRewards`."""
        shelf = await self._library.shelf(language, Viewer(uuid=player.uuid))
        if shelf is None:
            return ()
        found = [
            QuestReward(quest=quest.id, title=quest.title)
            for quest in shelf.open_quests
            if shelf.tells_details(quest)
            and any(item in _items(reward) for reward in quest.rewards)
        ]
        return found[:MOST]


def _items(reward: Reward) -> Iterator[str]:
    if reward.item is not None:
        yield from reward.item.ids()
    for entry in reward.entries:
        yield from _items(entry.reward)
