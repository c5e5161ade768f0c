"""Where a team's save and the book contradict each other (A6, "RULE CHECK"). Pure.

On the real saves that the rules were checked with there is none, so one means a damaged save, an
edited book, or a rule that this version of the mod does not follow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridge.quests.dependencies import dependencies_complete, startable
from bridge.quests.telling import sight

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bridge.quests.model import Book, Quest
    from bridge.quests.progress import TeamProgress
    from bridge.quests.visibility import HideMeans


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """`id` is the quest, task or reward that it is about, `title` what it is called."""

    id: str
    title: str
    problem: str


def contradictions(
    book: Book, progress: TeamProgress, hide: HideMeans | None = None
) -> Iterator[Contradiction]:
    """Every one, quest by quest. Ids that the book does not have are harmless leftovers."""
    looked = sight(book, progress, hide)
    for row, quest in enumerate(book.quests()):
        if book.quest(quest.id) is not quest:
            continue
        for problem in _of_quest(book, quest, progress, hidden=not looked.parts[row]):
            yield Contradiction(id=quest.id, title=quest.title, problem=problem)
        for task in quest.tasks:
            have = progress.tasks.get(task.id, 0)
            if task.id in progress.completed and have < task.amount:
                problem = f"the task is completed with {have} of {task.amount}"
                yield Contradiction(id=task.id, title=task.title, problem=problem)
    yield from _claims(book, progress)


def _of_quest(book: Book, quest: Quest, progress: TeamProgress, *, hidden: bool) -> Iterator[str]:
    open_tasks = [
        task for task in quest.tasks if not task.optional and task.id not in progress.completed
    ]
    chapter = book.chapter(quest.chapter)
    always_invisible = chapter is not None and chapter.always_invisible
    if quest.id in progress.completed:
        if hidden and not always_invisible:  # those can be completed all the same (F5)
            yield "completed, and hidden"
        if not dependencies_complete(book, quest, progress):
            yield "completed, and what it depends on is not"
        if open_tasks:
            yield f"completed, and {len(open_tasks)} required tasks are not"
    elif _ought_to_be_done(book, quest, progress, open_tasks=len(open_tasks)):
        yield "not completed, and everything for it is"


def _ought_to_be_done(book: Book, quest: Quest, progress: TeamProgress, *, open_tasks: int) -> bool:
    if not quest.tasks or open_tasks or quest.id in progress.again:
        return False
    if not any(task.id in progress.completed for task in quest.tasks):
        return False
    return startable(book, quest, progress)


def _claims(book: Book, progress: TeamProgress) -> Iterator[Contradiction]:
    known = {reward.id for quest in book.quests() for reward in quest.rewards}
    for _, reward in sorted(progress.claimed):
        if reward not in known:
            yield Contradiction(id=reward, title="", problem="claimed, and no such reward exists")
