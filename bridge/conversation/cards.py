"""The cards that the conversation itself shows: choices, a model's answer, and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.access.effective import Reason
from bridge.access.reply import why
from bridge.core.cards import Button, Card, CardKind, Plain, Run, Style, Words
from bridge.modules.repeating import chosen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bridge.access.effective import Effective
    from bridge.conversation.matcher import Candidate
    from bridge.core.cards import Line

HELP: Final = "system:help"
_AI_OFF: Final = frozenset({Reason.AI_OFF, Reason.NO_CALLS})


def options(candidates: Iterable[Candidate], because: Line) -> Card:
    """The nearest capabilities, help, and why there are choices instead of an answer."""
    offered = [each for each in candidates if each.capability != HELP]
    return Card(
        kind=CardKind.OPTIONS,
        title=(Words("options.title"),),
        lines=(because,),
        buttons=(*(chosen(each.capability, each.input) for each in offered), help_button()),
    )


def unmatched(access: Effective) -> Line:
    """Nothing was recognised; and that AI is off, where an administrator turned it off."""
    line: Line = (Words("options.nothing_matched", style=Style.FAINT),)
    because = access.reasons.max_mode
    if because.reason in _AI_OFF:
        return (*line, Plain(" "), Words("options.ai_off", style=Style.FAINT), *why(because))
    return line


def unavailable(capability: str) -> Card:
    """A capability that this server does not have, or has switched off."""
    return Card(
        kind=CardKind.NOTICE,
        lines=((Words(f"capability.{capability}"), Words("capability.unavailable")),),
        buttons=(help_button(),),
    )


def not_in_this_mode(capability: str, access: Effective) -> Card:
    """A capability that needs a higher mode than the one in force, and why that is in force."""
    reason = Words("capability.not_in_mode", {"mode": str(access.mode)})
    return Card(
        kind=CardKind.NOTICE,
        lines=((Words(f"capability.{capability}"), reason), why(access.reasons.mode)),
        buttons=(help_button(),),
    )


def rest_withdrawn(access: Effective) -> Card:
    """A further page of what a model wrote, for a player who may have nothing of a model now."""
    rest = (Words("answer.rest_withdrawn"),)
    return Card(kind=CardKind.NOTICE, lines=(rest, why(access.reasons.max_mode)))


def help_button() -> Button:
    """The button that every card of choices ends with."""
    return Button((Words(f"capability.{HELP}"),), Run(HELP))
