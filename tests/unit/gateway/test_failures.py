"""Each status is a kind, and a line that says what to do."""

from __future__ import annotations

import json

import pytest

from bridge.core.model_calls import ModelFailure
from bridge.gateway.endpoint import endpoint_of
from bridge.gateway.failures import refused
from tests.unit.gateway.conftest import endpoint, model_file

CASES = {
    400: (ModelFailure.BAD_REQUEST, "extraBody"),
    401: (ModelFailure.UNAUTHORIZED, "the key was not accepted"),
    402: (ModelFailure.FORBIDDEN, "no credit"),
    403: (ModelFailure.FORBIDDEN, "may not use this model"),
    404: (ModelFailure.NOT_FOUND, "check baseUrl and model"),
    405: (ModelFailure.NOT_FOUND, "check baseUrl"),
    407: (ModelFailure.FORBIDDEN, "proxy"),
    408: (ModelFailure.TIMEOUT, "gave up waiting"),
    413: (ModelFailure.BAD_REQUEST, "too long"),
    418: (ModelFailure.BAD_REQUEST, "does not accept"),
    422: (ModelFailure.BAD_REQUEST, "a field"),
    429: (ModelFailure.RATE_LIMITED, "too many requests"),
    500: (ModelFailure.SERVER_ERROR, "problem of its own"),
    503: (ModelFailure.SERVER_ERROR, "problem of its own"),
    529: (ModelFailure.SERVER_ERROR, "problem of its own"),
}
URL = "https://models.example/v1?token=secret"


@pytest.mark.parametrize("status", CASES)
def test_a_status_has_its_kind_and_its_advice(status: int) -> None:
    kind, advice = CASES[status]
    error = refused(endpoint(baseUrl=URL), status)
    assert (error.kind, error.status, error.counted) == (kind, status, False)
    assert advice in str(error)
    start = f"https://models.example/v1/chat/completions answered {status} for model tiny: "
    assert str(error).startswith(start)


def test_a_server_that_wants_a_key_is_told_apart_from_one_that_refuses_it() -> None:
    file = model_file(apiKeyRequired=False)
    assert "wants a key" in str(refused(endpoint_of(file, model="", environment={}), 401))


@pytest.mark.parametrize("status", [300, 301, 307, 308])
def test_a_redirect_counts_since_it_is_no_refusal(status: int) -> None:
    error = refused(endpoint(), status)
    assert (error.kind, error.counted) == (ModelFailure.BAD_REPLY, True)
    assert "redirects are not followed" in str(error)


@pytest.mark.parametrize(
    ("error", "hint"),
    [
        ({"code": "insufficient_quota"}, "no credit left"),
        ({"code": "model_not_found"}, "unknown there"),
        ({"code": None, "type": "rate_limit_exceeded"}, "too many requests"),
        ({"code": 400, "type": "exceed_context_size_error"}, "longer than the model's context"),
        ({"code": "context_length_exceeded", "type": "x"}, "longer than the model's context"),
    ],
)
def test_a_known_code_adds_our_own_words(error: dict[str, object], hint: str) -> None:
    body = json.dumps({"error": error | {"message": "secret"}}).encode()
    told = str(refused(endpoint(), 400, body))
    assert hint in told
    assert "secret" not in told


@pytest.mark.parametrize(
    "body",
    [b"", b"secret", b"[]", b'{"error": "secret"}', b'{"error": {"code": "secret"}}',
     b'{"error": {"code": ["secret"], "type": {}}}', b'{"error": null}', b"\xff", b"[" * 99_999],
)  # fmt: skip
def test_nothing_of_another_body_is_repeated(body: bytes) -> None:
    assert str(refused(endpoint(), 400, body)) == str(refused(endpoint(), 400))


def test_a_wait_is_handed_on() -> None:
    assert refused(endpoint(), 429, retry_after=3.0).retry_after == 3.0
