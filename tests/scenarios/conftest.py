"""A simulated server with the daemon beside it: what a scenario needs to talk and to look."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from bridge.daemon.clock import SystemClock
from bridge.daemon.rendezvous import only_daemon
from bridge.daemon.run import running
from bridge.demo.screen import Kind
from bridge.demo.server import DemoServer
from bridge.settings.loading import defaults

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator
    from pathlib import Path

    from bridge.daemon.wiring import Daemon
    from bridge.demo.player import Player
    from bridge.demo.screen import Shown
    from bridge.settings.snapshot import Settings

PATIENCE = 10.0


@dataclass(frozen=True)
class Game:
    """The server, the daemon beside it, and Mara, an operator, in the game."""

    server: DemoServer
    daemon: Daemon
    mara: Player

    async def ask(self, text: str, player: str = "Mara") -> str:
        """Say it with the prefix and return the first thing that is shown for it."""
        messages = self.server.player(player).messages()
        await self.server.chat(player, f"@ai {text}")
        return await system_message(messages)

    async def console(self, text: str) -> str:
        """Type it at the server's console and return what Mara is shown."""
        messages = self.mara.messages()
        await self.server.console(text)
        return await system_message(messages)


async def system_message(messages: AsyncIterator[Shown]) -> str:
    """The next message that is no chat."""
    async with asyncio.timeout(PATIENCE):
        async for shown in messages:
            if shown.kind is Kind.SYSTEM:
                return shown.text
    raise AssertionError


@asynccontextmanager
async def playing(root: Path, version: str = "1.21.4") -> AsyncGenerator[Game]:
    """The demo server in `root/server`, the daemon ready beside it."""
    clock = SystemClock()
    async with DemoServer.running(root / "server", clock, version=version) as server:
        mara = await server.join("Mara")
        settings = settings_for(root)
        with only_daemon(settings.state_directory):
            async with running(settings, clock) as daemon:
                async with asyncio.timeout(PATIENCE):
                    await daemon.until_ready()
                yield Game(server, daemon, mara)


def settings_for(root: Path) -> Settings:
    """Everything by default, for the server in `root/server`."""
    return defaults(root).with_server(root / "server", "state/server").without_ports()


@pytest.fixture
async def game(tmp_path: Path) -> AsyncGenerator[Game]:
    """A game of the newest version that has JSON text."""
    async with playing(tmp_path) as playing_game:
        yield playing_game
