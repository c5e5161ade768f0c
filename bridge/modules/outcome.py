"""What a loop, or a pick, came to, as the card that a player sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.agent.failures import words
from bridge.core.cards import Card, CardKind, Style, Words
from bridge.modules.repeating import chosen
from bridge.ui.markdown import lines_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.agent.execution import Execution
    from bridge.agent.loop import Finished


def answer(text: str) -> Card:
    """What a model wrote, marked as such."""
    return Card(kind=CardKind.ANSWER, lines=lines_of(text), by_model=True)


def confirmation(capability: str, given: Mapping[str, str]) -> Card:
    """What words alone do of a capability that changes something: a card whose button does it."""
    return Card(
        kind=CardKind.OPTIONS,
        title=(Words("confirm.title"),),
        lines=((Words("confirm.about", style=Style.FAINT),),),
        buttons=(chosen(capability, given),),
    )


def outcome(finished: Finished, execution: Execution) -> Card:
    """The answer; or, where nothing was organised, the word that it was not completed.

    The cards that were earned are the execution's, and are shown with it (spec 1).
    """
    if finished.answer is not None:
        return answer(finished.answer.text)
    assert finished.failure is not None, "a loop without an answer says why"
    execution.failure = finished.failure
    return Card(kind=CardKind.NOTICE, lines=(words(finished.failure),))
