"""What a player may do now, and why: the values that the rules take and give."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bridge.core.modes import Mode


@dataclass(frozen=True, slots=True, kw_only=True)
class Permissions:
    """What an administrator set, for a world (its defaults) or for one player. None is unset."""

    allow_ai: bool | None = None
    allow_free_chat: bool | None = None
    model_calls_per_day: int | None = None


UNSET = Permissions()


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What is so outside the store: the configuration, and who the player is."""

    model_configured: bool
    configured_calls: int
    """`modelCallsPerPlayerDay` of `system-agent.json`."""

    host: bool = False
    """The player owns a world opened to the LAN."""

    identified: bool = True
    """The player's UUID is known (contract section 4, "Identity")."""

    free_rounds: bool = True
    """The policy of `system:free_chat` has `reactIterations` above 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """All that decides one player's access."""

    default: Mode
    defaults: Permissions
    override: Permissions
    saved_mode: Mode | None
    circumstances: Circumstances


class Reason(StrEnum):
    """Why a field has its value, or why a mode is greyed out."""

    SET = "set"
    """An administrator set this value."""
    CONFIGURED = "configured"
    """The configuration sets it."""
    UNSET = "unset"
    """Nobody set anything: the built-in value."""
    HOST = "host"
    """The host may choose every mode, and takes no permission from the world's defaults."""
    CEILING = "ceiling"
    """The world's default mode is the limit."""
    GRANTED = "granted"
    """The player was explicitly granted more than the world's default mode."""
    CHOSEN = "chosen"
    """The mode the player saved."""
    INITIAL = "initial"
    """No mode is saved: the world's default mode."""
    UNIDENTIFIED = "unidentified"
    """The player's UUID is not known."""
    NO_MODEL = "no_model"
    """No model is configured, or its key is missing."""
    MODEL_READY = "model_ready"
    """A model is configured, and its key is there or not required."""
    AI_OFF = "ai_off"
    """The player may not use AI."""
    NO_CALLS = "no_calls"
    """The player's calls a day are 0."""
    FREE_CHAT_OFF = "free_chat_off"
    """The player may not use extended and free."""
    NO_FREE_ROUNDS = "no_free_rounds"
    """The configuration gives free mode no round."""


class Source(StrEnum):
    """Where a reason comes from."""

    OVERRIDE = "override"
    WORLD = "world"
    CONFIGURATION = "configuration"
    BUILTIN = "builtin"
    HOST = "host"
    MODEL = "model"
    PLAYER = "player"
    IDENTITY = "identity"


@dataclass(frozen=True, slots=True)
class Because:
    """One answer to "why"."""

    reason: Reason
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Reasons:
    """Why each field of an `Effective` has its value."""

    max_mode: Because
    allow_ai: Because
    allow_free_chat: Because
    model_calls_per_day: Because
    model_configured: Because
    mode: Because


@dataclass(frozen=True, slots=True, kw_only=True)
class Effective:
    """One player's access. `saved_mode` is the preference; `mode` is what runs."""

    max_mode: Mode
    allow_ai: bool
    allow_free_chat: bool
    model_calls_per_day: int
    model_configured: bool
    mode: Mode
    saved_mode: Mode | None
    host: bool
    reasons: Reasons
