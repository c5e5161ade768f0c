"""One system message: the instruction, then the personality; each replaced without the other."""

from __future__ import annotations

import pytest

from bridge.core.errors import PromptError
from bridge.prompts.chat import ChatPrompts, PromptRequest
from bridge.prompts.core_prompts import CorePrompt
from bridge.prompts.snapshot import PromptSnapshot, System

SNAPSHOT = PromptSnapshot(
    prompts={
        "system:chat": "Answer once in {{player_language}}.",
        "system:free_chat": "Use tools.",
        "a:voice": "Be calm in {{player_language}}.",
    },
    systems={"a:calm": System(name="Calm", personality_prompt="a:voice")},
)


def request(task: CorePrompt = CorePrompt.CHAT, system: str = "a:calm") -> PromptRequest:
    return PromptRequest(task=task, snapshot=SNAPSHOT, language="zh_cn", system=system)


def test_the_personality_follows_the_instruction() -> None:
    assert ChatPrompts().system_message(request()) == (
        "Answer once in Simplified Chinese (zh_cn).\n\nBe calm in Simplified Chinese (zh_cn)."
    )


def test_both_ways_into_chat_share_it() -> None:
    message = ChatPrompts().system_message(request(CorePrompt.FREE_CHAT))
    assert message == "Use tools.\n\nBe calm in Simplified Chinese (zh_cn)."


def test_without_a_personality_the_instruction_stands_alone() -> None:
    assert ChatPrompts().system_message(request(CorePrompt.FREE_CHAT, "a:none")) == "Use tools."


def test_a_replaced_instruction_keeps_the_personality() -> None:
    chat = ChatPrompts()
    chat.prompts(lambda asked: f"My {asked.task.task} in {asked.language}.")
    assert chat.system_message(request()) == (
        "My chat in zh_cn.\n\nBe calm in Simplified Chinese (zh_cn)."
    )


def test_a_replaced_personality_keeps_the_instruction() -> None:
    chat = ChatPrompts()
    chat.personality(lambda asked: f"Voice of {asked.system}.")
    assert chat.system_message(request(CorePrompt.FREE_CHAT)) == "Use tools.\n\nVoice of a:calm."


@pytest.mark.parametrize("nothing", [None, ""])
def test_a_provider_without_an_instruction_leaves_that_of_the_packs(nothing: str | None) -> None:
    chat = ChatPrompts()
    chat.prompts(lambda _: nothing)
    chat.personality(lambda _: nothing)
    assert chat.system_message(request(CorePrompt.FREE_CHAT)) == "Use tools."


def test_a_task_without_a_prompt_is_an_error() -> None:
    with pytest.raises(PromptError):
        ChatPrompts().system_message(request(CorePrompt.PLAN))
