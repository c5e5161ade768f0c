"""Which quests a team may see: the six rules of the game, the first that matches decides (A5).

 1. `invisible` and not completed: hidden, unless `until_tasks` > 0 and so many tasks are completed.
 2. Excluded, and the book hides such quests: hidden.
 3. No dependency that stands for something: visible.
 4. Hidden until its dependencies are complete: visible if they are.
 5. Hidden until they are visible: visible if the dependency rule holds with "visible".
 6. Else visible if any dependency is.

Beyond the game's own client: the quests of an always invisible chapter are never visible, whoever
links to them (FTB-Mods-Issues #1084, #1188).

A spoiler rule, no secret: the game sends the whole book to every client.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Final

from bridge.quests.dependencies import (
    NO_PROGRESS,
    dependencies_complete,
    excluded,
    needed,
    startable,
    valid_dependencies,
)
from bridge.quests.model import SHOWN, Era

if TYPE_CHECKING:
    from bridge.quests.dependencies import Progress
    from bridge.quests.model import Book, Chapter, Hiding, Quest


NAME: Final = 1
"""A quest is visible: its id, title, subtitle and chapter may be told."""
DETAILS: Final = 2
"""Its tasks and rewards too."""
TEXT: Final = 4
"""Its description too."""
ALL: Final = NAME | DETAILS | TEXT


class HideMeans(Enum):
    """What the old field `hide` waits for (A5, "VERSION TRAP")."""

    COMPLETE = "complete"
    """1.12 to 1.19; the chapter's `hide_quest_until_deps_visible` means the same there."""
    VISIBLE = "visible"
    """1.20 and later."""


def hide_meaning(book: Book, minecraft: tuple[int, ...] | None = None) -> HideMeans:
    """By the game's version, such as (1, 19, 2); if unknown, by what only later versions write.

    Where nothing tells, the meaning that hides more.
    """
    if minecraft is not None:
        return HideMeans.COMPLETE if minecraft < (1, 20) else HideMeans.VISIBLE
    if book.era >= Era.LANG:
        return HideMeans.VISIBLE
    quests = (quest.hiding for quest in book.quests())
    later = any(h.until_visible is not None or h.until_complete is not None for h in quests)
    later = later or any(each.hiding.until_complete is not None for each in book.chapters)
    return HideMeans.VISIBLE if later else HideMeans.COMPLETE


def visible_quests(book: Book, progress: Progress, hide: HideMeans | None = None) -> frozenset[str]:
    """The ids of all quests that a team with this progress may see.

    Takes time in proportion to the book. Dependencies in a circle do not show each other.
    """
    sight = _Sight(book, progress, hide or hide_meaning(book))
    sight.look()
    return frozenset(
        quest.id
        for chapter in book.chapters
        if not chapter.always_invisible
        for quest in chapter.quests
        if quest.id in sight.seen
    )


def visible(book: Book, quest_id: str, progress: Progress, hide: HideMeans | None = None) -> bool:
    """Whether a team with this progress may see the quest; for many, take `visible_quests`."""
    return quest_id in visible_quests(book, progress, hide)


def openly_visible(book: Book, quest: Quest) -> bool:
    """Whether everybody may see the quest, whatever they have done."""
    return visible(book, quest.id, NO_PROGRESS)


def details_visible(book: Book, quest: Quest, progress: Progress) -> bool:
    """Whether tasks, rewards and description of a visible quest may be opened."""
    chapter = book.chapter(quest.chapter)
    hidden = quest.hiding.details_until_startable
    if hidden is None:
        hidden = chapter is not None and chapter.hiding.details_until_startable
    return not hidden or quest.id in progress.completed or startable(book, quest, progress)


def text_visible(book: Book, quest: Quest, progress: Progress) -> bool:
    """Whether the description of a quest whose details may be opened is shown."""
    chapter = book.chapter(quest.chapter)
    hidden = quest.hiding.text_until_complete
    if hidden is None:
        hidden = chapter is not None and chapter.hiding.text_until_complete
    return not hidden or quest.id in progress.completed


