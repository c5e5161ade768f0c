"""Access as other programs see it: the keys of `access show`, the `access` frame and `evaluate`."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from bridge.access.effective import Because, Reasons

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from bridge.access.effective import Effective
    from bridge.core.actors import Player

_FIELDS = {
    "max_mode": "maxMode",
    "allow_ai": "allowAi",
    "allow_free_chat": "allowFreeChat",
    "model_calls_per_day": "modelCallsPerDay",
    "model_configured": "modelConfigured",
    "mode": "mode",
}


def shown(access: Effective) -> dict[str, Any]:
    """{maxMode, allowAi, allowFreeChat, modelCallsPerDay, modelConfigured, mode}."""
    return {
        "maxMode": str(access.max_mode),
        "allowAi": access.allow_ai,
        "allowFreeChat": access.allow_free_chat,
        "modelCallsPerDay": access.model_calls_per_day,
        "modelConfigured": access.model_configured,
        "mode": str(access.mode),
    }


def frame(access: Effective, used_today: int) -> dict[str, Any]:
    """The `access` frame without its `t` and `player` (contract section 7).

    `reasons` is that of `reasons`.
    """
    return {
        **shown(access),
        "usedToday": used_today,
        "savedMode": None if access.saved_mode is None else str(access.saved_mode),
        "reasons": reasons(access),
    }


def reasons(access: Effective) -> Mapping[str, Mapping[str, str]]:
    """{field: {reason, source}} with the field names of the frame."""
    return _reasons(access.reasons)


def of_player(access: Effective, player: Player, used_today: int) -> dict[str, Any]:
    """What `access show PLAYER --json` prints (contract section 2)."""
    return {
        "player": player.name,
        "uuid": _text(player.uuid),
        **frame(access, used_today),
        "host": access.host,
    }


# Thousands of players have the same few reasons when a default changes.
@lru_cache(maxsize=1024)
def _reasons(reasons: Reasons) -> Mapping[str, Mapping[str, str]]:
    return {
        _FIELDS[field.name]: _because(getattr(reasons, field.name)) for field in fields(Reasons)
    }


def _because(because: Because) -> dict[str, str]:
    return {"reason": str(because.reason), "source": str(because.source)}


def _text(uuid: UUID | None) -> str | None:
    return None if uuid is None else str(uuid)
