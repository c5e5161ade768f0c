"""Keeps a book in a second language small: what is the same in both is one object."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from bridge.quests.model import Chapter, Quest

_T = TypeVar("_T")


def share_chapter(chapter: Chapter, original: Chapter) -> Chapter:
    """The chapter, using the original's objects wherever they are equal.

    Both must have been read from the same files.
    """
    if chapter == original:
        return original
    quests = tuple(map(_share_quest, chapter.quests, original.quests))
    return replace(chapter, quests=_share(quests, original.quests), links=original.links)


def _share_quest(quest: Quest, original: Quest) -> Quest:
    if quest == original:
        return original
    return replace(
        quest,
        tasks=_share(quest.tasks, original.tasks),
        rewards=_share(quest.rewards, original.rewards),
        description=_share(quest.description, original.description),
        dependencies=original.dependencies,
    )


def _share(new: tuple[_T, ...], old: tuple[_T, ...]) -> tuple[_T, ...]:
    if new == old:
        return old
    if len(new) != len(old):
        return new
    return tuple(b if a == b else a for a, b in zip(new, old, strict=True))
