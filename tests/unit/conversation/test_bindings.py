"""Which system a player is bound to."""

from __future__ import annotations

from uuid import UUID

from bridge.conversation.bindings import Bindings
from bridge.prompts.core_prompts import DEFAULT_SYSTEM
from bridge.storage.database import Database
from tests.fakes.clock import FakeClock

MARA, TEO = UUID(int=1), UUID(int=2)


async def test_it_is_the_default_until_bound_and_stays_so_over_a_restart() -> None:
    async with Database.open(None, clock=FakeClock()) as db:
        bindings = await Bindings.load(db, "main/world")
        assert bindings.of(MARA) == bindings.of(None) == DEFAULT_SYSTEM
        for system in ("pack:stern", "pack:kind", "pack:kind", DEFAULT_SYSTEM, DEFAULT_SYSTEM):
            await bindings.bind(MARA, system)
            for each in (bindings, await Bindings.load(db, "main/world")):
                assert (each.of(MARA), each.of(TEO)) == (system, DEFAULT_SYSTEM)


async def test_it_holds_for_one_world() -> None:
    async with Database.open(None, clock=FakeClock()) as db:
        await (await Bindings.load(db, "main/world")).bind(MARA, "pack:stern")
        assert (await Bindings.load(db, "main/other")).of(MARA) == DEFAULT_SYSTEM
