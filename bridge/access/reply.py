"""The answer to an order: the same words wherever it came from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from bridge.access.effective import Reason
from bridge.access.players import AmbiguousPlayer, UnknownPlayer
from bridge.core.cards import Plain, Style, Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.access.effective import Because, Effective
    from bridge.access.history import Field
    from bridge.core.cards import Line

_NAMED_SOURCE = {
    Reason.SET,
    Reason.AI_OFF,
    Reason.NO_CALLS,
    Reason.FREE_CHAT_OFF,
}
"""The reasons that do not say by themselves where they come from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """`exit` is 0 done, 1 refused, 2 written wrongly; `data` is what `--json` prints."""

    lines: tuple[Line, ...]
    exit: Literal[0, 1, 2] = 0
    data: Mapping[str, object] = field(default_factory=dict[str, object])


def why(because: Because) -> Line:
    """A reason as words; with its source where the reason could come from several."""
    reason = Words(f"access.reason.{because.reason}", style=Style.FAINT)
    if because.reason not in _NAMED_SOURCE:
        return (reason,)
    return (reason, Plain(" "), Words(f"access.source.{because.source}", style=Style.FAINT))


def in_force(name: str, access: Effective) -> Line:
    """One line: the mode that runs, the highest one, and why not more."""
    args = {"player": name, "mode": str(access.mode), "limit": str(access.max_mode)}
    return (Words("access.in_force", args), Plain(" "), *why(access.reasons.max_mode))


def status(name: str, access: Effective, used_today: int) -> tuple[Line, ...]:
    """All that holds for a player, each with its reason."""
    reasons = access.reasons
    saved = access.saved_mode
    calls = {"used": used_today, "limit": access.model_calls_per_day}
    return (
        in_force(name, access),
        (_switch("access.status.ai", access.allow_ai), Plain(" "), *why(reasons.allow_ai)),
        (
            _switch("access.status.freechat", access.allow_free_chat),
            Plain(" "),
            *why(reasons.allow_free_chat),
        ),
        (Words("access.status.calls", calls), Plain(" "), *why(reasons.model_calls_per_day)),
        (Words("access.status.unsaved"),)
        if saved is None
        else (Words("access.status.saved", {"mode": str(saved)}),),
        why(reasons.model_configured),
    )


def permission(field: Field, value: bool | int | None) -> Line:
    """One of the world's default permissions."""
    if value is None:
        return (Words("access.defaults.unset", {"field": str(field)}),)
    return (Words("access.defaults.value", {"field": str(field), "value": str(value).lower()}),)


def nobody(unresolved: UnknownPlayer | AmbiguousPlayer) -> Reply:
    """The named player is not one player of this server."""
    match unresolved:
        case UnknownPlayer(who=who):
            words = Words("access.player.unknown", {"who": who})
        case AmbiguousPlayer(who=who, players=players):
            found = ", ".join(f"{player.name} ({player.uuid})" for player in players)
            words = Words("access.player.ambiguous", {"who": who, "players": found})
    return Reply(lines=((words,),), exit=1)


def _switch(key: str, on: bool) -> Words:
    return Words(f"{key}.{'on' if on else 'off'}", style=Style.GOOD if on else Style.BAD)
