"""`/cancel` and `/forget` as commands, and what a sentence that means the same does."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast
from uuid import UUID

from bridge.agent.failures import Cancelled
from bridge.conversation.explicit import commanded
from bridge.core.actors import Player
from bridge.core.cards import Card, Run
from bridge.modules.registry import ModuleRegistry
from bridge.modules.workflow import Call
from bridge.ui.render import plain
from bridge.workflows.ending.workflow import Ending, workflows

if TYPE_CHECKING:
    from bridge.agent.failures import Failure

MARA = Player(name="Mara", uuid=UUID(int=1))
NOBODY = Player(name="Nobody")


class Fakes:
    """What runs, and what is remembered."""

    def __init__(self) -> None:
        self.running = 0
        self.ended: list[tuple[UUID, Failure]] = []
        self.forgotten: list[Player] = []

    def end(self, player: UUID, failure: Failure) -> int:
        self.ended.append((player, failure))
        return self.running

    async def forget(self, player: Player) -> None:
        self.forgotten.append(player)


def registry(fakes: Fakes) -> ModuleRegistry:
    return ModuleRegistry(workflows(Ending(running=fakes, memory=fakes)))


async def run(fakes: Fakes, action: Run | Card | None, player: Player = MARA) -> Card:
    assert isinstance(action, Run)
    flow = registry(fakes).workflow(action.capability)
    assert flow is not None
    assert flow.management
    assert flow.routing is None
    return await flow.run(Call(player=player, language="en_us", input=action.input))


async def said(fakes: Fakes, text: str, player: Player = MARA) -> str:
    return plain(await run(fakes, commanded(text, registry(fakes)), player), "en_us")


async def test_cancel_ends_what_runs_or_says_that_nothing_does() -> None:
    fakes = Fakes()
    assert await said(fakes, "/cancel") == "Nothing is being worked on for you."
    fakes.running = 1
    assert await said(fakes, "/cancel") == "Stopping it."
    assert fakes.ended == [(MARA.uuid, Cancelled())] * 2
    assert await said(fakes, "/cancel", NOBODY) == "Nothing is being worked on for you."
    assert len(fakes.ended) == 2


async def test_forget_is_done_at_once_by_command() -> None:
    fakes = Fakes()
    assert (await said(fakes, "/forget")).startswith("Forgotten:")
    assert fakes.forgotten == [MARA]


async def test_a_match_only_shows_a_card_whose_button_forgets() -> None:
    fakes = Fakes()
    card = await run(fakes, Run("system:forget"))
    assert fakes.forgotten == []
    (button,) = card.buttons
    await run(fakes, cast("Run", button.action))
    assert fakes.forgotten == [MARA]
