"""A hundredth of what `scripts/prove/agent_replies.py` does."""

import pytest

from scripts.prove.agent_replies import CALLS, prove, wrong


@pytest.mark.filterwarnings("ignore")
async def test_no_damaged_reply_is_an_exception_or_shows_a_tools_json() -> None:
    tally = await prove(1_000, seed=7)
    assert tally.wrong == []
    assert tally.answers > 20
    assert tally.ends["NotOrganised"] > 100


@pytest.mark.parametrize("text", [*(f"Here: {each}" for each in CALLS[:2]), *CALLS, "", "a\x07"])
def test_the_rules_see_what_must_not_be_shown(text: str) -> None:
    assert wrong(text)


def test_the_rules_let_an_answer_pass() -> None:
    assert not wrong('Dig [1], or write {"text":"hi"}.\n\tThen smelt.')
