"""What a request becomes without a model: a command, a match, or a card of choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridge.commands.explicit import Argument, Command
from bridge.conversation.local import LocalMatching
from bridge.conversation.matcher import Example, Matcher
from bridge.core.cards import Card, CardKind, Plain, Run, Show, Words
from bridge.core.errors import LinkError
from bridge.core.modes import Mode
from bridge.modules.registry import ModuleRegistry
from bridge.modules.workflow import Call, Workflow
from bridge.ui.render import plain
from tests.fakes.cards import runs_of
from tests.fakes.conversations import FakeConversation, request
from tests.fakes.executions import FakeAuthority

if TYPE_CHECKING:
    from collections.abc import Mapping


async def echo(call: Call) -> Card:
    """A card that says what the workflow was given."""
    return Card(kind=CardKind.ANSWER, lines=tuple((Plain(v),) for v in call.input.values()))


async def show_help(call: Call) -> Card:
    del call
    return Card(kind=CardKind.LIST, title=(Words("help.title"),))


EXAMPLES = [
    Example(capability="system:quests", text="what quests are there about {text}"),
    Example(capability="system:shop", text="open the shop"),
]
WORKFLOWS = [
    Workflow(
        id="system:quests",
        run=echo,
        command=Command(name="quests", usage="u", summary="s", argument=Argument.OPTIONAL),
    ),
    Workflow(
        id="system:quest",
        run=echo,
        command=Command(
            name="quest",
            usage="command.quest.usage",
            summary="s",
            argument=Argument.REQUIRED,
            input="quest",
        ),
    ),
    Workflow(
        id="system:help",
        run=show_help,
        command=Command(name="help", usage="command.help.usage", summary="s"),
        management=True,
    ),
]


def conversation() -> FakeConversation:
    matching = LocalMatching(Matcher(EXAMPLES))
    authority = FakeAuthority(mode=Mode.OFFLINE)
    return FakeConversation(ModuleRegistry(WORKFLOWS), matching, authority=authority)


async def answer(text: str) -> Card:
    (card,) = await conversation().router.answer(request(text))
    return card


def words(card: Card) -> str:
    return "|".join("".join(p.text for p in line if isinstance(p, Plain)) for line in card.lines)


def actions(card: Card) -> list[tuple[str, Mapping[str, str]]]:
    return [(run.capability, run.input) for run in runs_of(card)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("/quests storage", "storage"),
        ("/quests", ""),
        ("/quest 0A1B", "0A1B"),
        ("what quests are there about storage?", "storage"),
    ],
)
async def test_commands_and_matches_run_with_their_argument(text: str, said: str) -> None:
    card = await answer(text)
    assert card.kind is CardKind.ANSWER
    assert words(card) == said


async def test_a_command_without_its_argument_is_told_how_it_is_written() -> None:
    card = await answer("/quest")
    assert card.kind is CardKind.NOTICE
    assert [part.key for line in card.lines for part in line if isinstance(part, Words)] == [
        "command.usage",
        "command.quest.usage",
    ]


async def test_an_unknown_command_offers_the_similar_ones_and_help() -> None:
    card = await answer("/qest storage")
    assert card.title == (Words("command.unknown", {"name": "qest"}),)
    assert actions(card) == [
        ("system:quest", {"quest": "storage"}),
        ("system:quests", {"text": "storage"}),
        ("system:help", {}),
    ]


async def test_a_similar_command_that_lacks_its_argument_is_not_offered() -> None:
    assert actions(await answer("/qest")) == [("system:quests", {}), ("system:help", {})]


async def test_what_does_not_match_gets_a_card_of_choices_with_help() -> None:
    card = await answer("tell me a joke about the sea")
    assert card.kind is CardKind.OPTIONS
    assert card.buttons[-1].action == Run("system:help")


async def test_a_capability_that_this_server_has_not_says_so() -> None:
    card = await answer("open the shop")
    assert card.kind is CardKind.NOTICE
    assert card.lines == ((Words("capability.system:shop"), Words("capability.unavailable")),)


async def test_no_candidate_that_cannot_run_is_offered() -> None:
    card = await answer("shop quests about the shop and quests there about open")
    offered = {capability for capability, _ in actions(card)}
    assert "system:shop" not in offered


@pytest.mark.parametrize(
    ("text", "management"),
    [("/help", True), ("/quests", False), ("/help me", False), ("help", False), ("/zzz", False)],
)
def test_management_commands_are_known_before_they_run(text: str, management: bool) -> None:
    assert conversation().router.is_management(text) is management


async def test_free_texts_go_to_the_history_and_commands_and_presses_do_not() -> None:
    scene = conversation()
    await scene.router.answer(request("/quests storage"))
    await scene.router.answer(request("/nonsense"))
    await scene.router.managed(request("/help"))
    await scene.router.press(request("1"), Run("system:quests", {"text": "storage"}))
    assert scene.history.said == []
    for text in ("what quests are there about storage", "hm?"):
        await scene.router.answer(request(text))
    assert [(each.role, each.text) for each in scene.history.said] == [
        ("player", "what quests are there about storage"),
        ("player", "hm?"),
    ]


async def test_the_history_is_written_when_the_answer_was_shown_or_could_not_be() -> None:
    scene = conversation()
    async with scene.router.answered(request("what quests are there about storage")) as cards:
        assert cards
        assert scene.history.said == []
    assert len(scene.history.said) == 1
    with pytest.raises(LinkError):
        async with scene.router.answered(request("hm?")):
            raise LinkError("they left")
    assert [each.text for each in scene.history.said][1:] == ["hm?"]


async def test_a_request_that_waited_while_its_player_forgot_is_not_answered() -> None:
    scene = conversation()
    scene.kernel.generations.forget(request("").player.uuid)
    (card,) = await scene.router.answer(request("what quests are there about storage"))
    assert "forgotten" in plain(card, "en_us")
    assert scene.history.said == []


async def test_a_button_may_show_a_card_that_is_there_already() -> None:
    next_page = Card(kind=CardKind.ANSWER, lines=((Plain("page 2"),),))
    assert await conversation().router.press(request("1"), Show(next_page)) == (next_page,)
