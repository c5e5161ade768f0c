"""`quests.list`, `.find`, `.detail`, `.next`: the book as far as the asker's team may see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final, Protocol

from pydantic import Field

from bridge.core.errors import RefusedError
from bridge.quests.viewer import ANYBODY, Viewer
from bridge.tools.tool import Tool

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

    from bridge.core.actors import Player
    from bridge.quests.model import Quest, Task
    from bridge.quests.nearest import Step
    from bridge.quests.shelf import Shelf
    from bridge.tools.tool import Asker

PAGE: Final = 20
FOUND: Final = 12
NEXT: Final = 10
PARTS: Final = 60
"""Tasks, rewards or needed quests of one quest; few have more than a dozen."""
DESCRIPTION: Final = 1_500
"""Characters of a quest's description."""

Everything = Annotated[
    bool, Field(description="hidden ones too: only for an administrator who asks for all")
]


class Library(Protocol):
    """Where the book is."""

    async def shelf(self, locale: str, viewer: Viewer = ANYBODY) -> Shelf | None:
        """The book in this language as this player sees it; None where the server has none."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ListInput:
    """Which page of the visible quests."""

    page: Annotated[int, Field(ge=1, le=10_000, description="from 1")] = 1
    everything: Everything = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FindInput:
    """Words to look for."""

    text: Annotated[
        str, Field(min_length=1, max_length=200, description="words of titles, tasks or rewards")
    ]
    everything: Everything = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DetailInput:
    """One quest."""

    quest: Annotated[str, Field(min_length=1, max_length=200, description="its id or exact title")]
    everything: Everything = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NextInput:
    """How many."""

    count: Annotated[int, Field(ge=1, le=NEXT)] = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A quest by name; `state` is startable, locked or done."""

    id: str
    title: str
    chapter: str
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestPage:
    """Some of the quests, and how many there are."""

    quests: tuple[Named, ...]
    total: int
    page: int = 1
    pages: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskState:
    """One thing to do, and how far the team is with it: `have` of `amount`."""

    title: str
    done: bool
    have: int
    amount: int
    optional: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestDetail:
    """All that may be told of one quest."""

    id: str
    title: str
    chapter: str
    state: str
    subtitle: str
    description: str
    tasks: tuple[TaskState, ...]
    rewards: tuple[str, ...]
    needs: tuple[Named, ...]
    """The quests it depends on."""
    one_is_enough: bool
    """Of those."""
    blocked_by: tuple[Named, ...]
    """Those among them that are still to be done."""
    progress_age_seconds: int | None
    """How old what is known of the progress is; None: nothing was done yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextQuest:
    """A quest to do next: how much of it is done, in percent, and the tasks left."""

    id: str
    title: str
    chapter: str
    percent: int
    missing: tuple[TaskState, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NextQuests:
    """The nearest to done first."""

    quests: tuple[NextQuest, ...]
    startable: int
    """How many can be started now in all."""
    inventory_known: bool
    """Whether what the player carries was counted."""


async def nothing_known(_player: Player) -> None:
    """What a player carries, where no source tells it."""
    return


def tools(
    library: Library,
    held: Callable[[Player], Awaitable[Mapping[str, int] | None]] = nothing_known,
) -> tuple[Tool[Any, Any], ...]:
    """The four, over one book; `held` tells what a player carries: items by id, or None."""
    answers = _Answers(library, held)
    return (
        Tool("quests.list", ListInput, QuestPage, answers.page).for_reasoning(
            "List the quests that this player can see, page by page: startable ones first, "
            "completed ones last."
        ),
        Tool("quests.find", FindInput, QuestPage, answers.found).for_reasoning(
            "Find quests of this pack by words of their titles, texts, tasks or rewards."
        ),
        Tool("quests.detail", DetailInput, QuestDetail, answers.detail).for_reasoning(
            "One quest: its text, what of its tasks is done and missing, its rewards, the quests "
            "it needs and which of those block it."
        ),
        Tool("quests.next", NextInput, NextQuests, answers.upcoming).for_reasoning(
            "The quests that this player can do next, the nearest to done first, with what is "
            "missing."
        ),
    )


@dataclass(frozen=True, slots=True)
class _Answers:
    """The handlers."""

    library: Library
    held: Callable[[Player], Awaitable[Mapping[str, int] | None]]

    async def _shelf(self, asker: Asker, *, everything: bool = False) -> Shelf:
        if everything and not asker.administrator:
            raise RefusedError("only an administrator may see what is hidden")
        viewer = Viewer(uuid=asker.player.uuid, everything=everything)
        shelf = await self.library.shelf(asker.language, viewer)
        if shelf is None:
            raise RefusedError("this server has no quest book")
        return shelf

    async def page(self, asker: Asker, given: ListInput) -> QuestPage:
        shelf = await self._shelf(asker, everything=given.everything)
        quests = shelf.listed
        pages = max(1, -(-len(quests) // PAGE))
        page = min(given.page, pages)
        shown = quests[(page - 1) * PAGE : page * PAGE]
        return QuestPage(quests=_named(shelf, shown), total=len(quests), page=page, pages=pages)

    async def found(self, asker: Asker, given: FindInput) -> QuestPage:
        shelf = await self._shelf(asker, everything=given.everything)
        found = shelf.find(given.text)
        if not found and (meant := shelf.corrected(given.text)):
            found = shelf.find(meant)
        return QuestPage(quests=_named(shelf, found[:FOUND]), total=len(found))

    async def detail(self, asker: Asker, given: DetailInput) -> QuestDetail:
        shelf = await self._shelf(asker, everything=given.everything)
        found = shelf.named(given.quest)
        if not found:
            raise RefusedError("no such quest is visible; look for it with quests.find")
        if len(found) > 1:
            ids = ", ".join(f"{each.id} ({shelf.chapter_title(each)})" for each in found)
            raise RefusedError(f"several quests have this title; use an id: {ids}")
        return _detail(shelf, found[0])

    async def upcoming(self, asker: Asker, given: NextInput) -> NextQuests:
        from bridge.quests.nearest import steps

        shelf = await self._shelf(asker)
        carried = await self.held(asker.player)
        found = steps(shelf, carried)
        return NextQuests(
            quests=tuple(_next(shelf, step) for step in found[: given.count]),
            startable=len(found),
            inventory_known=carried is not None,
        )


def _named(shelf: Shelf, quests: Iterable[Quest]) -> tuple[Named, ...]:
    return tuple(
        Named(
            id=each.id,
            title=each.title,
            chapter=shelf.chapter_title(each),
            state=shelf.state(each).name.lower(),
        )
        for each in quests
    )


def _task(task: Task, *, done: bool, have: int) -> TaskState:
    return TaskState(
        title=task.title,
        done=done,
        have=task.amount if done else have,
        amount=task.amount,
        optional=task.optional,
    )


def _detail(shelf: Shelf, quest: Quest) -> QuestDetail:
    needed = shelf.needed_by(quest)
    age = shelf.age.seconds
    return QuestDetail(
        id=quest.id,
        title=quest.title,
        chapter=shelf.chapter_title(quest),
        state=shelf.state(quest).name.lower(),
        subtitle=quest.subtitle,
        description=_joined(quest.description)[:DESCRIPTION],
        tasks=tuple(
            _task(task, done=shelf.is_done(task), have=shelf.counted(task))
            for task in quest.tasks[:PARTS]
        ),
        rewards=tuple(reward.title for reward in quest.rewards[:PARTS]),
        needs=_named(shelf, needed[:PARTS]),
        one_is_enough=len(needed) > 1 and quest.requirement.startswith("one_"),
        blocked_by=_named(shelf, shelf.blocked_by(quest)[:PARTS]),
        progress_age_seconds=None if age is None else round(age),
    )


def _next(shelf: Shelf, step: Step) -> NextQuest:
    return NextQuest(
        id=step.quest.id,
        title=step.quest.title,
        chapter=shelf.chapter_title(step.quest),
        percent=int(step.share * 100),
        missing=tuple(
            _task(each.task, done=False, have=each.have) for each in step.missing[:PARTS]
        ),
    )


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(lines)
