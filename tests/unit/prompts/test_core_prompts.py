"""The names that the wire and the packs have for the same prompt."""

from bridge.prompts.core_prompts import CorePrompt

TASKS = (
    "route react web_search free_chat chat question review plan replan synthesis insight organize "
    "sign_in compact"
)


def test_they_are_those_of_the_contract() -> None:
    assert [prompt.task for prompt in CorePrompt] == TASKS.split()
    assert all(prompt == f"system:{prompt.task}" for prompt in CorePrompt)
