"""The cards of the conversation itself."""

from __future__ import annotations

from bridge.conversation import cards
from bridge.conversation.matcher.values import Candidate
from bridge.core.cards import Run, Words

WHY = (Words("options.nothing_matched"),)


def test_help_is_offered_once_and_last() -> None:
    near = [
        Candidate(capability=each, input={}, score=0.5) for each in ("system:help", "system:quests")
    ]
    card = cards.options(near, WHY)
    assert [button.action for button in card.buttons] == [
        Run("system:quests", {}),
        Run("system:help"),
    ]
    assert [button.action for button in cards.options([], WHY).buttons] == [Run("system:help")]
