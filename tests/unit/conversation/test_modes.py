"""The mode table of spec 2, cell by cell: how many calls, which task, what the player saw."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from bridge.agent.failures import Cancelled, Forgotten
from bridge.agent.policy import policy_of
from bridge.commands.explicit import Argument, Command
from bridge.conversation.local import LocalMatching, built_in_matcher
from bridge.conversation.matcher import Example, Matcher
from bridge.core.cards import Button, Card, CardKind, Plain, Run, notice
from bridge.core.modes import Mode
from bridge.modules.inputs import TextInput, TextInputs
from bridge.modules.registry import ModuleRegistry
from bridge.modules.workflow import Routing, Workflow
from bridge.prompts.chat import ChatPrompts
from bridge.tools.registry import ToolRegistry
from bridge.ui.render import plain
from bridge.workflows.freechat import workflow as freechat
from bridge.workflows.freechat.actions import ChatActions, ChatTools
from bridge.workflows.reasoning import workflow as reasoning
from tests.fakes.conversations import FakeConversation, request
from tests.fakes.executions import FakeAuthority
from tests.fakes.model import ScriptedModel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bridge.conversation.request import Request
    from bridge.gateway.messages import ModelRequest
    from bridge.modules.workflow import Call
    from tests.fakes.model import Scripted

COMMAND = "/quests storage"
MATCHED = "what quests are there about storage"
UNMATCHED = "I have no idea how to keep all of my stuff together"
PICK = '{"type": "system:quests", "input": {"text": "drawers"}}'
NONE = '{"type": "none"}'
ANSWER = '{"type": "answer", "text": "Use **drawers**, Host."}'


async def show_quests(call: Call) -> Card:
    text = call.input.get("text", "")
    button = Button((Plain("open"),), Run("system:quests", {"text": "pressed"}))
    return Card(kind=CardKind.LIST, title=(Plain(f"quests about {text}"),), buttons=(button,))


async def never(call: Call) -> Card:
    raise AssertionError(call)


def scene(
    mode: Mode,
    replies: Iterable[Scripted] = (),
    *,
    calls: int = 50,
    matching: LocalMatching | None = None,
    enabled: Callable[[str, str], bool] = lambda module, system: True,
    writing: Iterable[Workflow] = (),
) -> FakeConversation:
    workflows, tools = ModuleRegistry(enabled=enabled), ToolRegistry()
    prompts = ChatPrompts()
    actions = ChatActions(
        workflows,
        tools,
        policy=lambda flow: policy_of(flow.id, {}, flow.policy),
        added=ChatTools(),
    )
    inputs = TextInputs({"text": TextInput("words")})
    command = Command(name="quests", usage="u", summary="s", argument=Argument.OPTIONAL)
    workflows.add(
        "quests",
        [
            Workflow(
                id="system:quests",
                run=show_quests,
                command=command,
                routing=Routing(description="Show quests.", inputs=inputs),
            ),
            Workflow(
                id="system:shop",
                run=never,
                routing=Routing(description="Buy.", structured_only=True),
            ),
            *writing,
        ],
    )
    workflows.add("reasoning", [reasoning.workflow(tools)])
    workflows.add("free_chat", [freechat.workflow(actions, prompts)])
    example = Example(capability="system:quests", text="what quests are there about {text}")
    return FakeConversation(
        workflows,
        matching or LocalMatching(Matcher([example])),
        authority=FakeAuthority(mode=mode, calls=calls),
        model=ScriptedModel(replies),
        prompts=prompts,
    )


@dataclass(frozen=True)
class Seen:
    """What came of one text."""

    tasks: list[str]
    text: str
    cards: tuple[Card, ...]
    offered: list[list[str]]


async def asked(conversation: FakeConversation, text: str | Request) -> Seen:
    cards = await conversation.router.answer(request(text) if isinstance(text, str) else text)
    users = [json.loads(each.user) for each in conversation.model.requests]
    return Seen(
        tasks=[user["task"] for user in users],
        text="\n".join(plain(card, "en_us") for card in cards),
        cards=cards,
        offered=[[tool["name"] for tool in user["tools"]] for user in users],
    )


def of_kind(seen: Seen) -> list[CardKind]:
    return [card.kind for card in seen.cards]


@pytest.mark.parametrize(
    ("mode", "text", "replies", "tasks", "shown"),
    [
        (Mode.OFFLINE, COMMAND, [], [], "quests about storage"),
        (Mode.OFFLINE, MATCHED, [], [], "quests about storage"),
        (Mode.OFFLINE, UNMATCHED, [], [], "Choose one"),
        (Mode.STANDARD, COMMAND, [], [], "quests about storage"),
        (Mode.STANDARD, MATCHED, [], [], "quests about storage"),
        (Mode.STANDARD, UNMATCHED, [PICK], ["route"], "quests about drawers"),
        (Mode.STANDARD, UNMATCHED, [NONE], ["route"], "Choose one"),
        (Mode.EXTENDED, COMMAND, [], [], "quests about storage"),
        (Mode.EXTENDED, MATCHED, [], [], "quests about storage"),
        (Mode.EXTENDED, UNMATCHED, [PICK], ["route"], "quests about drawers"),
        (Mode.EXTENDED, UNMATCHED, [NONE, ANSWER], ["route", "chat"], "Use drawers, Host."),
        (Mode.FREE, COMMAND, [ANSWER], ["free_chat"], "Use drawers, Host."),
        (Mode.FREE, MATCHED, [ANSWER], ["free_chat"], "Use drawers, Host."),
        (Mode.FREE, UNMATCHED, [ANSWER], ["free_chat"], "Use drawers, Host."),
        (Mode.FREE, UNMATCHED, [PICK, ANSWER], ["free_chat"] * 2, "quests about drawers"),
    ],
)
async def test_each_cell_of_the_mode_table(
    mode: Mode, text: str, replies: list[str], tasks: list[str], shown: str
) -> None:
    seen = await asked(scene(mode, replies), text)
    assert seen.tasks == tasks
    assert shown in seen.text


async def test_the_local_match_has_to_be_better_in_extended() -> None:
    """0.8 in standard, 0.93 in extended (`modeScores`)."""
    almost = "tell me which quests there might be on storage"
    matching = LocalMatching(built_in_matcher())
    decision = await matching.decide(almost, threshold=0.8)
    assert decision.match is not None
    assert 0.8 <= decision.match.score < 0.93
    assert (await asked(scene(Mode.STANDARD, matching=matching), almost)).tasks == []
    extended = scene(Mode.EXTENDED, [PICK], matching=matching)
    assert (await asked(extended, almost)).tasks == ["route"]


async def test_routing_is_offered_no_final_confirmation_and_no_chat() -> None:
    seen = await asked(scene(Mode.STANDARD, [PICK]), UNMATCHED)
    assert seen.offered == [["system:quests", "system:reasoning"]]
    free = await asked(scene(Mode.FREE, [ANSWER]), UNMATCHED)
    assert free.offered == [["system:quests", "system:reasoning"]]


@pytest.mark.parametrize(
    "reply",
    [
        '{"type": "system:shop", "input": {}}',
        '{"type": "system:free_chat", "input": {"request": "hi"}}',
        '{"type": "nope"}',
        '{"type": "system:quests", "input": {"text": 3}}',
        '{"type": "system:quests", "input": {"where": "here"}}',
        "I would use system:quests",
        '{"calls": [{"type": "system:quests"}, {"type": "system:quests"}]}',
    ],
)
async def test_an_invalid_pick_becomes_the_option_card(reply: str) -> None:
    seen = await asked(scene(Mode.STANDARD, [reply]), UNMATCHED)
    assert seen.tasks == ["route"]
    assert of_kind(seen) == [CardKind.OPTIONS]


async def test_the_same_words_need_one_routing_call() -> None:
    conversation = scene(Mode.STANDARD, [PICK])
    await asked(conversation, UNMATCHED)
    seen = await asked(conversation, UNMATCHED.upper())
    assert seen.tasks == ["route"]
    assert "quests about drawers" in seen.text


async def test_a_chat_that_is_no_answer_ends_in_choices() -> None:
    seen = await asked(scene(Mode.EXTENDED, [NONE, PICK]), UNMATCHED)
    assert of_kind(seen) == [CardKind.OPTIONS]
    assert "The analysis was not completed." in seen.text


async def test_a_result_card_keeps_its_buttons_beside_the_answer() -> None:
    seen = await asked(scene(Mode.FREE, [PICK, ANSWER]), UNMATCHED)
    result, answer = seen.cards
    assert result.buttons
    assert answer.by_model
    assert not result.by_model


async def test_a_result_card_is_shown_when_the_rest_fails() -> None:
    seen = await asked(scene(Mode.FREE, [PICK, *["no JSON"] * 5]), UNMATCHED)
    assert "quests about drawers" in seen.text
    assert "The analysis was not completed." in seen.text


@pytest.mark.parametrize("mode", [Mode.STANDARD, Mode.EXTENDED, Mode.FREE])
async def test_when_the_calls_of_today_are_used_up_commands_and_local_matches_go_on(
    mode: Mode,
) -> None:
    conversation = scene(mode, [NONE, ANSWER], calls=1)
    assert conversation.kernel.quota is not None
    uuid = request("").player.uuid
    assert uuid is not None
    await conversation.kernel.quota.reserve(uuid, conversation.authority.caps(uuid))
    for text in (COMMAND, MATCHED):
        assert "quests about storage" in (await asked(conversation, text)).text
    seen = await asked(conversation, UNMATCHED)
    assert seen.tasks == []
    assert of_kind(seen) == [CardKind.OPTIONS]
    assert "All 1 of your model calls of today are used" in seen.text


async def test_a_mode_that_falls_in_mid_conversation_is_executed_downgraded_and_restored() -> None:
    conversation = scene(Mode.FREE, [ANSWER, PICK, ANSWER])
    assert (await asked(conversation, UNMATCHED)).tasks == ["free_chat"]
    conversation.authority.default = Mode.STANDARD
    assert (await asked(conversation, UNMATCHED)).tasks == ["free_chat", "route"]
    conversation.authority.default = Mode.OFFLINE
    offline = await asked(conversation, UNMATCHED)
    assert (len(offline.tasks), of_kind(offline)) == (2, [CardKind.OPTIONS])
    conversation.authority.default = Mode.FREE
    assert (await asked(conversation, UNMATCHED)).tasks == ["free_chat", "route", "free_chat"]


async def test_revocation_during_a_call_shows_no_card_and_the_reason() -> None:
    conversation = scene(Mode.FREE, [PICK, ANSWER])
    conversation.model.gate.clear()
    async with asyncio.TaskGroup() as group:
        task = group.create_task(asked(conversation, UNMATCHED))
        await conversation.model.asked(1)
        conversation.authority.default = Mode.OFFLINE
        stopped = conversation.executions.stop_disallowed(conversation.authority.effective)
        conversation.model.gate.set()
    assert stopped == 1
    seen = task.result()
    assert "quests about drawers" not in seen.text
    assert "You may not use AI for this now" in seen.text


async def test_another_mode_ends_what_was_begun_in_the_old_one() -> None:
    conversation = scene(Mode.FREE, [ANSWER])
    conversation.model.gate.clear()
    async with asyncio.TaskGroup() as group:
        task = group.create_task(asked(conversation, UNMATCHED))
        await conversation.model.asked(1)
        uuid = request("").player.uuid
        assert uuid is not None
        assert conversation.executions.mode_changed(uuid) == 1
    assert of_kind(task.result()) == [CardKind.NOTICE]


@pytest.mark.parametrize("mode", Mode)
async def test_a_button_runs_its_own_action_in_every_mode(mode: Mode) -> None:
    conversation = scene(mode)
    action = Run("system:quests", {"text": "pressed"})
    (card,) = await conversation.router.press(request("1"), action)
    assert plain(card, "en_us").startswith("quests about pressed")
    assert conversation.model.requests == []


async def test_a_command_that_needs_the_model_answers_with_the_reason_in_offline_mode() -> None:
    seen = await asked(scene(Mode.OFFLINE), "/reason where do I begin?")
    assert seen.tasks == []
    assert "needs AI, and your mode is offline" in seen.text


async def test_reasoning_runs_its_loop_by_command() -> None:
    seen = await asked(scene(Mode.STANDARD, [ANSWER]), "/reason where do I begin?")
    assert seen.tasks == ["react"]
    assert "[AI]\nUse drawers, Host." in seen.text


async def test_what_was_said_goes_to_chat_and_neither_to_routing_nor_to_reasoning() -> None:
    conversation = scene(Mode.EXTENDED, [NONE, ANSWER, NONE, ANSWER, ANSWER])
    for text in (UNMATCHED, UNMATCHED + "?", "/reason and then?"):
        await asked(conversation, text)
    users = [json.loads(each.user) for each in conversation.model.requests]
    assert [(user["task"], user["history"]) for user in users] == [
        ("route", []),
        ("chat", []),
        ("route", []),
        (
            "chat",
            [
                {"role": "player", "text": UNMATCHED},
                {"role": "assistant", "text": "Use drawers, Host."},
            ],
        ),
        ("react", []),
    ]
    assert len(conversation.history.said) == 4


async def test_free_mode_is_sent_what_was_said_without_the_cards_of_local_answers() -> None:
    conversation = scene(Mode.FREE, [PICK, ANSWER, ANSWER])
    await asked(conversation, UNMATCHED)
    await asked(conversation, "/quests storage")
    history = json.loads(conversation.model.requests[-1].user)["history"]
    assert [each["text"] for each in history] == [UNMATCHED, "Use drawers, Host."]
    assert [each.text for each in conversation.history.said][2:] == [
        "/quests storage",
        "Use drawers, Host.",
    ]


async def test_what_is_forgotten_meanwhile_is_neither_answered_nor_shown() -> None:
    conversation = scene(Mode.FREE, [PICK, ANSWER])
    conversation.model.gate.clear()
    uuid = request("").player.uuid
    assert uuid is not None
    async with asyncio.TaskGroup() as group:
        task = group.create_task(asked(conversation, UNMATCHED))
        await conversation.model.asked(1)
        conversation.kernel.generations.forget(uuid)
        conversation.executions.end(uuid, Forgotten())
        conversation.model.gate.set()
    assert task.result().text == "Stopped, since what was said before is forgotten."


async def test_what_was_earned_is_shown_after_cancel() -> None:
    def pick(_: ModelRequest) -> str:
        conversation.model.gate.clear()  # the next call waits
        return PICK

    conversation = scene(Mode.FREE, [pick, ANSWER])
    uuid = request("").player.uuid
    assert uuid is not None
    async with asyncio.TaskGroup() as group:
        task = group.create_task(asked(conversation, UNMATCHED))
        await conversation.model.asked(2)
        conversation.executions.end(uuid, Cancelled())
    assert "quests about drawers" in task.result().text
    assert task.result().text.endswith("Cancelled.")


async def test_a_first_answer_of_a_model_is_told_to_be_one_once() -> None:
    conversation = scene(Mode.FREE, [ANSWER, ANSWER])
    conversation.told.everybody = False
    assert "ai.example" in (await asked(conversation, UNMATCHED)).text
    assert "ai.example" not in (await asked(conversation, UNMATCHED)).text


async def test_a_long_answer_is_pages_and_pressing_shows_the_next() -> None:
    lines = "\\n".join(f"- step {number}" for number in range(30))
    conversation = scene(Mode.FREE, [f'{{"type": "answer", "text": "{lines}"}}'])
    seen = await asked(conversation, UNMATCHED)
    assert "step 11" in seen.text
    assert "step 12" not in seen.text
    (more,) = seen.cards[0].buttons
    (second,) = await conversation.router.press(request("1"), more.action)
    assert plain(second, "en_us").splitlines()[1] == "- step 12"
    assert conversation.history.said[-1].text.count("step") == 30


@pytest.mark.parametrize("taken", ["model", "calls"])
async def test_the_rest_of_a_model_s_answer_goes_with_the_access_to_models(taken: str) -> None:
    lines = "\\n".join(f"- step {number}" for number in range(30))
    conversation = scene(Mode.FREE, [f'{{"type": "answer", "text": "{lines}"}}'])
    (more,) = (await asked(conversation, UNMATCHED)).cards[0].buttons
    if taken == "model":
        conversation.authority.model_configured = False
    else:
        conversation.authority.calls = 0
    (gone,) = await conversation.router.press(request("1"), more.action)
    assert "not shown any more" in plain(gone, "en_us")
    assert "step" not in plain(gone, "en_us")


async def test_a_system_that_has_no_free_chat_is_answered_locally_in_free_mode() -> None:
    conversation = scene(Mode.FREE, enabled=lambda module, system: module != "free_chat")
    assert "quests about storage" in (await asked(conversation, COMMAND)).text
    assert of_kind(await asked(conversation, UNMATCHED)) == [CardKind.OPTIONS]


GIFTS = '{"type": "system:gifts", "input": {"text": "all"}}'


@pytest.mark.parametrize(
    ("mode", "text", "replies"),
    [
        (Mode.OFFLINE, "give me all the gifts", []),
        (Mode.STANDARD, UNMATCHED, [GIFTS]),
        (Mode.EXTENDED, UNMATCHED, [GIFTS]),
        (Mode.FREE, UNMATCHED, [GIFTS, ANSWER]),
    ],
)
async def test_words_alone_never_start_what_changes_something(
    mode: Mode, text: str, replies: list[str]
) -> None:
    given: list[dict[str, str]] = []

    async def give(call: Call) -> Card:
        given.append(dict(call.input))
        return notice("press.no_card")

    routing = Routing(description="Give.", inputs=TextInputs({"text": TextInput("which")}))
    gifts = Workflow(id="system:gifts", run=give, routing=routing, writes=True)
    example = Example(
        capability="system:gifts", text="give me all the gifts", input={"text": "all"}
    )
    matching = LocalMatching(Matcher([example]))
    conversation = scene(mode, replies, matching=matching, writing=[gifts])
    seen = await asked(conversation, text)
    assert given == []
    card = seen.cards[0]
    assert "Nothing has been done yet" in plain(card, "en_us")
    if mode is Mode.FREE:
        observation = json.loads(conversation.model.requests[-1].user)["observations"][0]
        assert observation["result"]["done"] is False
    await conversation.router.press(request("1"), card.buttons[0].action)
    assert given == [{"text": "all"}]
