"""Notes and a manual on disk, and a library over them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from bridge.core.actors import Player
from bridge.knowledge.entries import Entry, Source, Viewer
from bridge.knowledge.lent import Loan
from bridge.knowledge.library import Folders, KnowledgeLibrary
from bridge.knowledge.search import Search
from tests.fakes.clock import HastyClock

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping, Sequence
    from pathlib import Path

MARA = Player(name="Mara", uuid=UUID(int=1))


def viewer(language: str = "en_us", *, administrator: bool = False) -> Viewer:
    return Viewer(player=MARA, language=language, administrator=administrator)


@dataclass
class Quests:
    """A `Lender` of one view."""

    titles: Sequence[str] = ()
    lent: int = 0
    source: Source = Source.QUESTS

    async def lend(self, viewer: Viewer) -> Loan | None:
        if not self.titles:
            return None
        titles = tuple(self.titles)

        def entries() -> list[Entry]:
            self.lent += 1
            return [
                Entry(source=Source.QUESTS, key=f"{at:016X}", title=title, text=f"Do {title}.")
                for at, title in enumerate(titles)
            ]

        return Loan(view=f"team/{viewer.language}", state=titles, entries=entries)


@dataclass
class Shelf:
    """The folders, and the library that a test reloads by hand."""

    root: Path
    library: KnowledgeLibrary
    quests: Quests
    search: Search

    def note(self, name: str, text: str) -> None:
        path = self.root / "config" / "knowledge" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def manual(self, pages: Mapping[str, str]) -> None:
        for name, text in pages.items():
            path = self.root / "shipped" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")

    async def found(self, text: str, language: str = "en_us", *, admin: bool = False) -> list[str]:
        """The keys of what is found."""
        hits = await self.search.find(viewer(language, administrator=admin), text)
        return [hit.entry.key for hit in hits]


@pytest.fixture
async def shelf(tmp_path: Path) -> AsyncGenerator[Shelf]:
    folders = Folders(root=tmp_path, shipped=tmp_path / "shipped")
    library = KnowledgeLibrary(folders, cache=None, clock=HastyClock())
    quests = Quests()
    made = Shelf(tmp_path, library, quests, Search(library, [quests]))
    async with library.opened():
        yield made
