"""A client on a scripted server."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from bridge.core.errors import ModelError
from bridge.gateway.client import ChatCompletions
from bridge.gateway.endpoint import Endpoint, endpoint_of
from bridge.gateway.messages import ModelRequest
from bridge.settings.model_file import ModelFile
from bridge.settings.tables import table_of
from tests.fakes.clock import FakeClock
from tests.peers.model_server import KEY, ModelServer

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Iterable

    from tests.peers.model_server import Answerer, Asked, Reply
    from tests.peers.model_server import Line as Wire

VARIABLE = "MODEL_KEY"
SYSTEM, USER = "SYSTEM-PROMPT-WORDS", '{"question": "USER-PROMPT-WORDS"}'


def model_file(base_url: str = "http://127.0.0.1:9/v1", **values: Any) -> ModelFile:
    """A file as it could stand in config/system, for a model called tiny."""
    given = {"baseUrl": base_url, "model": "tiny", "apiKeyEnv": VARIABLE, **values}
    return table_of(ModelFile)(given)


def endpoint(model: str = "", **values: Any) -> Endpoint:
    """An endpoint that has the key."""
    return endpoint_of(model_file(**values), model=model, environment={VARIABLE: KEY})


def asking(**values: Any) -> ModelRequest:
    """A request for a short JSON answer."""
    given: dict[str, Any] = {"system": SYSTEM, "user": USER, "output_tokens": 50, "timeout": 10.0}
    return ModelRequest(**given | values)


async def hang(_: Asked, wire: Wire) -> None:
    """A server that never answers."""
    await wire.gone()


async def hang_up(_: Asked, wire: Wire) -> None:
    """A server that ends the connection instead of answering."""
    wire.hang_up()


async def failure(call: Awaitable[object]) -> ModelError:
    """What the call raises."""
    with pytest.raises(ModelError) as caught:
        await call
    return caught.value


@dataclass
class Line:
    """A running client, its server, and what it reads at each call."""

    server: ModelServer
    file: ModelFile
    clock: FakeClock = field(default_factory=FakeClock)
    environment: dict[str, str] = field(default_factory=lambda: {VARIABLE: KEY})
    client: ChatCompletions = field(init=False)

    def __post_init__(self) -> None:
        self.client = ChatCompletions(lambda: self.file, self.environment, self.clock)


@asynccontextmanager
async def linked(
    script: Iterable[str | Reply | Answerer] = (), **values: Any
) -> AsyncGenerator[Line]:
    """A client whose server answers so."""
    server = ModelServer(script)
    async with server.running():
        line = Line(server, model_file(server.url, **values))
        async with line.client.running():
            yield line
