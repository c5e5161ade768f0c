"""The quest book of one server as it is now: read in the background, and again when it changes.

Each reading builds a whole new snapshot. A chapter that cannot be read is a problem that is told
once, and the rest of the book is there.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing
from typing import TYPE_CHECKING, Final

from bridge.files.tree import tree_states

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from bridge.core.clock import Clock
    from bridge.quests.loading import LoadedBook, Problem
    from bridge.quests.shelf import Shelf

_logger = logging.getLogger(__name__)

MAIN: Final = "en_us"
OTHERS: Final = ("zh_cn",)
PLACE: Final = "config/ftbquests"


class QuestLibrary:
    """Made for one server's folder; `keep` reads the book and follows its changes.

    `minecraft` tells the game's version, such as (1, 20, 1), once the server has said it.
    """

    def __init__(
        self,
        directory: Path,
        *,
        clock: Clock,
        minecraft: Callable[[], tuple[int, ...] | None] = lambda: None,
    ) -> None:
        self._directory = directory
        self._minecraft = minecraft
        self._clock = clock
        self._shelves: Mapping[str, Shelf] = {}
        self._reported: tuple[Problem, ...] = ()
        self._reading = asyncio.Lock()
        self._has_read = asyncio.Event()

    async def shelf(self, locale: str) -> Shelf | None:
        """The book for a player of this language; None where the server has none.

        Waits for the first reading.
        """
        await self._has_read.wait()
        shelf = self._shelves.get(locale) or self._shelves.get(MAIN)
        if shelf is not None and shelf.minecraft != self._minecraft():
            # The log has told the version meanwhile; what is hidden may depend on it.
            await self.reload()
            return await self.shelf(locale)
        return shelf

    async def keep(self) -> None:
        """Read the book now, and again whenever a file of it changes, until cancelled."""
        states = tree_states(self._directory / PLACE, clock=self._clock)
        async with aclosing(states):
            async for _ in states:
                await self.reload()

    async def reload(self) -> str:
        """Read the book again; what it holds, in one line."""
        async with self._reading:
            loaded, shelves = await asyncio.to_thread(self._read)
            self._shelves = shelves
            self._has_read.set()
            self._report(loaded)
        return _summary(loaded)

    def _read(self) -> tuple[LoadedBook, Mapping[str, Shelf]]:
        # Imported here, in the thread that reads: the daemon is ready without them.
        from bridge.quests.loading import load_book
        from bridge.quests.shelf import Shelf

        loaded = load_book(self._directory, locale=MAIN, others=OTHERS)
        if loaded.book is None:
            return loaded, {}
        minecraft = self._minecraft()
        books = {MAIN: loaded.book, **loaded.localised}
        return loaded, {
            locale: Shelf(book, minecraft=minecraft).ready() for locale, book in books.items()
        }

    def _report(self, loaded: LoadedBook) -> None:
        for problem in loaded.problems:
            if problem not in self._reported:
                _logger.warning("quests: %s", problem.text)
        if loaded.problems != self._reported or not self._reported:
            _logger.info("%s", _summary(loaded))
        self._reported = loaded.problems


def _summary(loaded: LoadedBook) -> str:
    if loaded.book is None:
        return "quests: no FTB quest book here"
    counts = loaded.counts
    unread = f", {len(loaded.problems)} problems" if loaded.problems else ""
    return f"quests: {counts.chapters} chapters, {counts.quests} quests{unread}"
