"""What goes into the gateway and what comes out of it. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from bridge.core.model_calls import Usage

__all__ = ["ModelReply", "ModelRequest", "Usage"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """One call: two messages (contract section 6), and what it may take.

    `output_tokens` is the most that the model may write, its private reasoning included.
    `timeout` are seconds for the whole call, from connecting to the last byte; a second try
    without JSON mode is inside. `model` "" is the configured one. `json` asks for a JSON object
    where the endpoint can be held to one.
    """

    system: str = field(repr=False)
    user: str = field(repr=False)
    output_tokens: int
    timeout: float
    model: str = ""
    json: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelReply:
    """The text of one reply, never empty, without the model's private reasoning.

    `model` is what the provider says it was, else what was asked. `usage` and `cost` (USD) are
    None where the provider, or the price list, does not say. `json_mode`: the endpoint was held
    to JSON. `finish` is the provider's word: "stop", "length", ...
    """

    text: str
    model: str
    usage: Usage | None
    cost: float | None
    json_mode: bool
    finish: str
