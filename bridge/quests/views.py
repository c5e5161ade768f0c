"""The shelves of those who ask: one for each team and book, kept while neither changes."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from bridge.files.background import in_background
from bridge.quests.progress import worked_out
from bridge.quests.shelf import NOTHING, Shelf
from bridge.quests.viewer import NO_SAVE, Age

if TYPE_CHECKING:
    from uuid import UUID

    from bridge.core.clock import Clock
    from bridge.quests.progress import TeamProgress
    from bridge.quests.saves import Saved
    from bridge.quests.shelf import Stock
    from bridge.quests.viewer import Viewer

MOST: Final = 256
"""Views that are kept: a few kilobytes each."""


class Saving(Protocol):
    """Where the progress of players is."""

    async def of(self, player: UUID) -> Saved:
        """The progress of the team that this player is in now."""
        ...


class Views:
    """Made for one server. A player's team is looked up each time, so a change of party counts."""

    def __init__(self, saves: Saving, *, clock: Clock) -> None:
        self._saves = saves
        self._clock = clock
        self._kept: OrderedDict[tuple[str, str, bool], tuple[TeamProgress, Shelf]] = OrderedDict()

    async def of(self, stock: Stock, viewer: Viewer) -> Shelf:
        """The book as this player's team sees it now."""
        team, progress, age = "", NOTHING, NO_SAVE
        if viewer.uuid is not None:
            team, progress, age = _known(await self._saves.of(viewer.uuid))
        key = (stock.book.locale, team, viewer.everything)
        kept = self._kept.get(key)
        if kept is not None and kept[0] is progress and kept[1].stock is stock:
            shelf = kept[1]
        else:
            shelf = await in_background(partial(_made, stock, progress, viewer.everything))
            self._kept[key] = (progress, shelf)
        self._kept.move_to_end(key)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)
        return shelf.as_of(age, self._clock.now().timestamp())


def _known(saved: Saved) -> tuple[str, TeamProgress, Age]:
    if saved.age is None:
        return "", NOTHING, Age(problem=saved.problem)
    return saved.team, saved.progress, Age(seconds=saved.age, problem=saved.problem)


def _made(stock: Stock, progress: TeamProgress, everything: bool) -> Shelf:
    return Shelf(stock, progress=worked_out(stock.book, progress), everything=everything).ready()
