"""Notes and manual as they are now, indexed in the background and again when a file changes."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.core.errors import StoreError
from bridge.files.shipped import shipped
from bridge.files.tree import Beside, tree_states
from bridge.knowledge.entries import Entry, Source
from bridge.knowledge.files import PageFolder
from bridge.knowledge.index import PassageIndex

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
    from pathlib import Path

    from bridge.core.clock import Clock
    from bridge.knowledge.entries import Viewer
    from bridge.knowledge.lent import Loan
    from bridge.knowledge.sections import Page

_logger = logging.getLogger(__name__)

MAIN: Final = "en_us"
ADMINISTRATORS: Final = "administrators"
"""The folder, inside a language's, of the pages that players are not shown."""
NOTES: Final = ("*.md",)
MANUAL: Final = ("*/*.md", f"*/{ADMINISTRATORS}/*.md")
MOST_LOANS: Final = 64
"""Views of others that are kept; the one not asked for longest goes first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Folders:
    """Where the texts are. `shipped` is the manual that comes with the program."""

    root: Path
    shipped: Path

    @classmethod
    def below(cls, root: Path) -> Folders:
        """Those of a configuration's root, beside the manual that comes with the program."""
        return cls(root=root, shipped=shipped("config") / "manual")

    @property
    def notes(self) -> Path:
        """The administrators' notes."""
        return self.root / "config" / "knowledge"

    @property
    def manual(self) -> Path:
        """The owner's copy of the manual, else the shipped one."""
        own = self.root / "config" / "manual"
        return own if own.is_dir() else self.shipped


class KnowledgeLibrary:
    """One a daemon; `keep` opens the cache at `cache`, reads the files and follows them.

    `cache` None keeps the index in memory.
    """

    def __init__(self, folders: Folders, *, cache: Path | None, clock: Clock) -> None:
        self._folders = folders
        self._cache = cache
        self.clock = clock
        self._notes = PageFolder(folders.notes, NOTES, clock=clock)
        self._manual = PageFolder(folders.manual, MANUAL, clock=clock)
        self._index: PassageIndex | None = None
        self._changing = asyncio.Lock()
        self._has_read = asyncio.Event()
        self._loans: OrderedDict[str, object] = OrderedDict()
        self._problems: Sequence[str] = ()
        self._summary = ""

    async def keep(self) -> None:
        """Read everything now, and what changes when it does, until cancelled."""
        config = self._folders.root / "config"
        beside = Beside(config, tuple(f"manual/{pattern}" for pattern in MANUAL))
        states = tree_states(self._folders.notes, clock=self.clock, beside=beside)
        async with self.opened(), aclosing(states):
            async for _ in states:
                await self.reload()

    @asynccontextmanager
    async def opened(self) -> AsyncGenerator[None]:
        """Have the index open during the block; nothing is read yet."""
        async with PassageIndex.open(self._cache, clock=self.clock) as self._index:
            try:
                yield
            finally:
                self._has_read.clear()

    async def reload(self) -> str:
        """Read what changed; what there is, in one line. Waits for nobody who searches."""
        if self._index is None:
            return "knowledge: not read yet"
        async with self._changing:
            if self._folders.manual != self._manual.folder:
                self._manual = PageFolder(self._folders.manual, MANUAL, clock=self.clock)
            problems = [*await self._notes.read(), *await self._manual.read()]
            try:
                await self._follow(self._index)
            except StoreError as error:
                problems.append(f"the search is not up to date: {error}")
            self._report(problems)
            self._has_read.set()
            return self._summary

    async def _follow(self, index: PassageIndex) -> None:
        """Bring the index to what was read. Raises StoreError; the next time makes up for it."""
        views = self._views()
        for view, pages in views.items():
            await index.put(view, lambda pages=pages: _entries(pages))
        for view in index.views:
            if view.startswith("manual/") and view not in views:
                await index.drop(view)

    @property
    def notes_folder(self) -> Path:
        """Where the notes are."""
        return self._folders.notes

    async def notes(self) -> Mapping[str, Page]:
        """The notes by their file names. Waits for the first reading."""
        await self._has_read.wait()
        return self._notes.pages

    async def manual(self, viewer: Viewer) -> Sequence[Page]:
        """The pages that a viewer may read, in their language where there are any."""
        await self._has_read.wait()
        found = list(self._manual_pages(self._language(viewer.language)))
        if viewer.administrator:
            found += self._manual_pages(f"{self._language(viewer.language)}/{ADMINISTRATORS}")
        return found

    async def index(self) -> PassageIndex:
        """The index, when it can be asked."""
        await self._has_read.wait()
        assert self._index is not None, "what was read is in an index"
        return self._index

    def own_views(self, viewer: Viewer, sources: frozenset[Source]) -> Sequence[str]:
        """The views of notes and manual that a viewer has."""
        views: list[str] = []
        if Source.NOTES in sources:
            views.append("notes")
        if Source.MANUAL in sources:
            manual = f"manual/{self._language(viewer.language)}"
            views.append(manual)
            if viewer.administrator:
                views.append(f"{manual}/{ADMINISTRATORS}")
        return views

    async def lent_view(self, loan: Loan) -> str:
        """The view of a loan, brought up to date."""
        index = await self.index()
        view = f"lent/{loan.view}"
        async with self._changing:
            if view not in self._loans or self._loans[view] != loan.state:
                await index.put(view, loan.entries)
                self._loans[view] = loan.state
            self._loans.move_to_end(view)
            for old in self._outdated(index):
                await index.drop(old)
                self._loans.pop(old, None)
        return view

    def _outdated(self, index: PassageIndex) -> Sequence[str]:
        lent = [view for view in index.views if view.startswith("lent/")]
        unused = [view for view in lent if view not in self._loans]
        return [*unused, *self._loans][: max(0, len(lent) - MOST_LOANS)]

    def _language(self, language: str) -> str:
        there = any(self._manual_pages(language))
        return language if there else MAIN

    def _manual_pages(self, folder: str) -> Iterable[Page]:
        for name, page in self._manual.pages.items():
            if name.rpartition("/")[0] == folder:
                yield page

    def _views(self) -> Mapping[str, Sequence[Page]]:
        views: dict[str, list[Page]] = {"notes": list(self._notes.pages.values())}
        for name, page in self._manual.pages.items():
            views.setdefault(f"manual/{name.rpartition('/')[0]}", []).append(page)
        return views

    def _report(self, problems: Sequence[str]) -> None:
        for problem in problems:
            if problem not in self._problems:
                _logger.warning("knowledge: %s", problem)
        self._problems = problems
        counts = f"{len(self._notes.pages)} notes, {len(self._manual.pages)} pages of the manual"
        unread = f", {len(problems)} problems" if problems else ""
        summary = f"knowledge: {counts}{unread}"
        if summary != self._summary:
            _logger.info("%s", summary)
        self._summary = summary


def _entries(pages: Sequence[Page]) -> Iterable[Entry]:
    for page in pages:
        source = Source.MANUAL if "/" in page.name else Source.NOTES
        for section in page.sections:
            yield Entry(
                source=source,
                key=f"{page.name}#{section.number}",
                title=section.title,
                text=section.text,
                place=page.title,
            )
