"""The JSON value of `quests list --all` (contract, section 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bridge.quests.model import Book, Quest

Json = dict[str, object]


def listing(book: Book, quests: Iterable[Quest] | None = None) -> Json:
    """Chapters and quests of a book, or these quests and their chapters.

    Links are not quests, ids are as in the files.

    `{chapters: [{id, title, group, quests: [id]}], quests: [{id, chapter, title, subtitle,
    tasks: [{id, type, title, optional}], rewards: [{id, type, title}], dependencies: [id]}]}`;
    `group` is the group's id, "" for the default one.
    """
    listed = tuple(book.quests() if quests is None else quests)
    by_chapter: dict[str, list[str]] = {}
    for quest in listed:
        by_chapter.setdefault(quest.chapter, []).append(quest.id)
    return {
        "chapters": [
            {
                "id": chapter.id,
                "title": chapter.title,
                "group": chapter.group,
                "quests": by_chapter.get(chapter.id, []),
            }
            for chapter in book.chapters
            if quests is None or chapter.id in by_chapter
        ],
        "quests": [_quest(quest) for quest in listed],
    }


def _quest(quest: Quest) -> Json:
    return {
        "id": quest.id,
        "chapter": quest.chapter,
        "title": quest.title,
        "subtitle": quest.subtitle,
        "tasks": [
            {"id": task.id, "type": task.type, "title": task.title, "optional": task.optional}
            for task in quest.tasks
        ],
        "rewards": [
            {"id": reward.id, "type": reward.type, "title": reward.title}
            for reward in quest.rewards
        ],
        "dependencies": list(quest.dependencies),
    }
