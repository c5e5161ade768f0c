"""What the kernel relies on of a model gateway, asked of the real client and of the fake one."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace

import pytest

from bridge.core.errors import ModelError
from bridge.core.model_calls import ModelFailure
from bridge.gateway.client import ChatCompletions
from bridge.gateway.gateway import ModelGateway
from bridge.gateway.messages import ModelReply, ModelRequest, Usage
from bridge.settings.model_file import ModelFile, Pricing
from bridge.settings.tables import table_of
from tests.fakes.clock import FakeClock
from tests.fakes.model import ScriptedModel
from tests.peers.model_server import Asked, Line, ModelServer, Reply

USAGE = Usage(input_tokens=30, output_tokens=12)
INPUT_PRICE, OUTPUT_PRICE = 0.5, 2.0
COST = (30 * INPUT_PRICE + 12 * OUTPUT_PRICE) / 1000
TEXT = "A blaze rod drops from blazes. 烈焰棒🔥. " * 3 + "That is all."


async def hang(_: Asked, line: Line) -> None:
    await line.gone()


@asynccontextmanager
async def real(steps: list[str]) -> AsyncGenerator[ModelGateway]:
    known = {
        "says": Reply(text=TEXT, model="tiny"),
        "refuses": Reply(text="no", status=500),
        "hangs": hang,
    }
    server = ModelServer([known[step] for step in steps])
    async with server.running():
        file = table_of(ModelFile)(
            {"baseUrl": server.url, "model": "tiny", "apiKeyRequired": False}
        )
        file = replace(file, pricing={"tiny": Pricing(input=INPUT_PRICE, output=OUTPUT_PRICE)})
        client = ChatCompletions(lambda: file, {}, FakeClock())
        async with client.running():
            yield client


@asynccontextmanager
async def fake(steps: list[str]) -> AsyncGenerator[ModelGateway]:
    refusal = ModelError("no", kind=ModelFailure.SERVER_ERROR, status=500, counted=False)
    model = ScriptedModel(
        [refusal if step == "refuses" else TEXT for step in steps],
        usage=USAGE,
        prices=(INPUT_PRICE, OUTPUT_PRICE),
    )
    if "hangs" in steps:
        model.gate.clear()
    yield model


Provide = Callable[[list[str]], AbstractAsyncContextManager[ModelGateway]]
"""A gateway whose model takes these steps: says TEXT, refuses (500), hangs."""
ASKING = ModelRequest(system="be short", user="{}", output_tokens=50, timeout=10, model="tiny")


@pytest.fixture(params=[real, fake], ids=["real", "fake"])
def provide(request: pytest.FixtureRequest) -> Provide:
    return request.param


async def test_a_reply_has_its_text_its_use_and_its_cost(provide: Provide) -> None:
    async with provide(["says"]) as gateway:
        reply = await gateway.complete(ASKING)
    assert reply == ModelReply(
        text=TEXT, model="tiny", usage=USAGE, cost=COST, json_mode=True, finish="stop"
    )


async def test_the_pieces_of_a_stream_make_its_text(provide: Provide) -> None:
    pieces: list[str] = []
    async with provide(["says", "says"]) as gateway:
        reply = await gateway.complete(ASKING, on_text=pieces.append)
        assert len(pieces) > 1
        assert "".join(pieces) == reply.text
        assert reply.usage == USAGE
        plain = await gateway.complete(ASKING)
    assert plain == reply


async def test_a_failure_is_a_model_error_and_the_next_call_is_asked_anew(
    provide: Provide,
) -> None:
    async with provide(["refuses", "says"]) as gateway:
        with pytest.raises(ModelError) as caught:
            await gateway.complete(ASKING)
        assert caught.value.kind is ModelFailure.SERVER_ERROR
        assert caught.value.status == 500
        assert not caught.value.counted
        assert (await gateway.complete(ASKING)).text == TEXT


async def test_many_calls_run_at_once(provide: Provide) -> None:
    async with provide(["says"] * 20) as gateway:
        replies = await asyncio.gather(*(gateway.complete(ASKING) for _ in range(20)))
    assert {reply.text for reply in replies} == {TEXT}


async def test_a_cancelled_call_ends_at_once(provide: Provide) -> None:
    async with provide(["hangs"]) as gateway, asyncio.TaskGroup() as group:
        task = group.create_task(gateway.complete(ASKING))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert task.cancelled()


async def test_prices_are_per_thousand_tokens(provide: Provide) -> None:
    async with provide([]) as gateway:
        assert gateway.price("tiny", input_tokens=30, output_tokens=12) == COST
        assert gateway.price("tiny", input_tokens=0, output_tokens=0) == 0
