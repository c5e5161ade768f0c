"""The quest book of one server as it is now: read in the background, and again when it changes.

Each reading builds a whole new snapshot. A chapter that cannot be read is a problem that is told
once, and the rest of the book is there.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing
from functools import partial
from typing import TYPE_CHECKING, Final

from bridge.files.background import in_background
from bridge.files.tree import Beside, tree_states
from bridge.quests.viewer import ANYBODY

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from bridge.core.clock import Clock
    from bridge.quests.loading import LoadedBook, Problem
    from bridge.quests.shelf import Shelf, Stock
    from bridge.quests.viewer import Viewer
    from bridge.quests.views import Views

_logger = logging.getLogger(__name__)

MAIN: Final = "en_us"
OTHERS: Final = ("zh_cn",)
PLACE: Final = "config/ftbquests"
SETTLE_SECONDS: Final = 0.01
"""Short, since a change costs no more than what it changed."""
READ_TOO: Final = (
    "config/packmode.cfg",
    "config/openloader/resources/*/assets/*/lang/*.json",
    "kubejs/assets/*/lang/*.json",
    "resources/*/lang/*.json",
    "resources/*/lang/*.lang",
)
"""What else a book is read from: the mode of a 1.12 pack, and the words behind its titles."""


class QuestLibrary:
    """Made for one server's folder; `keep` reads the book and follows its changes.

    `minecraft` tells the game's version, such as (1, 20, 1), once the server has said it. `world`
    is the folder of the world that is played; without it, the one that server.properties names.
    """

    def __init__(
        self,
        directory: Path,
        *,
        clock: Clock,
        minecraft: Callable[[], tuple[int, ...] | None] = lambda: None,
        world: Callable[[], Path] | None = None,
    ) -> None:
        self._directory = directory
        self._minecraft = minecraft
        self._clock = clock
        self._world = world
        self._stocks: Mapping[str, Stock] = {}
        self._views: Views | None = None
        self._loaded: LoadedBook | None = None
        self._read_for: tuple[int, ...] | None = None
        self._problems: tuple[Problem, ...] = ()
        self._summary = ""
        self._failure = ""
        self._reading = asyncio.Lock()
        self._begun = 0
        self._finished = 0
        self._has_read = asyncio.Event()
        self._titles: frozenset[str] = frozenset()
        self._renewed = asyncio.Event()

    async def shelf(self, locale: str, viewer: Viewer = ANYBODY) -> Shelf | None:
        """The book in this language as this player sees it; None where the server has none.

        Waits for the first reading. Where that failed there is no book.
        """
        await self._has_read.wait()
        if self._is_of_another_version():
            async with self._reading:
                if self._is_of_another_version():
                    await self._renew()
        stock = self._stocks.get(locale) or self._stocks.get(MAIN)
        if stock is None or self._views is None:
            return None
        return await self._views.of(stock, viewer)

    async def newer_titles(self, known: frozenset[str] | None) -> frozenset[str]:
        """The titles of open quests in all languages, once they are others than `known`."""
        while not self._has_read.is_set() or self._titles == known:
            await self._renewed.wait()
        return self._titles

    async def keep(self) -> None:
        """Read the book now, and again whenever a file of it changes, until cancelled."""
        beside = Beside(self._directory, READ_TOO)
        states = tree_states(
            self._directory / PLACE, clock=self._clock, beside=beside, settle=SETTLE_SECONDS
        )
        async with aclosing(states):
            async for _ in states:
                await self.reload()

    async def reload(self) -> str:
        """Read the book again; what it holds, in one line.

        Those who ask while it is being read share the one reading after that.
        """
        asked = self._begun
        async with self._reading:
            if self._finished <= asked:
                await self._renew()
            return self._summary

    def _is_of_another_version(self) -> bool:
        """Whether the log has told the version meanwhile; what is hidden may depend on it."""
        return bool(self._stocks) and self._read_for != self._minecraft()

    async def _renew(self) -> None:
        """Read the book. What goes wrong in that is logged, and the book stays as it was."""
        self._begun = number = self._begun + 1
        minecraft = self._minecraft()
        try:
            loaded, self._stocks = await in_background(partial(self._read, minecraft))
            self._titles = await in_background(partial(_looked_through, loaded, self._stocks))
        except Exception as error:
            # No book may end the daemon, whatever is in it.
            if repr(error) != self._failure:
                _logger.exception("quests: the book could not be read: an error on our side")
            self._failure = repr(error)
            self._summarise(f"quests: the book could not be read ({type(error).__name__})")
        else:
            self._report(loaded)
        self._read_for = minecraft
        self._finished = number
        self._has_read.set()
        self._renewed.set()
        self._renewed = asyncio.Event()

    def _read(self, minecraft: tuple[int, ...] | None) -> tuple[LoadedBook, Mapping[str, Stock]]:
        # Imported here, in the thread that reads: the daemon is ready without them.
        from bridge.quests.loading import load_book
        from bridge.quests.saves import Saves, live_world
        from bridge.quests.shelf import Stock
        from bridge.quests.views import Views

        if self._views is None:
            saves = Saves(self._world or partial(live_world, self._directory), clock=self._clock)
            self._views = Views(saves, clock=self._clock)
        before = self._loaded
        self._loaded = loaded = load_book(
            self._directory, locale=MAIN, others=OTHERS, before=before
        )
        if loaded.book is None:
            return loaded, {}
        books = {MAIN: loaded.book, **loaded.localised}
        return loaded, {
            locale: Stock(book, minecraft, self._stocks.get(locale)).ready()
            for locale, book in books.items()
        }

    def _report(self, loaded: LoadedBook) -> None:
        for problem in loaded.problems:
            if problem not in self._problems:
                _logger.warning("quests: %s", problem.text)
        self._problems = loaded.problems
        self._failure = ""
        self._summarise(_summary(loaded))

    def _summarise(self, summary: str) -> None:
        if summary != self._summary:
            _logger.info("%s", summary)
        self._summary = summary


def _summary(loaded: LoadedBook) -> str:
    if loaded.book is None:
        return "quests: no FTB quest book here"
    counts = loaded.counts
    unread = f", {len(loaded.problems)} problems" if loaded.problems else ""
    return f"quests: {counts.chapters} chapters, {counts.quests} quests{unread}"


def _looked_through(loaded: LoadedBook, stocks: Mapping[str, Stock]) -> frozenset[str]:
    """Find a book's problems and counts; the titles of all open quests, in all languages."""
    from bridge.quests.shelf import Shelf

    _ = loaded.problems, loaded.counts
    return frozenset(quest.title for stock in stocks.values() for quest in Shelf(stock).open_quests)
