"""What a team's save says that it has done (A6). Pure: trees in, values out.

A quest is complete when its id is in `completed`, never because its numbers say so: in real saves
tasks with full progress stand open (A6, F4). 1.12 alone keeps nothing but numbers, so that there
completion is worked out by the book.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from sys import intern
from typing import TYPE_CHECKING, Final, cast

from bridge.quests import fields, ids
from bridge.quests.dependencies import dependencies_complete
from bridge.quests.model import Era

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bridge.quests.fields import Tree
    from bridge.quests.model import Book, Quest

_DECIMAL: Final = re.compile(r"-?[0-9]{1,20}")
_DIGITS: Final = 16
_NOBODY: Final = "0" * 32
"""Stands for the whole team where a player's id would."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TeamProgress:
    """One team's save; ids are spelled as in the book."""

    started: frozenset[str] = frozenset()
    """Quests, tasks, chapters, groups, the book; what is completed need not be in it."""
    completed: frozenset[str] = frozenset()
    tasks: Mapping[str, int] = field(default_factory=dict[str, int])
    """How far each begun task is; what it counts up to stands in the book."""
    again: Mapping[str, int] = field(default_factory=dict[str, int])
    """Repeatable quests: when they can be started again, in milliseconds since 1970."""
    times: Mapping[str, int] = field(default_factory=dict[str, int])
    """How often a repeatable quest was completed."""
    claimed: frozenset[tuple[str, str]] = frozenset()
    """Who took which reward: a player's undashed UUID, "" for the team, and the reward's id."""
    rewards_blocked: bool = False
    counted_only: bool = False
    """The save has no completions (1.12): `worked_out` finds them."""


def read_progress(tree: Tree) -> TeamProgress:
    """The progress file of a team, 1.16 and later."""
    spelled = _Spelling.of(tree)
    return TeamProgress(
        started=frozenset(spelled.numbers("started")),
        completed=frozenset(spelled.numbers("completed")),
        tasks=spelled.numbers("task_progress"),
        again=spelled.numbers("repeatable"),
        times=spelled.numbers("completion_count"),
        claimed=frozenset(spelled.claims()),
        rewards_blocked=fields.flag(tree, "rewards_blocked"),
    )


@dataclass(frozen=True, slots=True)
class _Spelling:
    """How one file writes ids: as 16 hex digits, or (26.1) perhaps as decimal numbers (A1).

    Decided once for a file, since 16 digits without a letter could be either.
    """

    tree: Tree
    decimal: bool

    @classmethod
    def of(cls, tree: Tree) -> _Spelling:
        keys = [
            key
            for name in ("task_progress", "started", "completed")
            for key in fields.compound(tree, name)
        ]
        return cls(tree, any(len(key) != _DIGITS and _DECIMAL.fullmatch(key) for key in keys))

    def id(self, key: str) -> str:
        # Two hundred teams have the same ids: each is one string.
        return intern(ids.modern(int(key) if self.decimal and _DECIMAL.fullmatch(key) else key))

    def numbers(self, name: str) -> dict[str, int]:
        """A map from ids to numbers; what is no number is left out."""
        found = fields.compound(self.tree, name)
        return {
            self.id(key): int(value)
            for key, value in found.items()
            if isinstance(value, (int, float)) and abs(value) < 2**63
        }

    def claims(self) -> Iterable[tuple[str, str]]:
        for key in fields.compound(self.tree, "claimed_rewards"):
            player, _, written = key.partition(":")
            if reward := self.id(written):
                yield "" if player == _NOBODY else player.replace("-", ""), reward


def read_early_progress(tree: Tree) -> TeamProgress:
    """The save of a 1.12 team: numbers alone."""
    tasks = {
        ids.early(key): int(value)
        for key, value in fields.compound(tree, "Tasks").items()
        if isinstance(value, (int, float)) and abs(value) < 2**63
    }
    claimed = [("", ids.early(each)) for each in fields.values(tree, "ClaimedTeamRewards")]
    for player, rewards in fields.compound(tree, "ClaimedPlayerRewards").items():
        listed = cast("list[object]", rewards) if isinstance(rewards, list) else []
        claimed += [(player.replace("-", ""), ids.early(each)) for each in listed]
    return TeamProgress(tasks=tasks, claimed=frozenset(claimed), counted_only=True)


def worked_out(book: Book, progress: TeamProgress) -> TeamProgress:
    """With completions found by the book, for a save of 1.12; any other is returned as it is.

    A quest is done when what it depends on is and its required tasks have their numbers; with
    `or_tasks` any task is enough.
    """
    if not progress.counted_only or book.era > Era.EARLY:
        return progress
    done = _full_tasks(book, progress)
    started = {key for key, value in progress.tasks.items() if value > 0}
    waiting = list(book.quests())
    found = True
    while found:
        found = False
        state = replace(progress, completed=frozenset(done), started=frozenset(started))
        left: list[Quest] = []
        for quest in waiting:
            if _is_done(quest, done) and dependencies_complete(book, quest, state):
                done.add(quest.id)
                found = True
            else:
                left.append(quest)
        waiting = left
        found = _complete_chapters(book, done) or found
    started |= {
        quest.id for quest in book.quests() if any(task.id in started for task in quest.tasks)
    }
    return replace(progress, completed=frozenset(done), started=frozenset(started))


def _full_tasks(book: Book, progress: TeamProgress) -> set[str]:
    return {
        task.id
        for quest in book.quests()
        for task in quest.tasks
        if progress.tasks.get(task.id, 0) >= task.amount
    }


def _is_done(quest: Quest, done: set[str]) -> bool:
    required = [task.id for task in quest.tasks if not task.optional]
    if dict(quest.extra).get("or_tasks"):
        return any(task.id in done for task in quest.tasks)
    if quest.tasks and not required:
        return any(task.id in done for task in quest.tasks)
    return all(each in done for each in required)


def _complete_chapters(book: Book, done: set[str]) -> bool:
    """Add the chapters whose counted quests are all done; whether there was one."""
    fresh = {
        chapter.id
        for chapter in book.chapters
        if chapter.id not in done
        and chapter.quests
        and all(quest.id in done or quest.optional for quest in chapter.quests)
    }
    done |= fresh
    return bool(fresh)
