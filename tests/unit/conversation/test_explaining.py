"""How a request was routed, as values and as lines."""

from __future__ import annotations

from bridge.conversation.explaining import lines
from bridge.conversation.local import LocalMatching
from bridge.conversation.matcher import Example, Matcher
from bridge.core.cards import Card, notice
from bridge.core.modes import Mode
from bridge.modules.registry import ModuleRegistry
from bridge.modules.workflow import Call, Workflow
from tests.fakes.conversations import FakeConversation, request
from tests.fakes.executions import FakeAuthority


async def run(call: Call) -> Card:
    del call
    return notice("press.no_card")


def conversation() -> FakeConversation:
    matching = LocalMatching(Matcher([Example(capability="system:quests", text="show quests")]))
    registry = ModuleRegistry([Workflow(id="system:quests", run=run)])
    return FakeConversation(registry, matching, authority=FakeAuthority(mode=Mode.OFFLINE))


async def test_a_match_is_explained_by_its_scores_and_its_rule() -> None:
    _, explained = await conversation().router.explained(request("show quests"))
    assert explained["mode"] == "offline"
    assert explained["local"]["threshold"] == 0.8
    assert lines(explained) == [
        "mode: offline",
        "command: went on",
        "local: answered",
        "  rule: matched, threshold 0.8",
        "  system:quests {}",
        "  score 0.9899, coverage 1, margin 0.9899; by the example 'show quests'",
        "  candidate system:quests: 0.9899",
    ]


async def test_what_is_not_understood_is_explained_too() -> None:
    _, explained = await conversation().router.explained(request("how is the weather"))
    assert lines(explained) == [
        "mode: offline",
        "command: went on",
        "local: went on",
        "  rule: nothing_alike, threshold 0.8",
        "options: answered",
    ]
