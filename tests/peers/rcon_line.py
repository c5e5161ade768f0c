"""A client on a line to a peer, and the ways in which a peer answers: for the client's tests."""

from __future__ import annotations

import asyncio
import socket
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from typing_extensions import override

from bridge.core.errors import RconLostError
from bridge.minecraft.transports.rcon import LinkState, RconClient, Up
from bridge.minecraft.transports.rcon_connection import Endpoint
from tests.fakes.clock import FakeClock
from tests.peers.rcon_flavours import PASSWORD, RconPeer, Request, Session

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

NOW = 0.02
"""A timeout (seconds) for what does not come however long one waits."""


class SleepersClock(FakeClock):
    """Tells when somebody begins to sleep, and for how long."""

    def __init__(self) -> None:
        super().__init__()
        self.slept: list[float] = []
        self._more = asyncio.Event()

    @override
    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self._more.set()
        await super().sleep(seconds)

    async def begun(self, sleeps: int) -> None:
        """Return once so many sleeps have begun in all."""
        while len(self.slept) < sleeps:
            self._more.clear()
            await self._more.wait()


@dataclass
class Line:
    """A client with what it needs, and what it said."""

    port: int
    password: str = PASSWORD
    clock: SleepersClock = field(default_factory=SleepersClock)
    states: list[LinkState] = field(default_factory=list[LinkState])
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def endpoint(self) -> Endpoint:
        return Endpoint(host="127.0.0.1", port=self.port, password=self.password)

    def announce(self, state: LinkState) -> None:
        self.states.append(state)
        self.changed.set()

    async def becomes(self, kind: type[LinkState]) -> LinkState:
        """The newest state, once it is of this kind."""
        while not (self.states and isinstance(self.states[-1], kind)):
            self.changed.clear()
            await self.changed.wait()
        return self.states[-1]

    def client(self) -> RconClient:
        return RconClient(
            endpoint=self.endpoint,
            clock=self.clock,
            on_state=self.announce,
            random=lambda: 0.0,
        )


@asynccontextmanager
async def linked(peer: RconPeer) -> AsyncGenerator[tuple[RconClient, Line]]:
    """A client that is logged in at this peer, which runs."""
    async with peer.running():
        line = Line(peer.port)
        client = line.client()
        async with client.running():
            await line.becomes(Up)
            yield client, line


def refusing_port() -> int:
    """A port where nothing listens (it was free a moment ago)."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class Held:
    """Answers like `repeat`, but commands that begin with `hold` only once they are let go."""

    def __init__(self) -> None:
        self.came = asyncio.Event()
        self.let_go = asyncio.Event()

    async def __call__(self, session: Session, request: Request) -> None:
        if request.text.startswith("hold"):
            self.came.set()
            await self.let_go.wait()
        await session.reply(request, request.text)


def says(*messages: str) -> Callable[[Session, Request], Awaitable[None]]:
    async def handler(session: Session, request: Request) -> None:
        await session.reply(request, *messages)

    return handler


async def hang_up(session: Session, request: Request) -> None:
    if request.text != "list":
        session.hang_up()
    else:
        await session.reply(request, "list")


async def loss(command: Awaitable[str]) -> RconLostError:
    with pytest.raises(RconLostError) as caught:
        await command
    return caught.value
