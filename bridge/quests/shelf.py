"""One book in one language with what answering from it needs: an index, and what may be seen."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, Self

from bridge.quests.dependencies import NO_PROGRESS
from bridge.quests.likeness import Likeness
from bridge.quests.search import QuestIndex
from bridge.quests.telling import told_book
from bridge.quests.visibility import details_visible, text_visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bridge.quests.model import Book, Quest

_NAMED: Final = 8


class Shelf:
    """The book in one language, as somebody sees it who has done nothing yet.

    Every quest that comes from here is without its hidden parts, and only what is left is searched.
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
        _ = self._index, self._likeness, self.open_quests
        return self

    @cached_property
    def told(self) -> Book:
        """The book as far as it may be told."""
        return self.book if self._everything else told_book(self.book, self.minecraft)

    @cached_property
    def open_quests(self) -> Sequence[Quest]:
        """The quests that may be seen, in the book's order."""
        return tuple(self.told.quests())

    def is_open(self, quest: Quest) -> bool:
        """Whether the quest may be seen."""
        return self.told.quest(quest.id) is not None

    def tells_details(self, quest: Quest) -> bool:
        """Whether tasks, rewards and description may be told."""
        whole = self.book.quest(quest.id) or quest
        return self._everything or details_visible(self.book, whole, NO_PROGRESS)

    def tells_text(self, quest: Quest) -> bool:
        """Whether the description may be told, where the details may."""
        return self._everything or text_visible(self.book, quest, NO_PROGRESS)

    @cached_property
    def _index(self) -> QuestIndex:
        return QuestIndex(self.told)

    @cached_property
    def _likeness(self) -> Likeness:
        return Likeness(self.told)

    def find(self, text: str) -> Sequence[Quest]:
        """Open quests that fit the words, the best first."""
        hits = self._index.find(text, limit=len(self.open_quests) or 1)
        return tuple(hit.quest for hit in hits)

    def corrected(self, text: str) -> str:
        """The text with its misspelt words put right; "" where nothing like them is known."""
        return self._likeness.corrected(text)

    def named(self, text: str) -> Sequence[Quest]:
        """The open quest with this id or title; several, eight at most, where titles are equal."""
        found = self._index.by_id(text)
        return (found,) if found is not None else self._index.by_title(text)[:_NAMED]

    def chapter_title(self, quest: Quest) -> str:
        """The title of the chapter that the quest stands in."""
        chapter = self.told.chapter(quest.chapter)
        return chapter.title if chapter else ""

    def needed_by(self, quest: Quest) -> Sequence[Quest]:
        """The open quests among what a quest depends on."""
        found = (self.told.quest(each) for each in quest.dependencies)
        return tuple(each for each in found if each is not None)
