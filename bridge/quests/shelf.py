"""One book in one language: what is shared by all who look at it, and what one of them sees."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, Final, Self, overload

from typing_extensions import override

from bridge.quests.dependencies import open_dependencies, startable
from bridge.quests.likeness import Likeness
from bridge.quests.progress import TeamProgress
from bridge.quests.search import QuestIndex
from bridge.quests.telling import Sight, as_told, sight, sight_again
from bridge.quests.viewer import NO_SAVE
from bridge.quests.visibility import DETAILS, TEXT, hide_meaning

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.quests.model import Book, Quest, Task
    from bridge.quests.viewer import Age

_NAMED: Final = 8
NOTHING: Final = TeamProgress()


class State(IntEnum):
    """Where a team stands with a quest, in the order of a list."""

    STARTABLE = 0
    """Work on it counts now."""
    LOCKED = 1
    """Something else comes first, or a pause between repeats is not over."""
    DONE = 2


class Stock:
    """What all who look at one book share: the book, what `hide` means in it, the index.

    `minecraft` is the game's version, such as (1, 20, 1): what hides a quest depends on it. What
    the `before`, of the same book as it was, knows of unchanged chapters is not worked out again.
    """

    def __init__(
        self, book: Book, minecraft: tuple[int, ...] | None = None, before: Stock | None = None
    ) -> None:
        self.book = book
        self.hide = hide_meaning(book, minecraft)
        self.quests = tuple(book.quests())
        self._before = before

    def ready(self) -> Self:
        """Work out at once what would else make the first question wait."""
        _ = self.index, self.sight
        self._before = None
        return self

    @cached_property
    def sight(self) -> Sight:
        """What everybody may see, whatever they have done."""
        before = self._before
        if before is not None and before.hide is self.hide:
            known = sight_again(before.sight, self.book)
            if known is not None:
                return known
        return sight(self.book, NOTHING, self.hide)

    @cached_property
    def index(self) -> QuestIndex:
        """The whole book, made searchable."""
        return QuestIndex(self.book, self._before.index if self._before else None)

    @cached_property
    def likeness(self) -> Likeness:
        """Its words."""
        return Likeness(self.index.words)


class Quests(Sequence["Quest"]):
    """Quests in an order, each stripped of what may not be told when it is taken out."""

    def __init__(self, rows: Sequence[int], tell: Callable[[int], Quest]) -> None:
        self._rows = rows
        self._tell = tell

    @overload
    def __getitem__(self, index: int) -> Quest: ...
    @overload
    def __getitem__(self, index: slice) -> Quests: ...
    @override
    def __getitem__(self, index: int | slice) -> Quest | Quests:
        if isinstance(index, slice):
            return Quests(self._rows[index], self._tell)
        return self._tell(self._rows[index])

    @override
    def __len__(self) -> int:
        return len(self._rows)

    @override
    def __repr__(self) -> str:
        return repr(tuple(self))


class Shelf:
    """The book as one team sees it.

    Every quest that comes from here is without its hidden parts, and only what is left is searched,
    counted and named. Costs a few bytes for each quest; the index is the `stock`'s.
    """

    def __init__(
        self,
        stock: Stock,
        *,
        progress: TeamProgress = NOTHING,
        everything: bool = False,
        age: Age = NO_SAVE,
        now: float = 0.0,
    ) -> None:
        self.stock = stock
        self.book = stock.book
        self.progress = progress
        self.age = age
        self.everything = everything
        self.now = now
        self._order: list[int] = []
        """The visible quests as they are listed, once anybody asked; all `as_of` share it."""

    def as_of(self, age: Age, now: float) -> Shelf:
        """The same view, with the age of what it goes by; `now` in seconds since 1970."""
        other = copy(self)  # with all that was worked out already
        other.age, other.now = age, now
        return other

    def ready(self) -> Self:
        """Work out at once what would else make the first question wait."""
        _ = self.stock.ready(), self.sight
        return self

    @cached_property
    def sight(self) -> Sight:
        """What may be seen."""
        if self.progress is NOTHING and not self.everything:
            return self.stock.sight
        return sight(self.book, self.progress, self.stock.hide, everything=self.everything)

    @cached_property
    def told(self) -> Book:
        """The book as far as it may be told."""
        return as_told(self.sight)

    def _tell(self, row: int) -> Quest:
        return self.sight.told(self.stock.quests[row], row)

    def _quests(self, rows: Sequence[int]) -> Sequence[Quest]:
        return Quests(rows, self._tell) if rows else ()

    @cached_property
    def open_quests(self) -> Sequence[Quest]:
        """The quests that may be seen, in the book's order."""
        return self._quests(self._open_rows)

    @cached_property
    def _open_rows(self) -> Sequence[int]:
        return [row for row, parts in enumerate(self.sight.parts) if parts]

    @property
    def listed(self) -> Sequence[Quest]:
        """The same by title: first what can be started now, last what is done."""
        rows = self._by_title()
        if self.progress.again:  # a pause may have ended since the order was worked out
            rows = sorted(rows, key=self._state_of)
        return self._quests(rows)

    def _by_title(self) -> Sequence[int]:
        if not self._order:
            quests = self.stock.quests
            by_state = [
                (self._state(quests[row]), quests[row].title.casefold(), row)
                for row in self._open_rows
            ]
            self._order.extend(row for _, _, row in sorted(by_state))
        return self._order

    def _state(self, quest: Quest) -> State:
        if quest.id in self.progress.completed:
            return State.DONE
        whole = self.book.quest(quest.id) or quest
        return State.STARTABLE if startable(self.book, whole, self.progress) else State.LOCKED

    def _state_of(self, row: int) -> State:
        quest = self.stock.quests[row]
        state = self._state(quest)
        return State.LOCKED if state is State.STARTABLE and self.pause(quest) else state

    def is_open(self, quest: Quest) -> bool:
        """Whether the quest may be seen."""
        return self._parts(quest) != 0

    def _parts(self, quest: Quest) -> int:
        row = self.book.row(quest.id)
        return 0 if row is None else self.sight.parts[row]

    def tells_details(self, quest: Quest) -> bool:
        """Whether tasks, rewards and description may be told."""
        return bool(self._parts(quest) & DETAILS)

    def tells_text(self, quest: Quest) -> bool:
        """Whether the description may be told, where the details may."""
        return bool(self._parts(quest) & TEXT)

    def find(self, text: str) -> Sequence[Quest]:
        """Open quests that fit the words, the best first."""
        parts = self.sight.parts
        hits = self.stock.index.find(text, limit=len(parts) or 1, parts=parts)
        return self._quests([hit.row for hit in hits])

    def corrected(self, text: str) -> str:
        """The text with its misspelt words put right; "" where nothing like them is known."""
        shows = self.stock.index.shows
        return self.stock.likeness.corrected(text, lambda word: shows(word, self.sight.parts))

    def named(self, text: str) -> Sequence[Quest]:
        """The open quest with this id or title; several, eight at most, where titles are equal."""
        parts = self.sight.parts
        row = self.stock.index.by_id(text, parts)
        rows = self.stock.index.by_title(text, parts)[:_NAMED] if row is None else (row,)
        return tuple(map(self._tell, rows))

    def quest(self, identifier: str) -> Quest | None:
        """The open quest with this id, spelled as in the files."""
        row = self.book.row(identifier)
        return self._tell(row) if row is not None and self.sight.parts[row] else None

    def chapter_title(self, quest: Quest) -> str:
        """The title of the chapter that an open quest stands in."""
        if quest.chapter not in self.sight.chapters:
            return ""
        chapter = self.book.chapter(quest.chapter)
        return chapter.title if chapter else ""

    def needed_by(self, quest: Quest) -> Sequence[Quest]:
        """The open quests among what a quest depends on, by themselves or by a task of theirs."""
        found = dict.fromkeys(map(self._owner, quest.dependencies))
        other = (self.quest(each) for each in found if each != quest.id)
        return tuple(each for each in other if each is not None)

    def _owner(self, identifier: str) -> str:
        """The quest itself, or that of a task."""
        owner = None if self.book.quest(identifier) else self.book.quest_of_task(identifier)
        return owner.id if owner is not None else identifier

    def blocked_by(self, quest: Quest) -> Sequence[Quest]:
        """The open quests that have to be done, or begun, before this one can be started."""
        if self.state(quest) is not State.LOCKED:
            return ()
        whole = self.book.quest(quest.id) or quest
        waiting = open_dependencies(self.book, whole, self.progress)
        return tuple(each for each in self.needed_by(quest) if each.id in waiting)

    def state(self, quest: Quest) -> State:
        """Where the team stands with an open quest."""
        row = self.book.row(quest.id)
        return State.LOCKED if row is None else self._state_of(row)

    def startable(self) -> Sequence[Quest]:
        """The open quests that can be worked on now, in the book's order."""
        return self._quests(
            [row for row in self._open_rows if self._state_of(row) is State.STARTABLE]
        )

    def pause(self, quest: Quest) -> float:
        """Seconds until a repeatable quest can be done again."""
        until = self.progress.again.get(quest.id, 0) / 1000
        return max(0.0, until - self.now)

    def is_done(self, task: Task) -> bool:
        """Whether a task is completed."""
        return task.id in self.progress.completed

    def counted(self, task: Task) -> int:
        """How far the team is with a task that is not done: 0 up to its amount."""
        return max(0, min(self.progress.tasks.get(task.id, 0), task.amount))
