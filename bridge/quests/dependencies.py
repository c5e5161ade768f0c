"""What a team has done, and whether what a quest depends on is done (A5, A6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from bridge.quests import ids
from bridge.quests.model import Requirement

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from bridge.quests.model import Book, Quest

_ANY: Final = frozenset({Requirement.ONE_COMPLETED, Requirement.ONE_STARTED})
_STARTED: Final = frozenset({Requirement.ALL_STARTED, Requirement.ONE_STARTED})


class Progress(Protocol):
    """What a team has done: ids of quests, tasks, chapters, groups and the book."""

    @property
    def started(self) -> Container[str]:
        """Everything begun; what is completed need not be in it."""
        ...

    @property
    def completed(self) -> Container[str]:
        """Everything done."""
        ...


@dataclass(frozen=True, slots=True)
class _Nothing:
    started: frozenset[str] = frozenset()
    completed: frozenset[str] = frozenset()


NO_PROGRESS: Final[Progress] = _Nothing()


def valid_dependencies(book: Book, quest: Quest) -> Sequence[str]:
    """The ids among a quest's dependencies that stand for something in the book."""
    if book.quest(quest.id) is quest:
        return book.valid(quest.id)
    return [each for each in quest.dependencies if each == ids.BOOK or book.has(each)]


def needed(quest: Quest, valid: int) -> int:
    """How many of a quest's valid dependencies must hold."""
    if quest.minimum > 0:
        return quest.minimum
    return 1 if quest.requirement in _ANY else valid


def dependencies_complete(book: Book, quest: Quest, progress: Progress) -> bool:
    """Whether the dependency rule of a quest holds. One without dependencies has nothing open."""
    valid = valid_dependencies(book, quest)
    if not valid:
        return True
    begun = quest.requirement in _STARTED
    done = sum(each in progress.completed or (begun and each in progress.started) for each in valid)
    return done >= needed(quest, len(valid))


def open_dependencies(book: Book, quest: Quest, progress: Progress) -> set[str]:
    """The quests that a quest waits for: those it depends on, by themselves, a task or a chapter.

    Empty where its dependency rule holds.
    """
    if dependencies_complete(book, quest, progress):
        return set()
    begun = quest.requirement in _STARTED
    missing = {
        each
        for each in valid_dependencies(book, quest)
        if each not in progress.completed and not (begun and each in progress.started)
    }
    owners = {owner.id for each in missing if (owner := book.quest_of_task(each)) is not None}
    return missing | owners


def excluded(book: Book, quest: Quest, progress: Progress) -> bool:
    """Whether other quests used up something this one depends on (`max_completable_dependents`)."""
    if quest.id in progress.completed:
        return False
    return any(
        used_up(book, other, progress)
        for each in quest.dependencies
        if (other := book.quest(each)) is not None
    )


def used_up(book: Book, quest: Quest, progress: Progress) -> bool:
    """Whether no further quest that depends on this one can be completed."""
    if quest.maximum_dependents <= 0:
        return False
    done = sum(each in progress.completed for each in book.dependents(quest.id))
    return done >= quest.maximum_dependents


def startable(book: Book, quest: Quest, progress: Progress) -> bool:
    """Whether work on a quest counts now. The pause between repeats is not looked at."""
    if excluded(book, quest, progress):
        return False
    chapter = book.chapter(quest.chapter)
    mode = quest.progression or (chapter.progression if chapter else "") or book.progression
    return mode == "flexible" or dependencies_complete(book, quest, progress)
