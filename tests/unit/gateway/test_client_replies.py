"""Whatever a provider answers: a typed failure or a text, and never a secret."""

from __future__ import annotations

import json
import logging
import traceback
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bridge.core.errors import ModelError
from bridge.core.model_calls import ModelFailure
from bridge.gateway.messages import ModelReply
from tests.peers.model_server import KEY, Asked, Reply, event
from tests.peers.model_server import Line as Wire
from tests.unit.gateway.conftest import (
    VARIABLE,
    asking,
    endpoint,
    failure,
    hang,
    hang_up,
    linked,
    model_file,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable

    import pytest

    from tests.peers.model_server import Answerer


# Whatever comes


async def outcome_of(call: Awaitable[ModelReply]) -> ModelReply | ModelError:
    try:
        return await call
    except ModelError as error:
        return error


def broken(body: bytes) -> Reply:
    return Reply(body=body)


MUTATIONS = st.one_of(
    st.binary(max_size=200),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
            st.sampled_from([
                "choices", "message", "delta", "content", "index", "usage", "model", "error",
                "finish_reason", "prompt_tokens", "completion_tokens", "type", "text",
                "reasoning_content", "prompt_tokens_details", "cached_tokens",
            ]),
            inner, max_size=4,
        ),
        max_leaves=12,
    ).map(lambda value: json.dumps(value).encode()),
)  # fmt: skip


async def test_mutated_replies_raise_nothing_but_model_errors() -> None:
    """Over the line, one gateway for all: after each the next is read rightly."""
    bodies: list[bytes] = []

    @settings(
        max_examples=150, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
    )
    @given(MUTATIONS, st.binary(max_size=4), st.integers(0, 400))
    def collect(value: bytes, noise: bytes, place: int) -> None:
        whole = json.dumps(Reply(text="hello 钻石").completion()).encode()
        stream = b"".join(map(event, Reply(text="hello 钻石").chunks()))
        bodies.append(value)
        bodies.append(b"data: " + value + b"\n\n")
        for body in (whole, stream):
            bodies.append(body[:place] + noise + body[place + len(noise) :])
            bodies.append(body[:place])

    collect()
    failed = 0
    async with linked(map(broken, bodies)) as line:
        for _ in bodies:
            outcome = await outcome_of(line.client.complete(asking()))
            if isinstance(outcome, ModelReply):
                assert outcome.text.strip()
                continue
            failed += 1
            assert outcome.counted
            assert outcome.kind in (ModelFailure.BAD_REPLY, ModelFailure.EMPTY)
            assert "\n" not in str(outcome)
    assert 0 < failed < len(bodies)


# Secrets


HEADER = "team-secret-9f3"


async def echo(asked: Asked, wire: Wire) -> None:
    """A provider that repeats all that it was sent, wherever it can."""
    secret = asked.headers["authorization"]
    error = {"message": secret, "code": secret, "type": secret, "param": str(asked.body)}
    body = json.dumps({"error": error, "model": secret, "usage": secret}).encode()
    headers = {"X-Echo": secret, "Location": f"/{KEY}", "Set-Cookie": f"{KEY}={HEADER}"}
    await wire.answer(body, status=STATUSES[int(asked.body["max_tokens"])], headers=headers)


async def echo_babble(asked: Asked, wire: Wire) -> None:
    await wire.write(f"{asked.headers['authorization']} {HEADER}\r\n\r\n".encode())
    wire.hang_up()


async def echo_header(asked: Asked, wire: Wire) -> None:
    await wire.write(f"HTTP/1.1 200 OK\r\n{asked.headers['authorization']}\r\n\r\n".encode())
    wire.hang_up()


STATUSES = (200, 302, 400, 401, 402, 403, 404, 407, 418, 429, 500, 503)


def shown(error: BaseException) -> str:
    """All that a log could show of an error: its chain, and how each link is written."""
    lines = traceback.format_exception(error)
    link: BaseException | None = error
    while link is not None:
        lines += [repr(link), repr(vars(link))]
        link = link.__cause__
    return "".join(lines)


async def test_no_key_header_or_prompt_is_in_any_log_error_or_repr(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    seen: list[str] = []
    given = {"X-Team": HEADER}
    query = "http://{}/v1?token=" + HEADER
    answers: list[Answerer] = [*[echo] * 2 * len(STATUSES), echo_babble, echo_header, hang, hang_up]
    async with linked(answers, headers=given, jsonMode=False) as line:
        line.file = model_file(
            query.format(f"127.0.0.1:{line.server.port}"), headers=given, jsonMode=False
        )
        for number in range(len(STATUSES)):
            for on_text in (None, print):
                call = line.client.complete(asking(output_tokens=number), on_text=on_text)
                seen.append(shown(await failure(call)))
        short = asking(timeout=0.2)
        seen += [shown(await failure(line.client.complete(short))) for _ in range(4)]
        assert line.server.requests[0].path.endswith(f"/chat/completions?token={HEADER}")
        for where in ("127.0.0.1:9", "no.such.host.invalid", "a" * 70 + ".example"):
            line.file = model_file(query.format(where), headers=given)
            seen.append(shown(await failure(line.client.complete(asking()))))
        seen += [repr(line.client), repr(vars(line.client)["_http"])]
        seen += [repr(asking()), repr(endpoint(headers=given))]
    seen += [f"{record.getMessage()} {record.exc_info}" for record in caplog.records]
    assert len(seen) > 30
    for text in seen:
        for secret in (KEY, HEADER, VARIABLE, "PROMPT-WORDS"):
            assert secret not in text
