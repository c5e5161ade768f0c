"""The client where the line fails, and where its caller gives up."""

from __future__ import annotations

import asyncio
import tracemalloc
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bridge.core.model_calls import ModelFailure
from bridge.gateway.client import ChatCompletions
from tests.fakes.clock import FakeClock
from tests.peers.model_server import KEY, Asked, ModelServer, Reply
from tests.peers.model_server import Line as Wire
from tests.unit.gateway.conftest import (
    VARIABLE,
    asking,
    failure,
    hang,
    hang_up,
    linked,
    model_file,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.peers.model_server import Answerer

MEBIBYTE = 2**20


async def drip(_: Asked, wire: Wire) -> None:
    await wire.write(wire.head(headers={"Content-Length": "100000"}))
    while True:
        await wire.write(b" ")
        await asyncio.sleep(0.01)


async def break_off(_: Asked, wire: Wire) -> None:
    await wire.write(wire.head(headers={"Content-Length": "100"}) + b'{"choices": [')
    wire.hang_up()


async def babble(_: Asked, wire: Wire) -> None:
    await wire.write(b"SSH-2.0-OpenSSH_9.6\r\n\r\n")
    wire.hang_up()


async def false_gzip(_: Asked, wire: Wire) -> None:
    await wire.answer(b"not gzip", headers={"Content-Encoding": "gzip"})


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (hang, ModelFailure.TIMEOUT),
        (drip, ModelFailure.TIMEOUT),
        (hang_up, ModelFailure.UNREACHABLE),
        (break_off, ModelFailure.UNREACHABLE),
        (babble, ModelFailure.UNREACHABLE),
        (false_gzip, ModelFailure.UNREACHABLE),
    ],
)
@pytest.mark.parametrize("on_text", [None, len], ids=["whole", "stream"])
async def test_a_line_that_fails_after_sending_counts(
    answer: Answerer, kind: ModelFailure, on_text: Callable[[str], None] | None
) -> None:
    async with linked([answer]) as line:
        error = await failure(line.client.complete(asking(timeout=0.3), on_text=on_text))
        assert (error.kind, error.counted, error.status) == (kind, True, None)
        assert len(line.server.requests) == 1


async def test_nobody_there_does_not_count() -> None:
    async with linked() as line:
        line.file = model_file("http://127.0.0.1:9/v1")
        error = await failure(line.client.complete(asking()))
    assert (error.kind, error.counted) == (ModelFailure.UNREACHABLE, False)
    assert str(error) == (
        "http://127.0.0.1:9/v1/chat/completions: no connection (Connection refused)"
    )


async def test_no_time_at_all_sends_nothing() -> None:
    async with linked() as line:
        error = await failure(line.client.complete(asking(timeout=0)))
        assert (error.kind, error.counted) == (ModelFailure.TIMEOUT, False)
        assert not line.server.requests


async def test_a_plain_server_under_https_is_said_so() -> None:
    async with linked() as line:
        line.file = model_file(line.server.url.replace("http:", "https:"))
        error = await failure(line.client.complete(asking()))
    assert (error.kind, error.counted) == (ModelFailure.UNREACHABLE, False)
    assert "TLS" in str(error)


@pytest.mark.parametrize("stream", [False, True])
async def test_fifty_megabytes_are_not_read(stream: bool) -> None:
    written = 0

    async def huge(_: Asked, wire: Wire) -> None:
        nonlocal written
        start = b"data: " if stream else b'{"choices": "'
        await wire.write(wire.head(headers={"Content-Length": str(50 * MEBIBYTE)}) + start)
        for _i in range(50):
            await wire.write(b"x" * MEBIBYTE)
            written += 1

    async with linked(["warm", huge]) as line:
        await line.client.complete(asking())
        tracemalloc.start()
        try:
            error = await failure(line.client.complete(asking()))
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        await line.server.idle()
    assert (error.kind, error.counted) == (ModelFailure.TOO_LARGE, True)
    assert written < 20
    assert most < 30 * MEBIBYTE


async def test_redirects_are_not_followed() -> None:
    other = ModelServer()
    async with other.running():
        moved = Reply(status=308, headers={"Location": f"{other.url}/chat/completions"}, body=b"")
        async with linked([moved]) as line:
            error = await failure(line.client.complete(asking()))
        assert other.connections == 0
    assert (error.kind, error.status, error.counted) == (ModelFailure.BAD_REPLY, 308, True)


async def test_a_proxy_is_used_only_where_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    proxy = ModelServer(["by proxy"])
    async with proxy.running(), linked(["direct"] * 3) as line:
        url = f"http://127.0.0.1:{proxy.port}"
        monkeypatch.setenv("http_proxy", url)
        monkeypatch.setenv("all_proxy", url)
        line.environment["http_proxy"] = url
        assert (await line.client.complete(asking())).text == "direct"
        line.file = replace(line.file, trust_proxy_env=True)
        assert (await line.client.complete(asking())).text == "by proxy"
        assert proxy.requests[0].path == f"{line.server.url}/chat/completions"
        line.environment["no_proxy"] = "example.org, 127.0.0.1"
        assert (await line.client.complete(asking())).text == "direct"


# Cancelling


@pytest.mark.parametrize("answer", [hang, drip])
async def test_a_cancelled_call_closes_its_connection(answer: Answerer) -> None:
    async with linked([answer, "after"]) as line, asyncio.TaskGroup() as group:
        call = group.create_task(line.client.complete(asking()))
        await line.server.asked(1)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        await line.server.idle()
        assert (await line.client.complete(asking())).text == "after"


async def test_cancelling_at_every_turn_of_the_loop_leaks_nothing() -> None:
    """However many turns a call has had, cancelling ends it, its task and its connection."""
    async with linked(["warm"]) as line:
        await line.client.complete(asking())
        before = asyncio.all_tasks()
        finished = False
        for turns in range(400):
            call = asyncio.Task(line.client.complete(asking(), on_text=lambda _: None))
            for _ in range(turns):
                await asyncio.sleep(0)
            finished = call.done()
            call.cancel()
            await asyncio.wait([call])
            assert finished or call.cancelled()
            if finished:
                break
        assert finished
    left = {task for task in asyncio.all_tasks() - before if not task.done()}
    assert not left


async def test_calls_under_way_fail_when_the_gateway_ends() -> None:
    server = ModelServer([hang])
    async with server.running(), asyncio.TaskGroup() as group:
        client = ChatCompletions(lambda: model_file(server.url), {VARIABLE: KEY}, FakeClock())
        async with client.running():
            call = group.create_task(failure(client.complete(asking())))
            await server.asked(1)
        error = await call
    assert (error.kind, error.counted) == (ModelFailure.UNREACHABLE, True)
