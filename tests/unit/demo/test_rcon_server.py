import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from bridge.core.errors import RefusedError
from bridge.demo.rcon_server import RconServer
from tests.unit.demo.conftest import COMMAND, LOGIN, RawClient, connected, packet

PASSWORD = "hunter2"


async def echo(command: str) -> str:
    return f"<{command}>"


def silent(message: str, *, thread: str = "", level: str = "") -> None:
    """A log that nobody reads."""


class Running:
    """A listener with a log of its own."""

    def __init__(self, rcon: RconServer, port: int, log: list[str]) -> None:
        self.rcon = rcon
        self.port = port
        self.log = log


@asynccontextmanager
async def running(
    run: Callable[[str], Awaitable[str]] = echo, *, login: bool = True
) -> AsyncGenerator[tuple[Running, RawClient]]:
    log: list[str] = []

    def write(message: str, *, thread: str = "Server thread", level: str = "INFO") -> None:
        log.append(f"[{thread}/{level}]: {message}")

    async with asyncio.TaskGroup() as tasks:
        rcon = RconServer(tasks, run, write)
        port = rcon.open("127.0.0.1", 0, PASSWORD)
        async with connected(port) as client:
            if login:
                await client.log_in(PASSWORD)
            yield Running(rcon, port, log), client
        await rcon.close()


async def test_a_command_is_answered_in_type_0_with_its_id() -> None:
    async with running() as (_, client):
        assert await client.ask("list", request=2_147_483_647) == "<list>"
        assert await client.ask("", request=-1) == "<>"


async def test_a_wrong_password_keeps_the_connection() -> None:
    async with running(login=False) as (_, client):
        await client.write(packet(7, LOGIN, b"wrong"))
        assert await client.read() == (-1, 2, b"")
        await client.write(packet(8, COMMAND, b"list"))
        assert await client.read() == (-1, 2, b"")
        await client.log_in(PASSWORD)
        assert await client.ask("list") == "<list>"


async def test_two_packets_in_one_write_close() -> None:
    async with running() as (_, client):
        await client.write(packet(2, COMMAND, b"list") + packet(3, 100, b""))
        assert await client.is_closed()


async def test_a_packet_split_into_two_writes_closes() -> None:
    async with running() as (server, client):
        whole = packet(2, COMMAND, b"list")
        await client.write(whole[:9])
        await server.rcon.consumed(2)
        await client.write(whole[9:])
        assert await client.is_closed()


async def test_1446_bytes_pass_and_1447_close() -> None:
    async with running() as (_, client):
        assert await client.ask("x" * 1446) == f"<{'x' * 1446}>"
        await client.write(packet(2, COMMAND, b"x" * 1447))
        assert await client.is_closed()


async def test_one_packet_after_the_other_is_what_it_wants() -> None:
    async with running() as (server, client):
        await client.write(packet(2, COMMAND, b"list"))
        await server.rcon.consumed(2)
        assert await client.read() == (2, 0, b"<list>")
        await client.write(packet(3, 100, b""))
        assert await client.read() == (3, 0, b"Unknown request 64")


async def test_a_long_reply_comes_in_pieces_of_4096_units() -> None:
    async def run(command: str) -> str:
        return "x" * 4095 + "🎉" + "你" * 4096 if command == "long" else "y" * 4096

    async with running(run) as (_, client):
        await client.write(packet(2, COMMAND, b"long"))
        assert await client.read() == (2, 0, b"x" * 4095 + b"?")
        assert await client.read() == (2, 0, b"?" + "你".encode() * 4095)
        assert await client.read() == (2, 0, "你".encode())
        # Nothing marks the end: what comes next is the next answer.
        await client.write(packet(3, COMMAND, b"full"))
        assert await client.read() == (3, 0, b"y" * 4096)
        await client.write(packet(4, 0, b""))
        assert await client.read() == (4, 0, b"Unknown request 0")


async def test_what_is_sent_while_a_command_runs_is_the_next_read() -> None:
    go_on = asyncio.Event()

    async def run(command: str) -> str:
        await go_on.wait()
        return command

    async with running(run) as (server, client):
        await client.write(packet(2, COMMAND, b"one"))
        await server.rcon.consumed(2)
        await client.write(packet(3, COMMAND, b"two"))
        await client.write(packet(4, COMMAND, b"three"))
        go_on.set()
        assert await client.read() == (2, 0, b"one")
        assert await client.is_closed()


async def test_every_connection_has_its_two_lines() -> None:
    async with running() as (server, client):
        async with connected(server.port) as second:
            await second.log_in(PASSWORD)
            await second.write(b"x")
            assert await second.is_closed()
        assert await client.ask("list") == "<list>"
    assert server.log == [
        "[RCON Listener #1/INFO]: Thread RCON Client /127.0.0.1 started",
        "[RCON Listener #1/INFO]: Thread RCON Client /127.0.0.1 started",
        "[RCON Client /127.0.0.1 #3/INFO]: Thread RCON Client /127.0.0.1 shutting down",
        "[RCON Client /127.0.0.1 #2/INFO]: Thread RCON Client /127.0.0.1 shutting down",
    ]


async def test_drop_ends_connections_in_the_middle_and_goes_on_listening() -> None:
    started, ended = asyncio.Event(), asyncio.Event()

    async def run(command: str) -> str:
        started.set()
        await ended.wait()
        return command

    async with running(run) as (server, client):
        await client.write(packet(2, COMMAND, b"slow"))
        await started.wait()
        await server.rcon.drop()
        assert await client.is_closed()
        ended.set()
        async with connected(server.port) as second:
            await second.log_in(PASSWORD)
            assert await second.ask("again") == "again"


async def test_close_lets_a_reply_out_and_frees_the_port() -> None:
    started, go_on = asyncio.Event(), asyncio.Event()

    async def run(command: str) -> str:
        started.set()
        await go_on.wait()
        return command

    async with running(run) as (server, client):
        await client.write(packet(2, COMMAND, b"last"))
        await started.wait()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(server.rcon.close())
            await asyncio.sleep(0)
            go_on.set()
        assert await client.read() == (2, 0, b"last")
        assert await client.is_closed()
        assert not server.rcon.is_open
        assert server.rcon.open("127.0.0.1", server.port, PASSWORD) == server.port


async def test_close_does_not_wait_for_a_client_that_does_not_read() -> None:
    async def run(command: str) -> str:
        return "x" * 20_000_000

    async with running(run) as (server, client):
        await client.write(packet(2, COMMAND, b"much"))
        await client.read()
        await server.rcon.close()


async def test_a_refusal_ends_the_connection() -> None:
    async def run(command: str) -> str:
        raise RefusedError("the server has stopped")

    async with running(run) as (_, client):
        await client.write(packet(2, COMMAND, b"list"))
        assert await client.is_closed()


async def test_a_connection_that_was_just_made_is_closed_too() -> None:
    async with running() as (server, _), connected(server.port) as second:
        await server.rcon.close()
        assert await second.is_closed()


async def test_a_new_password_holds_for_new_connections() -> None:
    async with running() as (server, client):
        server.rcon.password = "new"
        assert await client.ask("list") == "<list>"
        async with connected(server.port) as second:
            await second.write(packet(7, LOGIN, PASSWORD.encode()))
            assert await second.read() == (-1, 2, b"")
            await second.log_in("new")


async def test_a_port_in_use_is_an_error() -> None:
    async with running() as (server, _), asyncio.TaskGroup() as tasks:
        other = RconServer(tasks, echo, silent)
        with pytest.raises(OSError, match="in use"):
            other.open("127.0.0.1", server.port, PASSWORD)
        assert not other.is_open
