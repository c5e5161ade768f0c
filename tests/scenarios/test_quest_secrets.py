"""Nothing of a hidden quest leaves by any tool, command, count or correction, whoever asks.

Books are drawn at random, with a word of its own in every field, and what each team may see is
worked out here a second time, straight from the six rules as the reference page states them.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bridge.core.actors import Player
from bridge.core.errors import RefusedError
from bridge.modules.workflow import Call
from bridge.quests.listing import listing
from bridge.quests.model import (
    Book,
    Chapter,
    Condition,
    Era,
    Hiding,
    Item,
    Quest,
    QuestLink,
    Requirement,
    Reward,
    Task,
)
from bridge.quests.progress import TeamProgress
from bridge.quests.saves import Saved
from bridge.quests.shelf import Stock
from bridge.quests.viewer import ANYBODY, Viewer
from bridge.quests.views import Views
from bridge.tools.arguments import InvalidArguments, Shape
from bridge.tools.readers import quests as quest_tools
from bridge.tools.tool import Asker
from bridge.ui.render import plain
from bridge.workflows.quests import workflow as quest_workflows
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from bridge.core.cards import Card
    from bridge.quests.shelf import Shelf
    from bridge.tools.tool import Tool

NOWHERE: Final = "zqqqvvwwxxqzvwxq"
"""Stands in no book."""
MARA = Player(name="Mara", uuid=UUID(int=1))
PHASES: Final = (Phase.explicit, Phase.generate)
"""Without shrinking: a world is small already, and each try asks hundreds of questions."""
FLAGS = st.none() | st.booleans()


@dataclass
class Words:
    """Makes words that stand nowhere else, and knows which of them are whose."""

    numbers: count[int] = field(default_factory=lambda: count(1))
    name: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    details: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    text: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    chapters: dict[str, str] = field(default_factory=dict[str, str])

    def new(self) -> str:
        """Sixteen letters, so that no two of these words could be taken for each other."""
        digest = sha256(str(next(self.numbers)).encode()).digest()
        return "".join(chr(ord("a") + byte % 26) for byte in digest[:16])


@dataclass(frozen=True)
class World:
    """A book, what each word belongs to, a team's progress, and what `hide` means."""

    book: Book
    words: Words
    progress: TeamProgress
    minecraft: tuple[int, ...]


@st.composite
def worlds(draw: st.DrawFn) -> World:
    words = Words()
    sizes = draw(st.lists(st.integers(1, 5), min_size=1, max_size=3))
    ids = [words.new() for _ in range(sum(sizes))]
    task_ids = {each: words.new() for each in ids}
    chapter_ids = [words.new() for _ in sizes]
    named = [*ids, *task_ids.values(), *chapter_ids, "dangling"]
    chapters: list[Chapter] = []
    at = 0
    for chapter_id, size in zip(chapter_ids, sizes, strict=True):
        words.chapters[chapter_id] = words.new()
        quests = [
            _quest(draw, words, (each, chapter_id, task_ids[each]), named)
            for each in ids[at : at + size]
        ]
        at += size
        linked = draw(st.lists(st.sampled_from(ids), max_size=2))
        chapters.append(
            Chapter(
                id=chapter_id,
                title=words.chapters[chapter_id],
                quests=tuple(quests),
                links=tuple(QuestLink(id=words.new(), quest=each) for each in linked),
                always_invisible=draw(st.integers(0, 4)) == 0,
                hiding=_hiding(draw),
            )
        )
    book = Book(
        era=Era.INLINE,
        locale="en_us",
        title="Book",
        chapters=tuple(chapters),
        hide_excluded=draw(st.booleans()),
        progression=draw(st.sampled_from(["linear", "flexible"])),
    )
    done = draw(st.sets(st.sampled_from(named)))
    progress = TeamProgress(completed=frozenset(done), tasks=dict.fromkeys(task_ids.values(), 3))
    version = draw(st.sampled_from([(1, 19, 2), (1, 20, 1), (1, 21, 1)]))
    return World(book, words, progress, version)


def _hiding(draw: st.DrawFn) -> Hiding:
    return Hiding(
        invisible=draw(st.integers(0, 3)) == 0,
        until_tasks=draw(st.integers(0, 1)),
        legacy=draw(FLAGS),
        until_visible=draw(FLAGS),
        until_complete=draw(FLAGS),
        details_until_startable=draw(FLAGS),
        text_until_complete=draw(FLAGS),
    )


