"""One book of quests in one language, whatever era it was written in.

Every title and text is plain and has the game's fallbacks applied; titles are never empty. Ids are
spelled as in the files. "" stands for "none" in strings, None for "the default holds" (A3).

Items, tasks, rewards and quests have no slots: `making` fills them at once, and with nothing but
what is no default. What a quest says and holds is read out of its tree when it is first asked for:
`chapters.read_quest` names what is there from the start.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from bridge.quests import ids
from bridge.quests.making import completed_later

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Extra = tuple[tuple[str, "str | int | float"], ...]
"""The plain fields of an object that nothing here has a name for, as written."""


class Era(IntEnum):
    """How a book is written (A1)."""

    BINARY = 1
    """1.12: gzip NBT, texts inside."""
    EARLY = 2
    """1.12: SNBT, texts inside."""
    INLINE = 3
    """1.16 to 1.20: SNBT, texts inside."""
    LANG = 4
    """1.21: SNBT, texts in files of their own."""
    JSON5 = 5
    """26.1 and later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """What a filter item asks of an item. `parts` stand under any, all, one and none."""

    kind: str
    """any, all, one, none; item, tag, mod, or the filter's own word for anything else."""
    value: str = ""
    """An item or tag id without `#`, a mod's id, a pattern: by `kind`."""
    parts: tuple[Condition, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Item:
    """An item, or, with `condition`, any item of a set."""

    id: str
    name: str
    count: int = 1
    damage: int = 0
    """1.12 alone: the variant of the item."""
    condition: Condition | None = None

    def ids(self) -> Iterator[str]:
        """The item ids named by it: its own, or those in its condition."""
        if self.condition is None:
            yield self.id
        else:
            yield from _item_ids(self.condition)


def _item_ids(condition: Condition) -> Iterator[str]:
    if condition.kind == "item":
        yield condition.value
    elif condition.kind != "none":
        for part in condition.parts:
            yield from _item_ids(part)


@dataclass(frozen=True, kw_only=True)
class Task:
    """One thing to do. `type` is without `ftbquests:`."""

    id: str
    type: str
    title: str
    optional: bool = False
    amount: int = 1
    """What the progress counts up to: items, kills, mB, energy, experience, a statistic."""
    items: tuple[Item, ...] = ()
    """Item tasks: each of these will do (one, outside of 1.12)."""
    target: str = ""
    """An entity, advancement, dimension, biome, structure, statistic, fluid, stage or block."""
    consume: bool | None = None
    match: str = ""
    """How exactly the item's own data must match: none, weak, fuzzy or strict; "" by the game."""
    icon: str = ""
    tags: tuple[str, ...] = ()
    extra: Extra = ()


@dataclass(frozen=True, kw_only=True)
class Reward:
    """One thing given for a quest. `type` is without `ftbquests:`."""

    id: str
    type: str
    title: str
    item: Item | None = None
    amount: int = 1
    """How many items, how much experience or money."""
    random_bonus: int = 0
    table: str = ""
    """The id of the reward table it draws from."""
    entries: tuple[TableEntry, ...] = ()
    """The table itself where it stands inside the reward."""
    target: str = ""
    """A command, advancement or stage."""
    team: bool | None = None
    auto: str = ""
    excluded_from_claim_all: bool = False
    icon: str = ""
    tags: tuple[str, ...] = ()
    extra: Extra = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEntry:
    """One possible reward of a table and its weight among the others."""

    reward: Reward
    weight: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RewardTable:
    """A table that rewards draw from."""

    id: str
    title: str
    entries: tuple[TableEntry, ...] = ()
    loot_size: int = 1
    empty_weight: float = 0.0
    hide_tooltip: bool = False
    use_title: bool = False
    crate: str = ""
    """The word of the loot crate that opens it, if there is one."""
    icon: str = ""


class Requirement(StrEnum):
    """Which dependencies a quest needs."""

    ALL_COMPLETED = "all_completed"
    ONE_COMPLETED = "one_completed"
    ALL_STARTED = "all_started"
    ONE_STARTED = "one_started"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hiding:
    """When a quest, its details and its text are hidden (A5). None: the chapter decides."""

    invisible: bool = False
    until_tasks: int = 0
    """So many completed tasks make an invisible quest visible; 0: only its completion does."""
    legacy: bool | None = None
    """The old field `hide`; what it means depends on the game's version."""
    until_visible: bool | None = None
    until_complete: bool | None = None
    details_until_startable: bool | None = None
    text_until_complete: bool | None = None


SHOWN = Hiding()


@completed_later(
    *("title", "subtitle", "description", "references", "links", "tasks", "rewards"),
    *("icon", "tags", "extra"),
)
@dataclass(frozen=True, kw_only=True)
class Quest:
    """A quest."""

    id: str
    chapter: str
    title: str
    subtitle: str = ""
    description: tuple[str, ...] = ()
    """Lines; an empty one parts paragraphs."""
    references: tuple[str, ...] = ()
    """Quests that the description leads to."""
    links: tuple[str, ...] = ()
    """Web addresses that the description opens."""
    tasks: tuple[Task, ...] = ()
    rewards: tuple[Reward, ...] = ()
    dependencies: tuple[str, ...] = ()
    """Ids of quests, tasks or chapters; some may resolve to nothing."""
    requirement: Requirement = Requirement.ALL_COMPLETED
    minimum: int = 0
    """If above 0, so many dependencies are enough, whatever `requirement` says."""
    optional: bool = False
    repeatable: bool | None = None
    repeat_cooldown: int = 0
    """Seconds."""
    progression: str = ""
    """linear or flexible; "" as the chapter."""
    sequential: bool | None = None
    """Tasks must be done in their order."""
    maximum_dependents: int = 0
    """If above 0, no more than so many of the quests that depend on it can be completed."""
    hiding: Hiding = SHOWN
    icon: str = ""
    tags: tuple[str, ...] = ()
    extra: Extra = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestLink:
    """A quest of any chapter shown in this one as well. It is no quest."""

    id: str
    quest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A page of quests. Its `hiding` and `progression` are the defaults of its quests."""

    id: str
    title: str
    group: str = ""
    subtitle: tuple[str, ...] = ()
    quests: tuple[Quest, ...] = ()
    links: tuple[QuestLink, ...] = ()
    order: int = 0
    file: str = ""
    """Where it stands, under the book's folder: a file, or the folder of a 1.12 chapter."""
    always_invisible: bool = False
    hiding: Hiding = SHOWN
    repeatable: bool | None = None
    sequential: bool | None = None
    consume: bool | None = None
    progression: str = ""
    icon: str = ""
    tags: tuple[str, ...] = ()
    extra: Extra = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterGroup:
    """A heading over chapters; chapters without one (`group` "") come first."""

    id: str
    title: str


@dataclass(frozen=True, kw_only=True, eq=False)
class Book:
    """A whole book. Two objects can carry one id by mistake: look-ups give the first, as the mod.

    Chapters are in the order in which the game lists them.
    """

    era: Era
    locale: str
    title: str
    groups: tuple[ChapterGroup, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    tables: tuple[RewardTable, ...] = ()
    progression: str = "linear"
    hide_excluded: bool = False
    consume: bool = False
    team_rewards: bool = False
    auto: str = "disabled"
    icon: str = ""
    extra: Extra = ()
    _quests: dict[str, Quest] = field(init=False, repr=False, default_factory=dict[str, Quest])
    _chapters: dict[str, Chapter] = field(
        init=False, repr=False, default_factory=dict[str, Chapter]
    )
    _valid: dict[str, tuple[str, ...]] = field(
        init=False, repr=False, default_factory=dict[str, tuple[str, ...]]
    )
    _rows: dict[str, int] = field(init=False, repr=False, default_factory=dict[str, int])

    def __post_init__(self) -> None:
        first = 0
        for chapter in self.chapters:
            self._chapters.setdefault(chapter.id, chapter)
            for row, quest in enumerate(chapter.quests, first):
                self._quests.setdefault(quest.id, quest)
                self._rows.setdefault(quest.id, row)
            first += len(chapter.quests)

    @cached_property
    def _tasks(self) -> dict[str, Quest]:
        found: dict[str, Quest] = {}
        for quest in self.quests():
            for task in quest.tasks:
                found.setdefault(task.id, quest)
        return found

    @cached_property
    def _dependents(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for quest in self.quests():
            for each in quest.dependencies:
                found.setdefault(each, []).append(quest.id)
        return found

    def quests(self) -> Iterator[Quest]:
        """Every quest, chapter by chapter."""
        for chapter in self.chapters:
            yield from chapter.quests

    def quest(self, quest_id: str) -> Quest | None:
        """The quest with this id, spelled as in the files."""
        return self._quests.get(quest_id)

    def row(self, quest_id: str) -> int | None:
        """The place of a quest among all quests of the book, from 0."""
        return self._rows.get(quest_id)

    def quest_of_task(self, task_id: str) -> Quest | None:
        """The quest that a task belongs to."""
        return self._tasks.get(task_id)

    def chapter(self, chapter_id: str) -> Chapter | None:
        """The chapter with this id."""
        return self._chapters.get(chapter_id)

    def group(self, group_id: str) -> ChapterGroup | None:
        """The group with this id."""
        return next((group for group in self.groups if group.id == group_id), None)

    def has(self, identifier: str) -> bool:
        """Whether a quest, task, chapter or group has this id."""
        if identifier in self._quests or identifier in self._chapters:
            return True
        return self.group(identifier) is not None or identifier in self._tasks

    def valid(self, quest_id: str) -> Sequence[str]:
        """The dependencies of a quest that stand for something; worked out once for the book."""
        known = self._valid.get(quest_id)
        if known is None:
            quest = self._quests[quest_id]
            known = tuple(each for each in quest.dependencies if each == ids.BOOK or self.has(each))
            # In nearly every quest that is all of them: then it is the same tuple.
            known = quest.dependencies if known == quest.dependencies else known
            self._valid[quest_id] = known
        return known

    def dependents(self, identifier: str) -> Sequence[str]:
        """The ids of the quests that depend on a quest, task or chapter."""
        return self._dependents.get(identifier, ())

    def table(self, table_id: str) -> RewardTable | None:
        """The reward table with this id."""
        return next((table for table in self.tables if table.id == table_id), None)
