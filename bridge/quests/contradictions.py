"""Where a team's save and the book contradict each other (A6, "RULE CHECK"). Pure.

On the real saves that the rules were checked with there is none, so one means a damaged save, an
edited book, or a rule that this version of the mod does not follow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bridge.quests.dependencies import dependencies_complete, startable
from bridge.quests.telling import sight

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bridge.quests.model import Book, Quest, Task
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
    """Every one, quest by quest. Ids that the book does not have are harmless leftovers.

    A quest that can be repeated is taken out of the save once its rewards are claimed (A6), so what
    is done may depend on one that is not there.
    """
    once = replace(progress, completed=progress.completed | {*_perhaps_done(book)})
    looked = sight(book, once, hide)
    for row, quest in enumerate(book.quests()):
        if book.quest(quest.id) is not quest:
            continue
        if quest.id in progress.completed:
            yield from _told(quest, _of_done(book, quest, once, hidden=not looked.parts[row]))
            if missing := len(_open_tasks(quest, progress)):
                yield from _told(quest, [f"completed, and {missing} required tasks are not"])
        elif _ought_to_be_done(book, quest, progress):
            yield from _told(quest, ["not completed, and everything for it is"])
        for task in quest.tasks:
            have = progress.tasks.get(task.id, 0)
            if task.id in progress.completed and have < task.amount:
                yield from _told(task, [f"the task is completed with {have} of {task.amount}"])
    yield from _claims(book, progress)


def _told(about: Quest | Task, problems: Iterable[str]) -> Iterator[Contradiction]:
    for problem in problems:
        yield Contradiction(id=about.id, title=about.title, problem=problem)


def _perhaps_done(book: Book) -> Iterator[str]:
    for quest in book.quests():
        chapter = book.chapter(quest.chapter)
        usual = chapter.repeatable if chapter else None
        if usual if quest.repeatable is None else quest.repeatable:
            yield quest.id
            yield from (task.id for task in quest.tasks)


def _of_done(book: Book, quest: Quest, progress: TeamProgress, *, hidden: bool) -> Iterator[str]:
    chapter = book.chapter(quest.chapter)
    always_invisible = chapter is not None and chapter.always_invisible
    if hidden and not always_invisible:  # those can be completed all the same (F5)
        yield "completed, and hidden"
    if not dependencies_complete(book, quest, progress):
        yield "completed, and what it depends on is not"


def _ought_to_be_done(book: Book, quest: Quest, progress: TeamProgress) -> bool:
    if quest.id in progress.again or _open_tasks(quest, progress):
        return False
    begun = any(task.id in progress.completed for task in quest.tasks)
    return begun and startable(book, quest, progress)


def _open_tasks(quest: Quest, progress: TeamProgress) -> list[Task]:
    return [task for task in quest.tasks if not task.optional and task.id not in progress.completed]


def _claims(book: Book, progress: TeamProgress) -> Iterator[Contradiction]:
    known = {reward.id for quest in book.quests() for reward in quest.rewards}
    for _, reward in sorted(progress.claimed):
        if reward not in known:
            yield Contradiction(id=reward, title="", problem="claimed, and no such reward exists")
