"""`/forget`: what goes, what ends, and what stays."""

from __future__ import annotations

import asyncio
from uuid import UUID

from bridge.agent.failures import FailureError, Forgotten
from bridge.agent.generations import Generations
from bridge.agent.user_message import Said
from bridge.conversation.addressing import Press
from bridge.conversation.cache import RoutingCache
from bridge.conversation.executions import Executions
from bridge.conversation.forgetting import Forgetting
from bridge.conversation.history import History, KeptHistory
from bridge.conversation.history_choice import HistoryChoice
from bridge.conversation.shown import NoButton, ShownCards
from bridge.core.actors import Player
from bridge.core.cards import Button, Card, CardKind, Plain, Run
from bridge.core.modes import Mode
from bridge.storage.database import Database
from tests.fakes.clock import FakeClock
from tests.fakes.executions import MARA, execution, kernel
from tests.fakes.model import ScriptedModel

TEO = Player(name="Teo", uuid=UUID(int=2))
CARD = Card(kind=CardKind.LIST, buttons=(Button((Plain("x"),), Run("system:help")),))


async def test_history_cards_and_cache_of_this_player_go_and_what_runs_ends() -> None:
    clock = FakeClock()
    generations = Generations()
    told: list[Player] = []
    executions, cache = Executions(), RoutingCache(lambda: 9)
    ids = iter(("aaa", "bbb"))
    shown = ShownCards(clock, lambda: next(ids))
    async with Database.open(None, clock=clock) as db:
        choice = await HistoryChoice.load(db)
        kept = KeptHistory(db, clock, days=30)
        history = History(kept, "main/world", choice=choice, generations=generations)
        forgetting = Forgetting(
            generations=generations,
            executions=executions,
            shown=shown,
            cache=cache,
            history=history,
            forgot=told.append,
        )
        for player in (MARA, TEO):
            await history.record(player.uuid, [Said(role="player", text="x")], generation=0)
            shown.show(player.name, CARD)
            cache.put(player.name, Mode.STANDARD, "x", Run("system:help"))

        failures: list[FailureError] = []

        async def run() -> None:
            try:
                async with execution(kernel(ScriptedModel())) as running:
                    with executions.running(running):
                        await asyncio.Event().wait()
            except FailureError as error:
                failures.append(error)

        async with asyncio.TaskGroup() as group:
            group.create_task(run())
            await asyncio.sleep(0)
            await forgetting.forget(MARA)

        assert [error.failure for error in failures] == [Forgotten()]
        assert generations.current(MARA.uuid) == 1
        assert told == [MARA]
        assert shown.find("Mara", Press(1, None)) is NoButton.NO_CARD
        assert cache.get("Mara", Mode.STANDARD, "x") is None
        assert await history.recent(MARA.uuid) == ()

        assert shown.find("Teo", Press(1, None)) == CARD.buttons[0]
        assert cache.get("Teo", Mode.STANDARD, "x") == Run("system:help")
        assert len(await history.recent(TEO.uuid)) == 1

        shown.forget("Teo")
        await forgetting.forget(Player(name="Teo"))
        assert cache.get("Teo", Mode.STANDARD, "x") is None
        assert len(await history.recent(TEO.uuid)) == 1
