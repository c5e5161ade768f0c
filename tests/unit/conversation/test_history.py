"""What is kept of what was said: for whom, for how long, and until `/forget`."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from uuid import UUID

from bridge.agent.generations import Generations
from bridge.agent.user_message import HISTORY_MESSAGES, Said
from bridge.conversation.history import HOUR, History, KeptHistory
from bridge.conversation.history_choice import HistoryChoice
from bridge.storage.database import Database
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

MARA, TEO = UUID(int=1), UUID(int=2)
DAY = 86_400


class Scene:
    def __init__(self, db: Database, clock: FakeClock, choice: HistoryChoice) -> None:
        self.db = db
        self.clock = clock
        self.choice = choice
        self.generations = Generations()
        self.kept = KeptHistory(db, clock, days=30)

    def of(self, world: str = "main/world") -> History:
        return History(self.kept, world, choice=self.choice, generations=self.generations)


@asynccontextmanager
async def opened() -> AsyncGenerator[Scene]:
    clock = FakeClock()
    async with Database.open(None, clock=clock) as db:
        yield Scene(db, clock, await HistoryChoice.load(db))


def player(text: str) -> Said:
    return Said(role="player", text=text)


def assistant(text: str) -> Said:
    return Said(role="assistant", text=text)


async def test_what_was_said_comes_back_in_order_and_the_newest_of_it() -> None:
    async with opened() as scene:
        history = scene.of()
        for number in range(15):
            said = (player(f"q{number}"), assistant(f"a{number}"))
            await history.record(MARA, said, generation=0)
        recent = await history.recent(MARA)
        assert len(recent) == HISTORY_MESSAGES
        assert recent[:2] == (player("q5"), assistant("a5"))
        assert recent[-1] == assistant("a14")
        assert await history.count(MARA) == 30


async def test_it_belongs_to_one_player_in_one_world() -> None:
    async with opened() as scene:
        await scene.of().record(MARA, [player("mine")], generation=0)
        assert await scene.of().recent(TEO) == ()
        assert await scene.of("other/world").recent(MARA) == ()
        assert await scene.of().recent(None) == ()


async def test_nothing_is_recorded_or_sent_of_who_wants_no_history() -> None:
    async with opened() as scene:
        history = scene.of()
        await history.record(MARA, [player("before")], generation=0)
        await scene.choice.set(MARA, on=False)
        await history.record(MARA, [player("meanwhile")], generation=0)
        assert await history.recent(MARA) == ()
        await scene.choice.set(MARA, on=True)
        assert await history.recent(MARA) == (player("before"),)


async def test_a_player_without_uuid_leaves_nothing() -> None:
    async with opened() as scene:
        await scene.of().record(None, [player("x")], generation=0)
        async with scene.db.read() as snapshot:
            assert await snapshot.all("SELECT * FROM history_message") == []


async def test_what_is_too_old_is_not_sent_and_is_dropped_each_hour() -> None:
    async with opened() as scene:
        history = scene.of()
        await history.record(MARA, [player("old")], generation=0)
        scene.clock.advance(29 * DAY)
        await history.record(MARA, [player("new")], generation=0)
        keeping = asyncio.get_running_loop().create_task(scene.kept.keep())
        while not scene.clock.sleeping:
            await asyncio.sleep(0)
        assert await history.count(MARA) == 2
        scene.clock.advance(DAY + HOUR)
        assert await history.recent(MARA) == (player("new"),)
        while not scene.clock.sleeping:
            await asyncio.sleep(0)
        async with scene.db.read() as snapshot:
            rows = await snapshot.all("SELECT text FROM history_message")
        keeping.cancel()
        assert rows == [("new",)]


async def test_what_is_forgotten_is_gone_and_an_answer_under_way_does_not_bring_it_back() -> None:
    async with opened() as scene:
        history = scene.of()
        await history.record(MARA, [player("secret")], generation=0)
        await history.record(TEO, [player("kept")], generation=0)
        scene.generations.forget(MARA)
        async with asyncio.TaskGroup() as group:
            group.create_task(history.record(MARA, [player("late")], generation=0))
            group.create_task(history.forget(MARA))
        assert await history.recent(MARA) == ()
        assert await history.recent(TEO) == (player("kept"),)
        await history.record(MARA, [player("fresh")], generation=1)
        assert await history.recent(MARA) == (player("fresh"),)


async def test_text_that_no_database_takes_is_kept_as_it_can_be() -> None:
    async with opened() as scene:
        await scene.of().record(MARA, [assistant("a\ud800b")], generation=0)
        assert await scene.of().recent(MARA) == (assistant("a?b"),)