def _quest(draw: st.DrawFn, words: Words, own: tuple[str, str, str], named: list[str]) -> Quest:
    quest_id, chapter_id, task_id = own
    title, subtitle = words.new(), words.new()
    task, item, item_name, condition = (words.new() for _ in range(4))
    reward, reward_id, command, extra = (words.new() for _ in range(4))
    description, link = words.new(), words.new()
    words.name[quest_id] = {quest_id, title, subtitle}
    words.details[quest_id] = {
        *(task_id, task, item, item_name, condition),
        *(reward, reward_id, command, extra),
    }
    words.text[quest_id] = {description, link}
    wanted = Item(
        id=f"pack:{item}",
        name=item_name,
        condition=draw(st.none() | st.just(Condition(kind="item", value=f"pack:{condition}"))),
    )
    return Quest(
        id=quest_id,
        chapter=chapter_id,
        title=title,
        subtitle=subtitle,
        description=(description,),
        references=tuple(draw(st.lists(st.sampled_from(named), max_size=2))),
        links=(f"https://{link}.example",),
        tasks=(Task(id=task_id, type="item", title=task, items=(wanted,), amount=5),),
        rewards=(Reward(id=reward_id, type="command", title=reward, target=command),),
        dependencies=tuple(draw(st.lists(st.sampled_from(named), max_size=3, unique=True))),
        requirement=draw(st.sampled_from(list(Requirement))),
        minimum=draw(st.sampled_from([0, 0, 1, 2])),
        optional=draw(st.booleans()),
        maximum_dependents=draw(st.integers(0, 1)),
        hiding=_hiding(draw),
        extra=(("note", extra),),
    )


class Rules:
    """The rules of A5, written down a second time: slowly, by repeating until nothing changes."""

    def __init__(self, world: World) -> None:
        self.book, self.progress = world.book, world.progress
        self.done = world.progress.completed
        self.old = world.minecraft < (1, 20)
        self.quests = {quest.id: quest for quest in world.book.quests()}
        self.tasks = {task.id: quest.id for quest in self.quests.values() for task in quest.tasks}
        self.chapters = {chapter.id: chapter for chapter in world.book.chapters}
        self.seen: set[str] = set()
        while fresh := {
            quest.id
            for quest in self.quests.values()
            if quest.id not in self.seen and self._visible(quest)
        }:
            self.seen |= fresh
        self.told = {
            each
            for each in self.seen
            if not self.chapters[self.quests[each].chapter].always_invisible
        }

    def _valid(self, quest: Quest) -> list[str]:
        known = self.quests.keys() | self.tasks.keys() | self.chapters.keys()
        return [each for each in quest.dependencies if each in known]

    def _rule(self, quest: Quest, holds: set[str]) -> bool:
        valid = self._valid(quest)
        met = sum(each in holds for each in valid)
        if quest.minimum > 0:
            return met >= quest.minimum
        return met > 0 if quest.requirement.startswith("one") else met == len(valid)

    def _complete(self, quest: Quest) -> bool:
        return not self._valid(quest) or self._rule(quest, set(self.done))

    def _excluded(self, quest: Quest) -> bool:
        if quest.id in self.done:
            return False
        return any(
            0
            < other.maximum_dependents
            <= sum(
                each.id in self.done
                for each in self.quests.values()
                if other.id in each.dependencies
            )
            for other in (self.quests[each] for each in quest.dependencies if each in self.quests)
        )

    def _shows(self, identifier: str) -> bool:
        if identifier in self.tasks:
            return True
        if (chapter := self.chapters.get(identifier)) is not None:
            parts = {each.id for each in chapter.quests} | {each.quest for each in chapter.links}
            return not chapter.always_invisible and bool(parts & self.seen)
        return identifier in self.seen

    def _visible(self, quest: Quest) -> bool:
        own, default = quest.hiding, self.chapters[quest.chapter].hiding
        if own.invisible and quest.id not in self.done:
            ready = sum(task.id in self.done for task in quest.tasks)
            if not (own.until_tasks and ready >= own.until_tasks):
                return False
        if self.book.hide_excluded and self._excluded(quest):
            return False
        if not self._valid(quest):
            return True
        if self.old:
            complete = (
                own.until_complete,
                own.legacy,
                default.until_complete,
                default.until_visible,
            )
            showing = (own.until_visible,)
        else:
            complete = (own.until_complete, default.until_complete)
            showing = (own.until_visible, own.legacy, default.until_visible)
        if next((each for each in complete if each is not None), False):
            return self._complete(quest)
        shown = {each for each in self._valid(quest) if self._shows(each)}
        if next((each for each in showing if each is not None), False):
            return self._rule(quest, shown)
        return bool(shown)

    def tells_details(self, quest: Quest) -> bool:
        own, chapter = quest.hiding.details_until_startable, self.chapters[quest.chapter]
        hides = chapter.hiding.details_until_startable if own is None else own
        flexible = self.book.progression == "flexible"
        startable = not self._excluded(quest) and (flexible or self._complete(quest))
        return not hides or quest.id in self.done or startable

    def tells_text(self, quest: Quest) -> bool:
        own, chapter = quest.hiding.text_until_complete, self.chapters[quest.chapter]
        hides = chapter.hiding.text_until_complete if own is None else own
        return self.tells_details(quest) and (not hides or quest.id in self.done)

    def secrets(self, words: Words) -> set[str]:
        """Every word that this team must not read."""
        found: set[str] = set()
        for quest in self.quests.values():
            if quest.id not in self.told:
                found |= words.name[quest.id] | words.details[quest.id] | words.text[quest.id]
                continue
            if not self.tells_details(quest):
                found |= words.details[quest.id]
            if not self.tells_text(quest):
                found |= words.text[quest.id]
        for chapter in self.chapters.values():
            shown = {each.id for each in chapter.quests} | {each.quest for each in chapter.links}
            if chapter.always_invisible or not shown & self.told:
                found |= {chapter.id, words.chapters[chapter.id]}
        return found


