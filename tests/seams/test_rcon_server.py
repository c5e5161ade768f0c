"""What the RCON client relies on, asked of the simulated server and of a real one.

The real one is named by BRIDGE_TEST_RCON_HOST, _PORT and _PASSWORD, and is of vanilla's family
(vanilla, Fabric, Paper, NeoForge, Forge from 1.17). The tests leave it as they found it.
"""

import asyncio
import os
import struct
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bridge.core.errors import RconRefusedError
from bridge.daemon.clock import SystemClock
from bridge.demo.server import DemoServer
from bridge.minecraft.transports.rcon import RconClient, Up
from bridge.minecraft.transports.rcon_connection import Endpoint, RconConnection, opened

REAL = {name: os.environ.get(f"BRIDGE_TEST_RCON_{name}") for name in ("HOST", "PORT", "PASSWORD")}
CROWD = 80
LOGIN, COMMAND, UNKNOWN = 3, 2, 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Long:
    """A command whose reply is longer than one piece, and what must stand in the reply whole."""

    command: str
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A server that runs, and a way to make it say a lot."""

    endpoint: Endpoint
    talkative: Callable[[RconConnection], AbstractAsyncContextManager[Long]]


Provide = Callable[[Path], AbstractAsyncContextManager[Server]]


@asynccontextmanager
async def simulated(directory: Path) -> AsyncGenerator[Server]:
    (directory / "server.properties").write_text(f"max-players={CROWD}\n")
    async with DemoServer.running(directory, SystemClock()) as server:

        @asynccontextmanager
        async def crowded(_: RconConnection) -> AsyncGenerator[Long]:
            names = tuple(f"Player{number:010}" for number in range(CROWD))
            for name in names:
                await server.join(name)
            yield Long(command="list uuids", parts=names)

        endpoint = Endpoint(host="127.0.0.1", port=server.rcon_port, password=server.rcon_password)
        yield Server(endpoint=endpoint, talkative=crowded)


@asynccontextmanager
async def real(_: Path) -> AsyncGenerator[Server]:
    host, port, password = REAL["HOST"], REAL["PORT"], REAL["PASSWORD"]
    if not host or not port or not password:
        pytest.skip("BRIDGE_TEST_RCON_HOST, _PORT and _PASSWORD name no server")

    @asynccontextmanager
    async def titled(connection: RconConnection) -> AsyncGenerator[Long]:
        titles = {f"bridge_test_{n}": f"{n}" + "任务🎉" * 60 for n in range(24)}
        try:
            for name, title in titles.items():
                await connection.command(f'scoreboard objectives add {name} dummy "{title}"')
            yield Long(command="scoreboard objectives list", parts=tuple(titles.values()))
        finally:
            for name in titles:
                await connection.command(f"scoreboard objectives remove {name}")

    yield Server(endpoint=Endpoint(host=host, port=int(port), password=password), talkative=titled)


servers = pytest.mark.parametrize(
    "provide", [simulated, pytest.param(real, marks=pytest.mark.live)]
)


class Wire:
    """Packets by hand, so that the server is judged without the client's codec."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    @asynccontextmanager
    async def to(cls, server: Server) -> AsyncGenerator["Wire"]:
        reader, writer = await asyncio.open_connection(server.endpoint.host, server.endpoint.port)
        try:
            yield cls(reader, writer)
        finally:
            writer.close()
            await asyncio.gather(writer.wait_closed(), return_exceptions=True)

    def send(self, *packets: tuple[int, int, str]) -> None:
        """Write id, type and text of these packets at once."""
        bodies = [(number, kind, text.encode()) for number, kind, text in packets]
        self._writer.write(
            b"".join(
                struct.pack("<iii", len(body) + 10, number, kind) + body + b"\0\0"
                for number, kind, body in bodies
            )
        )

    async def read(self) -> tuple[int, int, str]:
        (length,) = struct.unpack("<i", await self._reader.readexactly(4))
        data = await self._reader.readexactly(length)
        assert data.endswith(b"\0\0")
        return *struct.unpack_from("<ii", data), data[8:-2].decode()

    async def ask(self, number: int, kind: int, text: str) -> tuple[int, int, str]:
        self.send((number, kind, text))
        return await self.read()

    async def login(self, server: Server) -> None:
        assert await self.ask(1, LOGIN, server.endpoint.password) == (1, 2, "")

    async def ends(self) -> bool:
        try:
            return await self._reader.read(1) == b""
        except ConnectionResetError:
            return True


@asynccontextmanager
async def talking(
    provided: AbstractAsyncContextManager[Server],
) -> AsyncGenerator[tuple[Server, RconConnection, Long]]:
    async with (
        provided as server,
        opened(server.endpoint) as connection,
        server.talkative(connection) as long,
    ):
        yield server, connection, long


