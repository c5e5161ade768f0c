from __future__ import annotations

import asyncio
import struct
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from bridge.demo.accounts import Operators, account
from bridge.demo.commands import execute
from bridge.demo.game import Game, Rules
from bridge.demo.version import GameVersion
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from pathlib import Path

    from bridge.demo.player import Player
    from bridge.demo.server import DemoServer
    from bridge.demo.source import Source

COMMAND, LOGIN = 2, 3


def packet(request: int, kind: int, body: bytes) -> bytes:
    """A packet written down once more, so that the tests do not lean on the code they test."""
    return struct.pack("<i", len(body) + 10) + struct.pack("<ii", request, kind) + body + b"\0\0"


class RawClient:
    """An RCON connection on which a test decides about every write."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def write(self, data: bytes) -> None:
        """One write."""
        self._writer.write(data)
        await self._writer.drain()

    async def read(self) -> tuple[int, int, bytes]:
        """One packet: its id, its type and its body."""
        (length,) = struct.unpack("<i", await self._reader.readexactly(4))
        rest = await self._reader.readexactly(length)
        request, kind = struct.unpack_from("<ii", rest)
        assert rest[-2:] == b"\0\0"
        return request, kind, rest[8:-2]

    async def is_closed(self) -> bool:
        """Whether the server ended the connection without a further byte."""
        try:
            return await self._reader.read(1) == b""
        except ConnectionResetError:
            return True

    async def ask(self, command: str, request: int = 7) -> str:
        """A command whose reply is one packet."""
        await self.write(packet(request, COMMAND, command.encode()))
        answered, kind, body = await self.read()
        assert (answered, kind) == (request, 0)
        return body.decode()

    async def log_in(self, password: str) -> None:
        await self.write(packet(1, LOGIN, password.encode()))
        assert await self.read() == (1, 2, b"")


@asynccontextmanager
async def connected(port: int) -> AsyncGenerator[RawClient]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield RawClient(reader, writer)
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


@asynccontextmanager
async def logged_in(server: DemoServer) -> AsyncGenerator[RawClient]:
    async with connected(server.rcon_port) as client:
        await client.log_in(server.rcon_password)
        yield client


@dataclass
class Table:
    """A game without sockets and files around it, and what it wrote."""

    game: Game
    log: list[str] = field(default_factory=list[str])
    stops: list[None] = field(default_factory=list[None])

    def rcon(self, command: str) -> str:
        told: list[str] = []
        self.run(self.game.rcon(told.append), command)
        return "".join(told)

    def console(self, command: str) -> list[str]:
        """The log lines that a console command makes."""
        before = len(self.log)
        self.run(self.game.console(), command)
        return self.log[before:]

    def by(self, name: str, command: str) -> list[str]:
        """What a player's screen shows of a command of theirs."""
        player = self.game.present(name)
        before = len(player.screen.shown)
        self.run(self.game.player_source(name), command)
        return [shown.text for shown in player.screen.shown[before:]]

    def run(self, source: Source, command: str) -> None:
        execute(self.game, source, command)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def make_table(tmp_path: Path) -> Callable[..., Table]:
    def make(
        version: str = "1.21.4",
        *,
        online_mode: bool = True,
        rcon_informs: bool = False,
        max_players: int = 20,
    ) -> Table:
        path = tmp_path / "ops.json"
        Operators.create(path, account("Mara", online_mode=online_mode))
        log: list[str] = []
        stops: list[None] = []
        players: dict[str, Player] = {}

        def write(message: str, *, thread: str = "Server thread", level: str = "INFO") -> None:
            log.append(message)

        game = Game(
            version=GameVersion.parse(version),
            rules=Rules(
                online_mode=online_mode,
                secure_chat=online_mode,
                max_players=max_players,
                operator_level=4,
                rcon_informs=rcon_informs,
            ),
            operators=Operators(path),
            players=players,
            log=write,
            on_stop=lambda: stops.append(None),
        )
        return Table(game, log, stops)

    return make


@pytest.fixture
def table(make_table: Callable[..., Table]) -> Table:
    """Mara (an operator) and Teo on 1.21.4."""
    table = make_table()
    table.game.join("Mara")
    table.game.join("Teo")
    return table
