"""Which capabilities are offered for words that mean none."""

from __future__ import annotations

import pytest

from bridge.commands.explicit import Argument, Command
from bridge.conversation.finding import found_by
from bridge.core.cards import Card, notice
from bridge.modules.workflow import Call, Workflow


async def run(call: Call) -> Card:
    del call
    return notice("press.no_card")


async def finds(text: str, language: str) -> bool:
    return text == "storage" and language == "en_us"


def flow(name: str, *, finding: bool = True, command: bool = True) -> Workflow:
    return Workflow(
        id=f"system:{name}",
        run=run,
        finds=finds if finding else None,
        command=Command(name=name, usage="u", summary="s", argument=Argument.OPTIONAL)
        if command
        else None,
    )


FLOWS = [flow("quests"), flow("players", finding=False), flow("hidden", command=False)]


@pytest.mark.parametrize("text", ["storage", " storage?", "storage。"])
async def test_what_finds_something_by_the_words_is_offered_with_them(text: str) -> None:
    (candidate,) = await found_by(FLOWS, text, "en_us")
    assert (candidate.capability, candidate.input) == ("system:quests", {"text": "storage"})


@pytest.mark.parametrize(
    "text", ["", "?", "drawers", "/storage", "what is all this storage", "storage" * 10]
)
async def test_what_finds_nothing_or_is_a_sentence_or_a_command_is_not_looked_for(
    text: str,
) -> None:
    assert await found_by(FLOWS, text, "en_us") == []


async def test_the_language_is_the_players() -> None:
    assert await found_by(FLOWS, "storage", "zh_cn") == []
