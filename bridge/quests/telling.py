"""What may be told of a book: what is hidden is not in it, and so cannot be given away."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bridge.quests.dependencies import NO_PROGRESS
from bridge.quests.model import SHOWN
from bridge.quests.visibility import (
    ALL,
    DETAILS,
    NAME,
    TEXT,
    details_visible,
    hide_meaning,
    text_visible,
    visible_quests,
)

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from bridge.quests.dependencies import Progress
    from bridge.quests.model import Book, Chapter, Quest
    from bridge.quests.visibility import HideMeans


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sight:
    """What one team sees of a book: for each quest, in the book's order, the parts it may read."""

    book: Book
    progress: Progress
    parts: bytes
    """For each quest 0, or NAME with DETAILS and TEXT as far as they are open."""
    seen: Container[str]
    """The ids of the visible quests."""
    chapters: Container[str]
    """The ids of the chapters with one."""
    everything: bool = field(default=False)

    def told(self, quest: Quest, row: int) -> Quest:
        """The quest in that place without what may not be told of it."""
        parts = self.parts[row]
        if self.everything or (parts == ALL and self._is_open(quest)):
            return quest
        return told_quest(self, quest, parts)

    def _is_open(self, quest: Quest) -> bool:
        return all(self.name(each) == each for each in (*quest.dependencies, *quest.references))

    def name(self, identifier: str) -> str:
        """What may be told of an id that a quest leads to; "" for nothing.

        Itself for a visible quest, a task of one, or a chapter with one; the quest for a task that
        may not be read.
        """
        book = self.book
        if book.quest(identifier) is not None:
            return identifier if identifier in self.seen else ""
        if (owner := book.quest_of_task(identifier)) is not None:
            if owner.id not in self.seen:
                return ""
            return identifier if details_visible(book, owner, self.progress) else owner.id
        return identifier if identifier in self.chapters else ""

    def names(self, identifiers: Iterable[str]) -> tuple[str, ...]:
        """What may be told of several, each once."""
        return tuple(filter(None, dict.fromkeys(map(self.name, identifiers))))


def sight(
    book: Book,
    progress: Progress = NO_PROGRESS,
    hide: HideMeans | None = None,
    *,
    everything: bool = False,
) -> Sight:
    """What a team with this progress sees; with `everything`, what an administrator does.

    Takes time in proportion to the book.
    """
    if everything:
        every = frozenset(quest.id for quest in book.quests())
        chapters = frozenset(chapter.id for chapter in book.chapters)
        return Sight(
            book=book,
            progress=progress,
            parts=bytes([ALL]) * sum(1 for _ in book.quests()),
            seen=every,
            chapters=chapters,
            everything=True,
        )
    seen: Container[str] = visible_quests(book, progress, hide or hide_meaning(book))
    parts = bytearray()
    open_chapters: set[str] = set()
    for chapter in book.chapters:
        before = len(parts)
        parts.extend(_parts(book, quest, progress, chapter, seen) for quest in chapter.quests)
        if any(parts[before:]):
            open_chapters.add(chapter.id)
    return Sight(
        book=book,
        progress=progress,
        parts=bytes(parts),
        seen=_Seen(book, bytes(parts)),
        chapters=frozenset(open_chapters),
    )


def sight_again(before: Sight, book: Book) -> Sight | None:
    """The same sight of a newer reading of the book; None where what decides it has changed.

    Texts, rewards and what a task wants decide nothing; that there is a task does. Takes time in
    proportion to the chapters that are not the same objects.
    """
    old = before.book
    if before.everything or _rules(old) != _rules(book) or len(old.chapters) != len(book.chapters):
        return None
    for one, other in zip(old.chapters, book.chapters, strict=True):
        if one is not other and _outline(one) != _outline(other):
            return None
    return replace(before, book=book, seen=_Seen(book, before.parts))


def _rules(book: Book) -> tuple[object, ...]:
    return book.progression, book.hide_excluded, [group.id for group in book.groups]


def _outline(chapter: Chapter) -> tuple[object, ...]:
    """All of a chapter that decides what is seen of any."""
    return (
        (chapter.id, chapter.group, chapter.always_invisible, chapter.hiding, chapter.progression),
        [link.quest for link in chapter.links],
        [
            (
                (quest.id, quest.dependencies, quest.hiding, quest.progression),
                (quest.requirement, quest.minimum, quest.maximum_dependents),
                [task.id for task in quest.tasks],
            )
            for quest in chapter.quests
        ],
    )


@dataclass(frozen=True, slots=True)
class _Seen:
    """The ids of the visible quests, without a set of them for each team."""

    book: Book
    parts: bytes

    def __contains__(self, identifier: object) -> bool:
        row = self.book.row(identifier) if isinstance(identifier, str) else None
        return row is not None and self.parts[row] != 0


def _parts(
    book: Book, quest: Quest, progress: Progress, chapter: Chapter, seen: Container[str]
) -> int:
    if chapter.always_invisible or quest.id not in seen or _is_hidden_twin(book, quest):
        return 0
    if quest.hiding is SHOWN and not _hides(chapter) and book.quest(quest.id) is quest:
        return ALL  # as most are
    if not details_visible(book, book.quest(quest.id) or quest, progress):
        return NAME
    return ALL if text_visible(book, quest, progress) else NAME | DETAILS


def _hides(chapter: Chapter) -> bool:
    """Whether a quest that says nothing of it has hidden details or a hidden text here."""
    hiding = chapter.hiding
    return bool(hiding.details_until_startable or hiding.text_until_complete)


def told_book(
    book: Book, minecraft: tuple[int, ...] | None = None, progress: Progress = NO_PROGRESS
) -> Book:
    """What a team with this progress may read.

    Without its hidden quests, what leads to them, the chapters that are left with nothing, and the
    hidden parts of the other quests. `minecraft` is the game's version, such as (1, 20, 1).
    """
    return as_told(sight(book, progress, hide_meaning(book, minecraft)))


def as_told(looked: Sight) -> Book:
    """The book as somebody may read it who sees so much."""
    book = looked.book
    if looked.everything:
        return book
    row = 0
    chapters: list[Chapter] = []
    for chapter in book.chapters:
        rows = range(row, row := row + len(chapter.quests))
        if chapter.always_invisible:
            continue
        quests = tuple(
            looked.told(quest, at)
            for quest, at in zip(chapter.quests, rows, strict=True)
            if looked.parts[at]
        )
        links = tuple(link for link in chapter.links if link.quest in looked.seen)
        if quests or links:
            chapters.append(replace(chapter, quests=quests, links=links))
    return replace(book, chapters=tuple(chapters))


def told_quest(looked: Sight, quest: Quest, parts: int) -> Quest:
    """A visible quest without what may not be told of it."""
    quest = replace(
        quest,
        dependencies=looked.names(quest.dependencies),
        references=looked.names(quest.references),
    )
    if not parts & TEXT:
        quest = replace(quest, description=(), references=(), links=())
    return quest if parts & DETAILS else replace(quest, tasks=(), rewards=(), extra=())


def _is_hidden_twin(book: Book, quest: Quest) -> bool:
    """Of two quests with one id, sight is worked out for the first."""
    return quest.hiding.invisible and book.quest(quest.id) is not quest
