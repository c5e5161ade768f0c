"""What a server's packages give to the search: the quests that a player's team may see, items."""

from __future__ import annotations

import weakref
from functools import partial
from typing import TYPE_CHECKING, Final

from bridge.knowledge.entries import Entry, Source
from bridge.knowledge.lent import Loan
from bridge.knowledge.library import Folders, KnowledgeLibrary
from bridge.knowledge.search import Search
from bridge.quests.shelf import NOTHING
from bridge.quests.viewer import Viewer as QuestViewer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Protocol

    from bridge.core.clock import Clock
    from bridge.knowledge.entries import Viewer
    from bridge.quests.shelf import Shelf
    from bridge.settings.snapshot import Settings
    from bridge.tools.readers.items import Items

    class Library(Protocol):
        """Where the quest book is."""

        async def shelf(self, locale: str, viewer: QuestViewer) -> Shelf | None:
            """The book in this language as this player sees it; None where there is none."""
            ...


CACHE: Final = "knowledge.db"


def knowledge_library(settings: Settings, clock: Clock) -> KnowledgeLibrary:
    """Notes and manual of a daemon; the search's cache stands beside the store."""
    folders = Folders.below(settings.root)
    return KnowledgeLibrary(folders, cache=settings.state_directory / CACHE, clock=clock)


def server_search(
    knowledge: KnowledgeLibrary, server: str, quests: Library, items: Items
) -> Search:
    """The one search of a server: what all of the daemon's know, and its own quests and items."""
    return Search(knowledge, [QuestLender(server, quests)], [ItemFinder(items)])


class QuestLender:
    """`knowledge.lent.Lender` of one server's quest book."""

    def __init__(self, server: str, library: Library) -> None:
        self._server = server
        self._library = library

    @property
    def source(self) -> Source:
        """What it lends."""
        return Source.QUESTS

    async def lend(self, viewer: Viewer) -> Loan | None:
        """What this player's team may see, and no more of each quest than may be told."""
        uuid = viewer.player.uuid
        shelf = await self._library.shelf(viewer.language, QuestViewer(uuid=uuid))
        if shelf is None:
            return None
        # Whoever has done nothing sees what everybody else sees who has not.
        whose = "anybody" if shelf.progress is NOTHING else str(uuid)
        return Loan(
            view=f"{self._server}/quests/{shelf.book.locale}/{whose}",
            state=(weakref.ref(shelf.stock), shelf.progress),
            entries=lambda: entries(shelf),
        )


class ItemFinder:
    """`knowledge.lent.Finder` of one server's item index; while there is none it finds nothing."""

    def __init__(self, items: Items) -> None:
        self._items = items

    @property
    def source(self) -> Source:
        """What it finds."""
        return Source.ITEMS

    async def find(self, text: str, language: str, limit: int) -> Sequence[Entry]:
        """Items by name or id, each with its mod."""
        from bridge.items import telling  # with the first question: a daemon starts without it

        asked = partial(telling.found, text=text, locale=language, limit=limit)
        match await self._items.ask(asked):
            case list(found):
                return [_item(each["id"], each["name"], each["mod"]) for each in found]
            case _:
                return ()


def _item(identifier: str, name: str, mod: str) -> Entry:
    text = f"{identifier} ({mod})" if mod else identifier
    return Entry(source=Source.ITEMS, key=identifier, title=name, text=text)


def entries(shelf: Shelf) -> Iterator[Entry]:
    """The visible quests. A hidden task, reward or description is not in them to begin with."""
    for quest in shelf.open_quests:
        said = (
            quest.subtitle,
            *quest.description,
            *(task.title for task in quest.tasks),
            *(reward.title for reward in quest.rewards),
        )
        yield Entry(
            source=Source.QUESTS,
            key=quest.id,
            title=quest.title,
            text="\n".join(line for line in said if line.strip()),
            place=shelf.chapter_title(quest),
        )
