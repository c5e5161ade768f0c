"""What is stored of players, read together and shared by all worlds."""

from __future__ import annotations

from uuid import UUID

from bridge.agent.generations import Generations
from bridge.agent.user_message import Said
from bridge.daemon.personal import Personal
from bridge.storage.database import Database
from tests.fakes.clock import FakeClock

MARA = UUID(int=1)


async def test_it_is_there_again_after_a_restart() -> None:
    clock = FakeClock()
    async with Database.open(None, clock=clock) as db:
        personal = await Personal.load(db, clock, days=30)
        await personal.languages.set(MARA, "zh_cn")
        await personal.told.telling(MARA)
        await (await personal.bindings("main/world")).bind(MARA, "pack:stern")
        history = personal.history("main/world", Generations())
        await history.record(MARA, [Said(role="player", text="x")], generation=0)

        again = await Personal.load(db, clock, days=30)
        assert again.languages.of(MARA) == "zh_cn"
        assert not again.told.is_due(MARA)
        assert (await again.bindings("main/world")).of(MARA) == "pack:stern"
        assert len(await again.history("main/world", Generations()).recent(MARA)) == 1
        await again.choice.set(MARA, on=False)
        assert await again.history("main/world", Generations()).recent(MARA) == ()
