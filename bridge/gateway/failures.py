"""What an answer that is no reply means, and what the administrator should do. Pure.

Nothing that a provider wrote is repeated: it may hold the key or the prompts. Of its body only
the error's code is read, and a known code adds our own words.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ModelError
from bridge.core.model_calls import ModelFailure

if TYPE_CHECKING:
    from bridge.gateway.endpoint import Endpoint

_KINDS: Final = {
    401: ModelFailure.UNAUTHORIZED,
    402: ModelFailure.FORBIDDEN,
    403: ModelFailure.FORBIDDEN,
    404: ModelFailure.NOT_FOUND,
    405: ModelFailure.NOT_FOUND,
    407: ModelFailure.FORBIDDEN,
    408: ModelFailure.TIMEOUT,
    410: ModelFailure.NOT_FOUND,
    429: ModelFailure.RATE_LIMITED,
}

_ADVICE: Final = {
    401: "the key was not accepted: check the variable that apiKeyEnv names",
    402: "the account has no credit left",
    403: "the key may not use this model, or the provider refuses this server's address",
    404: "unknown model or path: check baseUrl and model",
    405: "this path takes no requests: check baseUrl",
    407: "the proxy wants a user and a password",
    408: "the provider gave up waiting for the request",
    413: "the request is too long for this provider",
    422: "the provider does not accept a field of the request: check extraBody and jsonMode",
    429: "too many requests, or the quota is used up",
}

_KEYLESS: Final = "it wants a key: name the variable that holds it in apiKeyEnv"

_CODES: Final = {
    "billing_hard_limit_reached": "the account has no credit left",
    "content_filter": "the provider's filter refused the request",
    "context_length_exceeded": "the request is longer than the model's context",
    "exceed_context_size_error": "the request is longer than the model's context",
    "insufficient_balance": "the account has no credit left",
    "insufficient_quota": "the account has no credit left",
    "invalid_api_key": "the key is unknown there",
    "model_not_found": "the model is unknown there",
    "rate_limit_exceeded": "too many requests",
    "unsupported_country_region_territory": "the provider does not serve this country",
    "unsupported_parameter": "a field of the request is not supported: check extraBody",
    "unsupported_value": "a value in the request is not supported: check extraBody",
}


def refused(
    endpoint: Endpoint, status: int, body: bytes = b"", *, retry_after: float | None = None
) -> ModelError:
    """The error for a status other than 2xx; `body` as far as it was read."""
    if status < 400:
        leads_on = "redirects are not followed; write the address that it leads to into baseUrl"
        return ModelError(
            f"{endpoint.place} answered {status}:"
            f" {leads_on if status >= 300 else 'that is no reply to a request'}",
            kind=ModelFailure.BAD_REPLY,
            status=status,
            counted=True,
        )
    default = ModelFailure.BAD_REQUEST if status < 500 else ModelFailure.SERVER_ERROR
    return ModelError(
        f"{endpoint.place} answered {status} for model {endpoint.model}:"
        f" {_advice(endpoint, status)}{_hint(body)}",
        kind=_KINDS.get(status, default),
        status=status,
        counted=False,
        retry_after=retry_after,
    )


def _advice(endpoint: Endpoint, status: int) -> str:
    if status == 401 and not endpoint.keyed:
        return _KEYLESS
    default = (
        "the provider does not accept the request: check extraBody and jsonMode"
        if status < 500
        else "the provider has a problem of its own"
    )
    return _ADVICE.get(status, default)


def _hint(body: bytes) -> str:
    try:
        error = json.loads(body)["error"]
        words = (error["code"], error.get("type"))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return ""
    known = (_CODES.get(word) for word in words if isinstance(word, str))
    hint = next((words for words in known if words), "")
    return f" ({hint})" if hint else ""


def unreachable(endpoint: Endpoint, problem: str, *, sent: bool) -> ModelError:
    """No connection, or it broke."""
    return ModelError(f"{endpoint.place}: {problem}", kind=ModelFailure.UNREACHABLE, counted=sent)


def timed_out(endpoint: Endpoint, seconds: float, *, sent: bool) -> ModelError:
    """The whole call took too long."""
    what = "no whole reply" if sent else "no connection"
    return ModelError(
        f"{endpoint.place}: {what} within {seconds:g} s", kind=ModelFailure.TIMEOUT, counted=sent
    )
