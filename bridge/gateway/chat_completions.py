"""The request of OpenAI-compatible `POST {baseUrl}/chat/completions`. Pure."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bridge.gateway.endpoint import Endpoint
    from bridge.gateway.messages import ModelRequest

_LIMITS: Final = ("max_completion_tokens", "max_tokens")
_NEWER: Final = frozenset({"api.openai.com"})
"""Hosts whose newest models refuse `max_tokens`; all others know it, few know the newer name."""


def request_body(
    endpoint: Endpoint, request: ModelRequest, *, json_mode: bool, stream: bool
) -> bytes:
    """The request as UTF-8 JSON.

    `extraBody` adds and replaces, null leaves a field out; it reaches neither the model, the
    messages nor streaming, and can only lower the limit of output tokens (or choose its name).
    """
    body: dict[str, object] = {}
    if json_mode:
        body["response_format"] = {"type": "json_object"}
    if stream:
        body["stream_options"] = {"include_usage": True}
    body |= endpoint.extra_body
    body = {name: value for name, value in body.items() if value is not None}
    body |= _limit(endpoint, request.output_tokens)
    body["model"] = endpoint.model
    body["messages"] = [
        {"role": "system", "content": request.system},
        {"role": "user", "content": request.user},
    ]
    body["stream"] = stream
    if not stream:
        body.pop("stream_options", None)
    # What players write may hold half a surrogate pair, which no provider accepts.
    return json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")


def _limit(endpoint: Endpoint, tokens: int) -> dict[str, object]:
    default = "max_completion_tokens" if endpoint.host in _NEWER else "max_tokens"
    named = [name for name in _LIMITS if name in endpoint.extra_body] or [default]
    return {name: _lower(endpoint.extra_body.get(name), tokens) for name in named}


def _lower(wanted: object, tokens: int) -> int:
    if isinstance(wanted, bool) or not isinstance(wanted, int) or wanted < 1:
        return tokens
    return min(wanted, tokens)
