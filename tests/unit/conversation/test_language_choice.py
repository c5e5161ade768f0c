"""The language that a player chose."""

from __future__ import annotations

from uuid import UUID

from bridge.conversation.language_choice import LanguageChoice
from bridge.storage.database import Database
from tests.fakes.clock import FakeClock

MARA, TEO = UUID(int=1), UUID(int=2)


async def test_a_choice_stays_over_a_restart_until_it_is_taken_back() -> None:
    async with Database.open(None, clock=FakeClock()) as db:
        choice = await LanguageChoice.load(db)
        assert choice.of(MARA) is choice.of(None) is None
        for language in ("zh_cn", "en_us", None, None):
            await choice.set(MARA, language)
            for each in (choice, await LanguageChoice.load(db)):
                assert (each.of(MARA), each.of(TEO)) == (language, None)


async def test_a_language_that_is_not_there_any_more_does_not_count() -> None:
    async with Database.open(None, clock=FakeClock()) as db:
        await (await LanguageChoice.load(db)).set(MARA, "xx_xx")
        assert (await LanguageChoice.load(db)).of(MARA) is None