@dataclass(slots=True)
class _Sight:
    """Spreads "visible" from the quests that are so by themselves, along what waits for them."""

    book: Book
    progress: Progress
    hide: HideMeans
    seen: set[str] = field(default_factory=set[str])
    """Visible quests, chapters and groups."""
    fresh: list[str] = field(default_factory=list[str])
    """Seen, and not yet told to those who wait."""
    missing: dict[str, int] = field(default_factory=dict[str, int])
    """How many more dependencies a quest needs to be visible."""
    waiting: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """The quests that wait for a quest, chapter or group; the chapters that show a quest."""
    showing: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def look(self) -> None:
        for chapter in self.book.chapters:
            if not chapter.always_invisible:
                for quest_id in (
                    *(q.id for q in chapter.quests),
                    *(k.quest for k in chapter.links),
                ):
                    self.showing[quest_id].append(chapter.id)
                if chapter.group:
                    self.showing[chapter.id].append(chapter.group)
        for chapter in self.book.chapters:
            self._enter_all(chapter)
        while self.fresh:
            identifier = self.fresh.pop()
            for shown in self.showing.get(identifier, ()):
                self._see(shown)
            for quest_id in self.waiting.get(identifier, ()):
                self.missing[quest_id] -= 1
                if self.missing[quest_id] == 0:
                    self._see(quest_id)

    def _enter_all(self, chapter: Chapter) -> None:
        usual = self._waits(SHOWN, chapter.hiding)
        for quest in chapter.quests:
            own = quest.hiding
            self._enter(quest, usual if own is SHOWN else self._waits(own, chapter.hiding))

    def _see(self, identifier: str) -> None:
        if identifier not in self.seen:
            self.seen.add(identifier)
            self.fresh.append(identifier)

    def _enter(self, quest: Quest, waits: tuple[bool, bool]) -> None:
        if self.book.quest(quest.id) is not quest:
            return
        if (quest.hiding.invisible or self.book.hide_excluded) and self._hidden(quest):
            return
        valid = valid_dependencies(self.book, quest)
        if not valid:
            self._see(quest.id)
            return
        complete, seen = waits
        if complete:
            if dependencies_complete(self.book, quest, self.progress):
                self._see(quest.id)
            return
        unseen = [each for each in valid if self._can_hide(each)]
        self.missing[quest.id] = (needed(quest, len(valid)) if seen else 1) - (
            len(valid) - len(unseen)
        )
        if self.missing[quest.id] <= 0:
            self._see(quest.id)
        for each in unseen:
            self.waiting[each].append(quest.id)

    def _can_hide(self, identifier: str) -> bool:
        """Tasks and the book count as visible always."""
        book = self.book
        return bool(book.quest(identifier) or book.chapter(identifier) or book.group(identifier))

    def _hidden(self, quest: Quest) -> bool:
        """Rules 1 and 2."""
        completed = self.progress.completed
        if quest.hiding.invisible and quest.id not in completed:
            least = quest.hiding.until_tasks
            if least <= 0 or sum(task.id in completed for task in quest.tasks) < least:
                return True
        return self.book.hide_excluded and excluded(self.book, quest, self.progress)

    def _waits(self, own: Hiding, default: Hiding) -> tuple[bool, bool]:
        """Whether rule 4 and rule 5 apply to a quest that says `own`, its chapter `default`."""
        if self.hide is HideMeans.VISIBLE:
            return (
                _first(own.until_complete, default.until_complete),
                _first(own.until_visible, own.legacy, default.until_visible),
            )
        complete = _first(
            own.until_complete, own.legacy, default.until_complete, default.until_visible
        )
        return complete, _first(own.until_visible)


def _first(*values: bool | None) -> bool:
    return next((value for value in values if value is not None), False)