@cache
def shape(of: type) -> Shape[Any]:
    return Shape(of)


class Answers:
    """All that one player can ask, each answer as one text."""

    def __init__(self, world: World, player: Player) -> None:
        stock = Stock(world.book, world.minecraft)
        views = Views(self, clock=FakeClock())
        self._saved = {MARA.uuid: Saved(progress=world.progress, team="1", age=1)}

        class Library:
            async def shelf(self, locale: str, viewer: Viewer = ANYBODY) -> Shelf | None:
                del locale
                return await views.of(stock, viewer)

        self.library = Library()
        self.player = player
        self.tools = {tool.id: tool for tool in quest_tools.tools(self.library)}
        self.flows = {flow.id: flow for flow in quest_workflows.workflows(self.library)}

    async def of(self, player: UUID) -> Saved:
        """`views.Saving`."""
        return self._saved.get(player, Saved(progress=TeamProgress()))

    async def tool(self, name: str, **given: object) -> Any:
        tool: Tool[Any, Any] = self.tools[name]
        read = shape(tool.input).read(given)
        assert not isinstance(read, InvalidArguments)
        asker = Asker(player=self.player, language="en_us")
        try:
            return shape(tool.output).plain(await tool.handler(asker, read))
        except RefusedError as refused:
            return str(refused)

    async def card(self, capability: str, **given: str) -> Card:
        call = Call(player=self.player, language="en_us", input=given)
        return await self.flows[capability].run(call)

    async def everything(self, asked: str) -> str:
        """All that can be had by some words, in one text."""
        shelf = await self.library.shelf("en_us", Viewer(uuid=self.player.uuid))
        assert shelf is not None
        cards = [
            await self.card("system:quests", text=asked),
            await self.card("system:quests", text=f"{asked} {asked}s"),
            await self.card("system:quest", quest=asked),
            await self.card("system:quests", text=f"--all {asked}"),
            await self.card("system:quest", quest=asked, all="yes"),
        ]
        return json.dumps(
            [
                await self.tool("quests.find", text=asked),
                await self.tool("quests.detail", quest=asked),
                await self.tool("quests.detail", quest=f"#{asked}"),
                await self.tool("quests.find", text=asked, everything=True),
                shelf.corrected(asked[:-1] + "zz"),
                *(f"{plain(card, 'en_us')} {card.buttons!r}" for card in cards),
            ]
        )

    async def without_words(self) -> str:
        """All that can be had without any."""
        shelf = await self.library.shelf("en_us", Viewer(uuid=self.player.uuid))
        assert shelf is not None
        pages = [await self.card("system:quests", page=str(page)) for page in range(1, 4)]
        cards = [*pages, await self.card("system:next_quest")]
        return json.dumps(
            [
                await self.tool("quests.list"),
                await self.tool("quests.list", everything=True),
                await self.tool("quests.next", count=10),
                listing(shelf.told, shelf.open_quests),
                repr(shelf.told),
                *(f"{plain(card, 'en_us')} {card.buttons!r}" for card in cards),
            ]
        )


async def _holds(world: World, player: Player) -> None:
    rules = Rules(world)
    secrets = rules.secrets(world.words)
    answers = Answers(world, player)
    listed = await answers.tool("quests.list")
    assert {each["id"] for each in listed["quests"]} == rules.told
    assert listed["total"] == len(rules.told)
    blank = await answers.without_words()
    assert not [each for each in secrets if each in blank]
    nothing = await answers.everything(NOWHERE)
    for secret in secrets:
        # Not only is it not told: asking for it is asking for a word that is nowhere.
        assert (await answers.everything(secret)).replace(secret, NOWHERE) == nothing
    for quest in rules.told:
        for known in (quest, rules.quests[quest].title):
            told = await answers.everything(known)
            assert quest in told
            assert not [each for each in secrets if each in told]


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], phases=PHASES
)
@given(worlds())
def test_no_word_of_what_is_hidden_is_told_found_counted_or_corrected(world: World) -> None:
    asyncio.run(_holds(world, MARA))


@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow], phases=PHASES
)
@given(worlds())
def test_who_is_not_known_sees_what_everybody_does(world: World) -> None:
    nothing_done = World(world.book, world.words, TeamProgress(), world.minecraft)
    for stranger in (Player(name="Kim"), Player(name="Teo", uuid=UUID(int=2))):
        answers = Answers(world, stranger)
        rules = Rules(nothing_done)
        blank = asyncio.run(answers.without_words())
        assert not [each for each in rules.secrets(world.words) if each in blank]


@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow], phases=PHASES
)
@given(worlds())
def test_an_administrator_who_asks_for_all_is_told_all(world: World) -> None:
    async def told() -> set[str]:
        shelf = await Answers(world, MARA).library.shelf("en_us", Viewer(everything=True))
        assert shelf is not None
        return {quest.id for quest in shelf.open_quests}

    assert asyncio.run(told()) == {quest.id for quest in world.book.quests()}