@servers
class TestServer:
    async def test_accepts_the_password_with_one_packet_of_that_id(
        self, provide: Provide, tmp_path: Path
    ) -> None:
        async with provide(tmp_path) as server, Wire.to(server) as wire:
            assert await wire.ask(7, LOGIN, server.endpoint.password) == (7, 2, "")
            number, _, _ = await wire.ask(8, COMMAND, "list")
            assert number == 8

    async def test_refuses_a_wrong_password_and_lets_one_try_again(
        self, provide: Provide, tmp_path: Path
    ) -> None:
        async with provide(tmp_path) as server, Wire.to(server) as wire:
            assert await wire.ask(7, LOGIN, server.endpoint.password + "x") == (-1, 2, "")
            assert await wire.ask(8, COMMAND, "list") == (-1, 2, "")
            await wire.login(server)

    async def test_answers_an_unknown_command_with_what_was_typed(
        self, provide: Provide, tmp_path: Path
    ) -> None:
        async with provide(tmp_path) as server, Wire.to(server) as wire:
            await wire.login(server)
            number, kind, text = await wire.ask(7, COMMAND, "bridgetest 你好")
            assert (number, kind) == (7, 0)
            assert "bridgetest 你好<--[HERE]" in text

    async def test_answers_a_command_without_output_with_an_empty_packet(
        self, provide: Provide, tmp_path: Path
    ) -> None:
        async with provide(tmp_path) as server, Wire.to(server) as wire:
            await wire.login(server)
            assert await wire.ask(7, COMMAND, "say bridge test") == (7, 0, "")

    async def test_answers_a_probe_by_its_id_and_goes_on(
        self, provide: Provide, tmp_path: Path
    ) -> None:
        async with provide(tmp_path) as server, Wire.to(server) as wire:
            await wire.login(server)
            assert await wire.ask(7, UNKNOWN, "") == (7, 0, "Unknown request 64")
            number, _, _ = await wire.ask(8, COMMAND, "list")
            assert number == 8

    async def test_ends_the_connection_over_two_packets_in_one_read(
        self, provide: Provide, tmp_path: Path
    ) -> None:
        async with provide(tmp_path) as server, Wire.to(server) as wire:
            await wire.login(server)
            wire.send((7, COMMAND, "list"), (8, COMMAND, "list"))
            assert await wire.ends()

    @pytest.mark.parametrize(("size", "ends"), [(1446, False), (1447, True)])
    async def test_reads_commands_of_1446_bytes_and_no_more(
        self, provide: Provide, tmp_path: Path, size: int, ends: bool
    ) -> None:
        async with provide(tmp_path) as server, Wire.to(server) as wire:
            await wire.login(server)
            wire.send((7, COMMAND, "x" * size))
            if ends:
                assert await wire.ends()
            else:
                assert (await wire.read())[0] == 7

    async def test_cuts_a_long_reply_into_pieces_of_4096_units(
        self, provide: Provide, tmp_path: Path
    ) -> None:
        async with talking(provide(tmp_path)) as (server, _, long), Wire.to(server) as wire:
            await wire.login(server)
            number, kind, piece = await wire.ask(7, COMMAND, long.command)
            assert (number, kind) == (7, 0)
            assert len(piece.encode("utf-16-le")) == 2 * 4096


@servers
class TestClient:
    async def test_runs_commands_one_after_the_other(
        self, provide: Provide, tmp_path: Path
    ) -> None:
        async with provide(tmp_path) as server, logged_in(server) as client:
            texts = [f"bridgetest {number}" for number in range(50)]
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(client.command(text)) for text in texts]
            for text, task in zip(texts, tasks, strict=True):
                assert f"{text}<--[HERE]" in task.result()

    async def test_reads_a_long_reply_whole_and_the_next_one_after_it(
        self, provide: Provide, tmp_path: Path
    ) -> None:
        async with talking(provide(tmp_path)) as (_, connection, long):
            reply = await connection.command(long.command)
            assert len(reply) > 4096
            # A character of two units arrives as `??` where a piece ends inside it.
            assert [part for part in long.parts if part not in reply.replace("??", "🎉")] == []
            assert "bridgetest<--[HERE]" in await connection.command("bridgetest")

    async def test_tells_a_wrong_password(self, provide: Provide, tmp_path: Path) -> None:
        async with provide(tmp_path) as server:
            wrong = Endpoint(host=server.endpoint.host, port=server.endpoint.port, password="wrong")
            with pytest.raises(RconRefusedError):
                async with opened(wrong):
                    pass


@asynccontextmanager
async def logged_in(server: Server) -> AsyncGenerator[RconClient]:
    up = asyncio.Event()
    client = RconClient(
        endpoint=lambda: server.endpoint,
        clock=SystemClock(),
        on_state=lambda state: up.set() if isinstance(state, Up) else None,
    )
    async with client.running():
        await up.wait()
        yield client
