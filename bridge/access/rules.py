"""What a player may do, and why (spec 2, "Default mode and host permissions" and "Administrator
permissions and syncing"). Pure, and decided anew for every check.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.access.effective import Because, Effective, Reason, Reasons, Source
from bridge.core.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.access.effective import Circumstances, Permissions, Situation

_BY_OVERRIDE = Because(Reason.SET, Source.OVERRIDE)
_BY_WORLD = Because(Reason.SET, Source.WORLD)
_BY_CONFIGURATION = Because(Reason.CONFIGURED, Source.CONFIGURATION)
_BUILTIN = Because(Reason.UNSET, Source.BUILTIN)
_HOST = Because(Reason.HOST, Source.HOST)
_CEILING = Because(Reason.CEILING, Source.WORLD)
_GRANTED = Because(Reason.GRANTED, Source.OVERRIDE)
_CHOSEN = Because(Reason.CHOSEN, Source.PLAYER)
_INITIAL = Because(Reason.INITIAL, Source.WORLD)
_UNIDENTIFIED = Because(Reason.UNIDENTIFIED, Source.IDENTITY)
_NO_MODEL = Because(Reason.NO_MODEL, Source.MODEL)
_MODEL_READY = Because(Reason.MODEL_READY, Source.MODEL)
_NO_FREE_ROUNDS = Because(Reason.NO_FREE_ROUNDS, Source.CONFIGURATION)
_AI_OFF = {source: Because(Reason.AI_OFF, source) for source in Source}
_NO_CALLS = {source: Because(Reason.NO_CALLS, source) for source in Source}
_FREE_CHAT_OFF = {source: Because(Reason.FREE_CHAT_OFF, source) for source in Source}


def effective(situation: Situation) -> Effective:
    """One player's access, each field with its reason."""
    circumstances = situation.circumstances
    override, defaults = situation.override, situation.defaults
    host = circumstances.host
    allow_ai, ai = _permission(override.allow_ai, defaults.allow_ai, host)
    free_chat, free = _permission(override.allow_free_chat, defaults.allow_free_chat, host)
    calls, called = _calls(override, defaults, circumstances.configured_calls)
    configured = circumstances.model_configured

    blocked = _blocked(circumstances, (allow_ai, ai), (calls, called))
    if blocked is not None:
        highest, limit = Mode.OFFLINE, blocked
    else:
        highest, limit = _ceiling(situation)
        if not free_chat and highest.rank > Mode.STANDARD.rank:
            highest, limit = Mode.STANDARD, _FREE_CHAT_OFF[free.source]
    if not allow_ai:
        # Spec 2: "allowAi=false also turns off free chat".
        free_chat, free = False, _AI_OFF[ai.source]
    mode, chosen = _mode(situation, highest, limit)
    return Effective(
        max_mode=highest,
        allow_ai=allow_ai,
        allow_free_chat=free_chat,
        model_calls_per_day=calls,
        model_configured=configured,
        mode=mode,
        saved_mode=situation.saved_mode,
        host=host,
        reasons=Reasons(
            max_mode=limit,
            allow_ai=ai,
            allow_free_chat=free,
            model_calls_per_day=called,
            model_configured=_MODEL_READY if configured else _NO_MODEL,
            mode=chosen,
        ),
    )


def choices(situation: Situation, access: Effective) -> Mapping[Mode, Because | None]:
    """The mode menu: None where a mode may be chosen, else why it is greyed out.

    `access` is the `effective` of the same situation. Its reason for `max_mode` holds for every
    mode above; free mode can be switched off in the configuration while `maxMode` stays.
    """
    limit = access.reasons.max_mode
    menu = {mode: None if mode.rank <= access.max_mode.rank else limit for mode in Mode}
    if menu[Mode.FREE] is None and not situation.circumstances.free_rounds:
        menu[Mode.FREE] = _NO_FREE_ROUNDS
    return menu


def _permission(override: bool | None, default: bool | None, host: bool) -> tuple[bool, Because]:
    """Override, then the world's default (not for the host), then allowed."""
    if override is not None:
        return override, _BY_OVERRIDE
    if host:
        return True, _HOST
    if default is not None:
        return default, _BY_WORLD
    return True, _BUILTIN


def _calls(override: Permissions, defaults: Permissions, configured: int) -> tuple[int, Because]:
    """Override, then the world's default (for the host too), then the configuration."""
    if override.model_calls_per_day is not None:
        return override.model_calls_per_day, _BY_OVERRIDE
    if defaults.model_calls_per_day is not None:
        return defaults.model_calls_per_day, _BY_WORLD
    return configured, _BY_CONFIGURATION


def _blocked(
    circumstances: Circumstances, ai: tuple[bool, Because], calls: tuple[int, Because]
) -> Because | None:
    """Why only offline is left, if it is."""
    if not circumstances.identified:
        return _UNIDENTIFIED
    if not circumstances.model_configured:
        return _NO_MODEL
    if not ai[0]:
        return _AI_OFF[ai[1].source]
    if calls[0] <= 0:
        return _NO_CALLS[calls[1].source]
    return None


def _ceiling(situation: Situation) -> tuple[Mode, Because]:
    """The highest mode before any permission that lowers it.

    Only a player's own grant raises it; a true in the world's defaults does not.
    """
    if situation.circumstances.host:
        return Mode.FREE, _HOST
    default, override = situation.default, situation.override
    if override.allow_free_chat and default is not Mode.FREE:
        return Mode.FREE, _GRANTED
    if override.allow_ai and default is Mode.OFFLINE:
        return Mode.STANDARD, _GRANTED
    return default, _CEILING


def _mode(situation: Situation, highest: Mode, limit: Because) -> tuple[Mode, Because]:
    """What runs: the saved mode or the world's default mode, lowered to what is allowed."""
    saved = situation.saved_mode
    mode, because = (situation.default, _INITIAL) if saved is None else (saved, _CHOSEN)
    if mode.rank > highest.rank:
        mode, because = highest, limit
    if mode is Mode.FREE and not situation.circumstances.free_rounds:
        return Mode.EXTENDED, _NO_FREE_ROUNDS
    return mode, because
