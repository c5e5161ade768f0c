"""What is said about a call of a model by all who deal with one: how it failed, what it used."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ModelFailure(StrEnum):
    """Why a call of a model brought nothing."""

    NOT_CONFIGURED = "not_configured"
    """No URL, no model, or no key in the environment: nothing was sent."""
    CLOSED = "closed"
    """The provider asked for a pause that is not over: nothing was sent."""
    UNREACHABLE = "unreachable"
    """No connection, or it broke before the whole reply was there."""
    TIMEOUT = "timeout"
    BAD_REQUEST = "bad_request"
    UNAUTHORIZED = "unauthorized"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not_found"
    RATE_LIMITED = "rate_limited"
    SERVER_ERROR = "server_error"
    TOO_LARGE = "too_large"
    """The reply is longer than any that we read."""
    BAD_REPLY = "bad_reply"
    """Not what a chat completion looks like."""
    EMPTY = "empty"
    """A reply without a text, or with private reasoning alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of one call, as the provider counted them. `cached_tokens` are among the input."""

    input_tokens: int
    output_tokens: int
    cached_tokens: int = 0
