"""A client on a line to a management peer: for the client's tests."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bridge.minecraft.transports.management import ManagementClient
from bridge.minecraft.transports.management_connection import BEAT_SECONDS
from bridge.minecraft.transports.management_endpoint import Endpoint
from bridge.minecraft.transports.rcon import LinkState, Up
from tests.peers.management_server import SECRET, ManagementPeer
from tests.peers.rcon_line import SleepersClock

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bridge.minecraft.transports.management_messages import ManagementEvent


@dataclass
class Line:
    """A client with what it needs, and what it said."""

    port: int
    peer: ManagementPeer = field(default_factory=ManagementPeer)
    host: str = "127.0.0.1"
    tls: bool = False
    secret: str = SECRET
    ca: Path | None = None
    clock: SleepersClock = field(default_factory=SleepersClock)
    states: list[LinkState] = field(default_factory=list[LinkState])
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    _pauses: int = 0

    def endpoint(self) -> Endpoint:
        return Endpoint(
            host=self.host, port=self.port, tls=self.tls, secret=self.secret, ca=self.ca
        )

    def announce(self, state: LinkState) -> None:
        self.states.append(state)
        self.changed.set()

    async def becomes(self, kind: type[LinkState]) -> LinkState:
        """The newest state, once it is of this kind."""
        while not (self.states and isinstance(self.states[-1], kind)):
            self.changed.clear()
            await self.changed.wait()
        return self.states[-1]

    async def tries_again(self) -> None:
        """The next pause between two attempts begins, and ends."""
        self._pauses += 1
        while (
            len(pauses := [one for one in self.clock.slept if one != BEAT_SECONDS]) < self._pauses
        ):
            await self.clock.begun(len(self.clock.slept) + 1)
        self.clock.advance(pauses[-1])

    def client(self) -> ManagementClient:
        return ManagementClient(
            endpoint=self.endpoint,
            clock=self.clock,
            on_state=self.announce,
            random=lambda: 0.0,
        )


@asynccontextmanager
async def linked(peer: ManagementPeer) -> AsyncGenerator[tuple[ManagementClient, Line]]:
    """A client that is up at this peer, which runs."""
    async with peer.running():
        line = Line(peer.port, peer)
        client = line.client()
        async with client.running():
            await line.becomes(Up)
            yield client, line


async def heard(client: ManagementClient, number: int) -> list[ManagementEvent]:
    """The next so many events."""
    events: list[ManagementEvent] = []
    async for event in client.events():
        events.append(event)
        if len(events) == number:
            break
    return events
