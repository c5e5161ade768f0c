"""`quests.list`, `quests.find`, `quests.detail`: the book as far as the asker may see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final, Protocol

from pydantic import Field

from bridge.core.errors import RefusedError
from bridge.tools.tool import Tool

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bridge.quests.model import Quest
    from bridge.quests.shelf import Shelf
    from bridge.tools.tool import Asker

PAGE: Final = 20
FOUND: Final = 12
DESCRIPTION: Final = 1_500
"""Characters of a quest's description."""


class Library(Protocol):
    """Where the book is."""

    async def shelf(self, locale: str) -> Shelf | None:
        """The book for a player of this language; None where the server has none."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ListInput:
    """Which page of the visible quests."""

    page: Annotated[int, Field(ge=1, le=10_000, description="from 1")] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class FindInput:
    """Words to look for."""

    text: Annotated[
        str, Field(min_length=1, max_length=200, description="words of titles, tasks or rewards")
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class DetailInput:
    """One quest."""

    quest: Annotated[str, Field(min_length=1, max_length=200, description="its id or exact title")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A quest by name."""

    id: str
    title: str
    chapter: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestPage:
    """Some of the quests, and how many there are."""

    quests: tuple[Named, ...]
    total: int
    page: int = 1
    pages: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestDetail:
    """All that may be told of one quest."""

    id: str
    title: str
    chapter: str
    subtitle: str
    description: str
    tasks: tuple[str, ...]
    rewards: tuple[str, ...]
    needs: tuple[Named, ...]
    """The quests it depends on."""


def tools(library: Library) -> tuple[Tool[Any, Any], ...]:
    """The three, over one book."""

    async def shelf_of(asker: Asker) -> Shelf:
        shelf = await library.shelf(asker.language)
        if shelf is None:
            raise RefusedError("this server has no quest book")
        return shelf

    async def list_quests(asker: Asker, given: ListInput) -> QuestPage:
        shelf = await shelf_of(asker)
        quests = shelf.open_quests
        pages = max(1, -(-len(quests) // PAGE))
        page = min(given.page, pages)
        shown = quests[(page - 1) * PAGE : page * PAGE]
        return QuestPage(quests=_named(shelf, shown), total=len(quests), page=page, pages=pages)

    async def find_quests(asker: Asker, given: FindInput) -> QuestPage:
        shelf = await shelf_of(asker)
        found = shelf.find(given.text)
        if not found and (meant := shelf.corrected(given.text)):
            found = shelf.find(meant)
        return QuestPage(quests=_named(shelf, found[:FOUND]), total=len(found))

    async def quest_detail(asker: Asker, given: DetailInput) -> QuestDetail:
        shelf = await shelf_of(asker)
        found = shelf.named(given.quest)
        if not found:
            raise RefusedError("no such quest is visible; look for it with quests.find")
        if len(found) > 1:
            ids = ", ".join(f"{each.id} ({shelf.chapter_title(each)})" for each in found)
            raise RefusedError(f"several quests have this title; use an id: {ids}")
        return _detail(shelf, found[0])

    return (
        Tool("quests.list", ListInput, QuestPage, list_quests).for_reasoning(
            "List the quests that this player can see, page by page."
        ),
        Tool("quests.find", FindInput, QuestPage, find_quests).for_reasoning(
            "Find quests of this pack by words of their titles, texts, tasks or rewards."
        ),
        Tool("quests.detail", DetailInput, QuestDetail, quest_detail).for_reasoning(
            "One quest: its text, tasks, rewards and the quests it needs first."
        ),
    )


def _named(shelf: Shelf, quests: Iterable[Quest]) -> tuple[Named, ...]:
    return tuple(
        Named(id=each.id, title=each.title, chapter=shelf.chapter_title(each)) for each in quests
    )


def _detail(shelf: Shelf, quest: Quest) -> QuestDetail:
    return QuestDetail(
        id=quest.id,
        title=quest.title,
        chapter=shelf.chapter_title(quest),
        subtitle=quest.subtitle,
        description=_joined(quest.description)[:DESCRIPTION],
        tasks=tuple(task.title for task in quest.tasks),
        rewards=tuple(reward.title for reward in quest.rewards),
        needs=_named(shelf, shelf.needed_by(quest)),
    )


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(lines)
