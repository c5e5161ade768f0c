"""The client on a scripted server: what it sends, what it makes of answers, when it is quiet."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from bridge.core.model_calls import ModelFailure, Usage
from bridge.gateway.client import ChatCompletions
from bridge.settings.model_file import ModelFile
from bridge.settings.tables import table_of
from tests.fakes.clock import FakeClock
from tests.peers.model_server import EVENTS, KEY, PATH, Asked, ModelServer, Reply, event
from tests.peers.model_server import Line as Wire
from tests.unit.gateway.conftest import (
    SYSTEM,
    USER,
    VARIABLE,
    asking,
    failure,
    hang,
    linked,
    model_file,
)


async def test_the_request_is_one_post_with_two_messages() -> None:
    async with linked(["hello"]) as line:
        reply = await line.client.complete(asking())
        (asked,) = line.server.requests
    assert reply.text == "hello"
    assert (asked.method, asked.path) == ("POST", PATH)
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    assert asked.headers["content-type"] == "application/json"
    assert asked.body == {
        "model": "tiny",
        "messages": [
            {"role": "system", "content": SYSTEM},
            {"role": "user", "content": USER},
        ],
        "max_tokens": 50,
        "response_format": {"type": "json_object"},
        "stream": False,
    }


async def test_without_a_key_nothing_is_said_of_one() -> None:
    async with linked(["hello"], apiKeyRequired=False) as line:
        line.environment.clear()
        await line.client.complete(asking())
        assert "authorization" not in line.server.requests[0].headers


async def test_text_that_no_utf8_can_hold_is_sent_all_the_same() -> None:
    async with linked(["hello"]) as line:
        await line.client.complete(asking(user="a\ud800b 钻石"))
        assert line.server.requests[0].body["messages"][1]["content"] == "a?b 钻石"


async def test_another_model_may_be_asked() -> None:
    async with linked([Reply(text="hi", model="big-2")]) as line:
        reply = await line.client.complete(asking(model="big"))
        assert line.server.requests[0].body["model"] == "big"
    assert reply.model == "big-2"


# Streaming


async def test_a_stream_is_told_in_pieces_and_counted() -> None:
    pieces: list[str] = []
    async with linked(["<think>secret</think>\n\nIron ore 铁矿石 and coal."]) as line:
        reply = await line.client.complete(asking(), on_text=pieces.append)
        asked = line.server.requests[0]
    assert asked.body["stream"] is True
    assert asked.body["stream_options"] == {"include_usage": True}
    assert len(pieces) > 2
    assert "".join(pieces).strip() == reply.text == "Iron ore 铁矿石 and coal."
    assert reply.usage == Usage(input_tokens=30, output_tokens=12)


async def test_pieces_come_before_the_end() -> None:
    first, seen = asyncio.Event(), asyncio.Event()

    async def slowly(_: Asked, wire: Wire) -> None:
        await wire.write(wire.head(headers={"Content-Type": EVENTS, "Connection": "close"}))
        await wire.write(event({"choices": [{"index": 0, "delta": {"content": "one "}}]}))
        await seen.wait()
        await wire.write(event({"choices": [{"index": 0, "delta": {"content": "two"}}]}))
        await wire.write(b"data: [DONE]\n\n")
        await wire.gone()

    async with linked([slowly]) as line, asyncio.TaskGroup() as group:
        call = group.create_task(line.client.complete(asking(), on_text=lambda _: first.set()))
        await first.wait()
        assert not call.done()
        seen.set()
        assert (await call).text == "one two"
        await line.server.idle()


async def test_a_server_that_does_not_stream_is_read_whole() -> None:
    async def whole(_: Asked, wire: Wire) -> None:
        await wire.answer(json.dumps(Reply(text="hello").completion()).encode())

    pieces: list[str] = []
    async with linked([whole]) as line:
        assert (await line.client.complete(asking(), on_text=pieces.append)).text == "hello"
    assert pieces == ["hello"]


async def test_a_server_that_streams_unasked_is_read_as_a_stream() -> None:
    async def stream(_: Asked, wire: Wire) -> None:
        body = b"".join(map(event, Reply(text="hello").chunks()))
        await wire.answer(b": working\n\n" + body, headers={"Content-Type": "text/plain"})

    async with linked([stream]) as line:
        assert (await line.client.complete(asking())).text == "hello"


async def test_what_on_text_raises_comes_out_and_the_connection_ends() -> None:
    def refuse(_: str) -> None:
        raise ValueError("enough")

    async def begin(_: Asked, wire: Wire) -> None:
        await wire.write(wire.head(headers={"Content-Type": EVENTS, "Content-Length": "1000"}))
        await wire.write(event({"choices": [{"index": 0, "delta": {"content": "one "}}]}))
        await wire.gone()

    async with linked([begin]) as line:
        with pytest.raises(ValueError, match="enough"):
            await line.client.complete(asking(), on_text=refuse)
        await line.server.idle()


# JSON mode


async def test_the_first_400_is_asked_once_more_without_json_mode_and_remembered() -> None:
    async with linked([Reply(status=400), "one", "two"]) as line:
        first = await line.client.complete(asking())
        second = await line.client.complete(asking())
        assert [asked.json_mode for asked in line.server.requests] == [True, False, False]
    assert (first.text, first.json_mode) == ("one", False)
    assert (second.text, second.json_mode) == ("two", False)


async def test_a_400_both_ways_is_told_and_never_tried_twice_again() -> None:
    async with linked([Reply(status=400)] * 3 + ["fine"]) as line:
        for _ in range(2):
            error = await failure(line.client.complete(asking()))
            assert (error.kind, error.counted) == (ModelFailure.BAD_REQUEST, False)
        assert (await line.client.complete(asking())).json_mode
        assert [asked.json_mode for asked in line.server.requests] == [True, False, True, True]


@pytest.mark.parametrize("status", [401, 403, 404, 408, 413, 422, 429, 500, 502, 503, 504])
async def test_no_other_failure_is_asked_twice(status: int) -> None:
    async with linked([Reply(status=status)]) as line:
        error = await failure(line.client.complete(asking()))
        assert len(line.server.requests) == 1
    assert (error.status, error.counted) == (status, False)


@pytest.mark.parametrize(("mode", "wanted", "sent"), [
    (True, True, True), (True, False, False), (False, True, False), ("auto", False, False),
])  # fmt: skip
async def test_json_mode_is_as_configured(mode: object, wanted: bool, sent: bool) -> None:
    async with linked([Reply(status=400)], jsonMode=mode) as line:
        await failure(line.client.complete(asking(json=wanted)))
        assert [asked.json_mode for asked in line.server.requests] == [sent]


async def test_json_mode_is_found_out_for_each_model() -> None:
    async with linked([Reply(status=400), "one", "two"]) as line:
        await line.client.complete(asking())
        assert (await line.client.complete(asking(model="other"))).json_mode


async def test_a_stream_falls_back_too() -> None:
    pieces: list[str] = []
    async with linked([Reply(status=400), "one"]) as line:
        reply = await line.client.complete(asking(), on_text=pieces.append)
    assert "".join(pieces) == reply.text == "one"


async def test_a_second_try_that_times_out_counts() -> None:
    async with linked([Reply(status=400), hang]) as line:
        error = await failure(line.client.complete(asking(timeout=0.1)))
    assert (error.kind, error.counted, error.status) == (ModelFailure.TIMEOUT, True, None)


# Retry-After


@pytest.mark.parametrize("status", [429, 503])
async def test_retry_after_closes_the_gateway_for_that_long(status: int) -> None:
    wait = Reply(status=status, headers={"Retry-After": "30"})
    async with linked([wait, "open"]) as line:
        error = await failure(line.client.complete(asking()))
        assert (error.retry_after, error.counted) == (30, False)
        line.clock.advance(10)
        closed = await failure(line.client.complete(asking()))
        assert (closed.kind, closed.counted, closed.status) == (ModelFailure.CLOSED, False, None)
        assert closed.retry_after == 20
        assert len(line.server.requests) == 1
        line.clock.advance(20)
        assert (await line.client.complete(asking())).text == "open"


async def test_without_retry_after_the_next_request_asks_again() -> None:
    async with linked([Reply(status=429), Reply(status=503), "open"]) as line:
        assert (await failure(line.client.complete(asking()))).retry_after is None
        await failure(line.client.complete(asking()))
        assert (await line.client.complete(asking())).text == "open"


async def test_a_pause_is_of_one_provider() -> None:
    other = ModelServer(["elsewhere"])
    async with linked([Reply(status=429, headers={"Retry-After": "30"})]) as line, other.running():
        await failure(line.client.complete(asking()))
        line.file = model_file(other.url)
        assert (await line.client.complete(asking())).text == "elsewhere"


async def test_a_refusal_whose_body_never_comes_is_known_by_its_head() -> None:
    async def headed(_: Asked, wire: Wire) -> None:
        await wire.write(wire.head(429, {"Content-Length": "9", "Retry-After": "7"}))
        await wire.gone()

    async with linked([headed]) as line:
        error = await failure(line.client.complete(asking(timeout=0.1)))
        assert (error.kind, error.retry_after) == (ModelFailure.RATE_LIMITED, 7)
        assert not error.counted
        assert (await failure(line.client.complete(asking()))).kind is ModelFailure.CLOSED


# Configuration


@pytest.mark.parametrize(
    "values",
    [
        {"baseUrl": " "},
        {"model": ""},
        {"baseUrl": "ftp://models.example/v1"},
        {"baseUrl": "models.example/v1"},
        {"baseUrl": "http://me:pw@models.example/v1"},
        {"baseUrl": "http://models.example:port/v1"},
        {"baseUrl": "http://[::1/v1"},
        {"baseUrl": f"http://{'a' * 70}.example/v1"},
        {"headers": {"X-Team": "a\r\nb: c"}},
        {"headers": {"X Team": "a"}},
        {"apiKeyEnv": "BLANK"},
        {"apiKeyEnv": ""},
        {"apiKeyEnv": "TWO_WORDS"},
    ],
)
async def test_what_is_not_configured_is_not_sent(values: dict[str, Any]) -> None:
    async with linked() as line:
        line.environment |= {"BLANK": " ", "TWO_WORDS": "two\nwords"}
        line.file = (
            model_file(**{"base_url": line.server.url} | values)
            if "baseUrl" not in values
            else table_of(ModelFile)({"model": "tiny", "apiKeyEnv": VARIABLE} | values)
        )
        error = await failure(line.client.complete(asking()))
        assert not line.server.requests
    assert not error.counted
    assert error.kind in (ModelFailure.NOT_CONFIGURED, ModelFailure.UNREACHABLE)


async def test_a_new_configuration_is_used_from_the_next_call_on() -> None:
    go, came = asyncio.Event(), asyncio.Event()

    async def hold(asked: Asked, wire: Wire) -> None:
        came.set()
        await go.wait()
        await Reply(text="old")(asked, wire)

    other = ModelServer(["new"])
    async with linked([hold]) as line, other.running(), asyncio.TaskGroup() as group:
        under_way = group.create_task(line.client.complete(asking()))
        await came.wait()
        line.file = model_file(other.url, model="next")
        line.environment[VARIABLE] = "sk-other"
        assert (await line.client.complete(asking())).text == "new"
        assert other.requests[0].headers["authorization"] == "Bearer sk-other"
        assert other.requests[0].body["model"] == "next"
        go.set()
        assert (await under_way).text == "old"


async def test_nothing_is_asked_of_a_gateway_that_does_not_run() -> None:
    server = ModelServer()
    async with server.running():
        client = ChatCompletions(lambda: model_file(server.url), {VARIABLE: KEY}, FakeClock())
        error = await failure(client.complete(asking()))
        assert (error.kind, error.counted) == (ModelFailure.CLOSED, False)
        async with client.running():
            await client.complete(asking())
        assert (await failure(client.complete(asking()))).kind is ModelFailure.CLOSED
        await server.idle()


async def test_calls_share_connections() -> None:
    async with linked() as line:
        for _ in range(5):
            await line.client.complete(asking())
        assert line.server.connections == 1


async def test_headers_that_are_not_sent_are_named_once(caplog: pytest.LogCaptureFixture) -> None:
    given = {"authorization": "Basic hidden", "X-Team": "blue", "Content-Length": "3"}
    async with linked(headers=given) as line:
        await line.client.complete(asking())
        await line.client.complete(asking())
        headers = line.server.requests[0].headers
    assert (headers["authorization"], headers["x-team"]) == (f"Bearer {KEY}", "blue")
    (said,) = [record.getMessage() for record in caplog.records if "not sent" in record.message]
    assert "authorization, Content-Length" in said
    assert "hidden" not in said
