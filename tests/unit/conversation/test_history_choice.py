"""Whether a player's history is kept."""

from __future__ import annotations

from uuid import UUID

from bridge.conversation.history_choice import HistoryChoice
from bridge.storage.database import Database
from tests.fakes.clock import FakeClock

MARA, TEO = UUID(int=1), UUID(int=2)


async def test_it_is_on_until_turned_off_and_stays_so_over_a_restart() -> None:
    async with Database.open(None, clock=FakeClock()) as db:
        choice = await HistoryChoice.load(db)
        assert choice.is_on(MARA)
        for on in (False, False, True, False):
            await choice.set(MARA, on=on)
            for each in (choice, await HistoryChoice.load(db)):
                assert each.is_on(MARA) is on
                assert each.is_on(TEO)


async def test_a_player_without_uuid_has_no_history() -> None:
    async with Database.open(None, clock=FakeClock()) as db:
        assert not (await HistoryChoice.load(db)).is_on(None)
