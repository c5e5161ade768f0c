"""A book as far as it may be told: what is hidden is not in it, and so cannot be given away."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bridge.quests.dependencies import NO_PROGRESS
from bridge.quests.visibility import details_visible, hide_meaning, text_visible, visible_quests

if TYPE_CHECKING:
    from collections.abc import Container

    from bridge.quests.model import Book, Quest


def told_book(book: Book, minecraft: tuple[int, ...] | None = None) -> Book:
    """What somebody may read who has done nothing yet.

    Without its hidden quests, what leads to them, the chapters that are left with nothing, and the
    hidden parts of the other quests. `minecraft` is the game's version, such as (1, 20, 1).
    """
    seen = visible_quests(book, NO_PROGRESS, hide_meaning(book, minecraft))
    chapters = (
        replace(
            chapter,
            quests=tuple(
                told_quest(book, quest, seen)
                for quest in chapter.quests
                if quest.id in seen and not _is_hidden_twin(book, quest)
            ),
            links=tuple(link for link in chapter.links if link.quest in seen),
        )
        for chapter in book.chapters
        if not chapter.always_invisible
    )
    return replace(book, chapters=tuple(each for each in chapters if each.quests or each.links))


def told_quest(book: Book, quest: Quest, seen: Container[str]) -> Quest:
    """A visible quest without what may not be told of it; `seen` are the visible quests' ids."""
    quest = replace(
        quest,
        dependencies=tuple(each for each in quest.dependencies if _may_name(book, each, seen)),
        references=tuple(each for each in quest.references if _may_name(book, each, seen)),
    )
    details = details_visible(book, book.quest(quest.id) or quest, NO_PROGRESS)
    if not (details and text_visible(book, quest, NO_PROGRESS)):
        quest = replace(quest, description=(), references=(), links=())
    return quest if details else replace(quest, tasks=(), rewards=(), extra=())


def _is_hidden_twin(book: Book, quest: Quest) -> bool:
    """Of two quests with one id, sight is worked out for the first."""
    return quest.hiding.invisible and book.quest(quest.id) is not quest


def _may_name(book: Book, identifier: str, seen: Container[str]) -> bool:
    """Whether an id stands for a visible quest, a task of one, or a chapter with one."""
    if book.quest(identifier) is not None:
        return identifier in seen
    if (owner := book.quest_of_task(identifier)) is not None:
        return owner.id in seen
    if (chapter := book.chapter(identifier)) is not None:
        return not chapter.always_invisible and any(each.id in seen for each in chapter.quests)
    return False
