"""One book in one language with what answering from it needs: an index, and what may be seen."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Self

from bridge.quests.dependencies import NO_PROGRESS
from bridge.quests.search import QuestIndex
from bridge.quests.visibility import (
    details_visible,
    hide_meaning,
    text_visible,
    visible_quests,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bridge.quests.model import Book, Quest


class Shelf:
    """The book in one language, as somebody sees it who has done nothing yet.

    `minecraft` is the game's version, such as (1, 20, 1): what hides a quest depends on it. With
    `everything` nothing is hidden: an administrator's view.
    """

    def __init__(
        self, book: Book, *, minecraft: tuple[int, ...] | None = None, everything: bool = False
    ) -> None:
        self.book = book
        self.minecraft = minecraft
        self._everything = everything

    def ready(self) -> Self:
        """Work out at once what would else make the first question wait."""
        _ = self._index, self.open_quests
        return self

    @cached_property
    def open_quests(self) -> Sequence[Quest]:
        """The quests that may be seen, in the book's order."""
        return tuple(quest for quest in self.book.quests() if quest.id in self._open)

    def is_open(self, quest: Quest) -> bool:
        """Whether the quest may be seen."""
        return quest.id in self._open

    def tells_details(self, quest: Quest) -> bool:
        """Whether tasks, rewards and description may be told."""
        return self._everything or details_visible(self.book, quest, NO_PROGRESS)

    def tells_text(self, quest: Quest) -> bool:
        """Whether the description may be told, where the details may."""
        return self._everything or text_visible(self.book, quest, NO_PROGRESS)

    @cached_property
    def _open(self) -> frozenset[str]:
        if self._everything:
            return frozenset(quest.id for quest in self.book.quests())
        hide = hide_meaning(self.book, self.minecraft)
        return visible_quests(self.book, NO_PROGRESS, hide)

    @cached_property
    def _index(self) -> QuestIndex:
        return QuestIndex(self.book)

    def find(self, text: str) -> Sequence[Quest]:
        """Open quests that fit the words, the best first."""
        hits = self._index.find(text, limit=len(self._open) or 1, among=self._open)
        return tuple(hit.quest for hit in hits)

    def named(self, text: str) -> Sequence[Quest]:
        """The open quest with this id or title; several where the title could mean several."""
        return self._index.resolve(text, limit=8, among=self._open)

    def chapter_title(self, quest: Quest) -> str:
        """The title of the chapter that the quest stands in."""
        chapter = self.book.chapter(quest.chapter)
        return chapter.title if chapter else ""

    def needed_by(self, quest: Quest) -> Sequence[Quest]:
        """The quests among what a quest depends on."""
        found = (self.book.quest(each) for each in quest.dependencies)
        return tuple(each for each in found if each is not None)
