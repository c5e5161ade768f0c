"""Help lists what there is; the menu has buttons for what needs no words."""

from __future__ import annotations

from bridge.commands.explicit import Argument, Command
from bridge.core.actors import Player
from bridge.core.cards import Card, notice
from bridge.modules.registry import ModuleRegistry
from bridge.modules.workflow import Call, Workflow
from bridge.ui.render import plain
from bridge.workflows.guide import help as guide
from tests.fakes.cards import runs_of


async def run(call: Call) -> Card:
    del call
    return notice("press.no_card")


QUESTS = Workflow(
    id="system:quests",
    run=run,
    command=Command(
        name="quests",
        usage="command.quests.usage",
        summary="command.quests.summary",
        argument=Argument.OPTIONAL,
    ),
)
QUEST = Workflow(
    id="system:quest",
    run=run,
    command=Command(
        name="quest",
        usage="command.quest.usage",
        summary="command.quest.summary",
        argument=Argument.REQUIRED,
    ),
)
QUIET = Workflow(id="system:quiet", run=run)
CALL = Call(player=Player(name="Mara"), language="en_us")


async def card_of(capability: str, *, allowed: bool = True) -> Card:
    registry = ModuleRegistry([QUESTS, QUEST, QUIET])
    registry.add("system", guide.workflows(registry, lambda _, flow: allowed or flow is QUEST))
    flows = {flow.id: flow for flow in registry.available("system:default")}
    return await flows[capability].run(CALL)


async def test_help_lists_every_command_with_its_summary() -> None:
    text = plain(await card_of("system:help"), "en_us")
    for command in ("/quests [text] - ", "/quest <id or title> - ", "/help - ", "/menu - "):
        assert command in text
    assert "quiet" not in text


async def test_the_menu_has_a_button_for_each_command_that_needs_no_words() -> None:
    card = await card_of("system:menu")
    assert [run.capability for run in runs_of(card)] == ["system:quests", "system:help"]


async def test_what_a_player_may_not_use_now_is_not_listed() -> None:
    text = plain(await card_of("system:help", allowed=False), "en_us")
    assert "/quest <id or title> - " in text
    assert "/quests" not in text


def test_both_act_at_once() -> None:
    flows = guide.workflows(ModuleRegistry(), lambda _, __: True)
    assert all(flow.management for flow in flows)
