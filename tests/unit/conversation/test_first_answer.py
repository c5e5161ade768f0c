"""Who was told that an AI answers them."""

from __future__ import annotations

from uuid import UUID

from bridge.conversation.first_answer import FirstAnswers
from bridge.storage.database import Database
from tests.fakes.clock import FakeClock

MARA, TEO = UUID(int=1), UUID(int=2)


async def test_each_player_is_due_once_also_over_a_restart() -> None:
    clock = FakeClock()
    async with Database.open(None, clock=clock) as db:
        told = await FirstAnswers.load(db, clock)
        assert told.is_due(MARA)
        for _ in range(2):
            await told.telling(MARA)
            for each in (told, await FirstAnswers.load(db, clock)):
                assert not each.is_due(MARA)
                assert each.is_due(TEO)


async def test_who_is_not_identified_is_never_due() -> None:
    clock = FakeClock()
    async with Database.open(None, clock=clock) as db:
        assert not (await FirstAnswers.load(db, clock)).is_due(None)
