"""Our client against our server, and against daemons that misbehave."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from bridge.core.actors import Player
from bridge.core.errors import ConfigurationError, LinkError, ProtocolError, RefusedError
from bridge.minecraft.transports.socket_client import NobodyListensError, SocketClient
from bridge.minecraft.transports.socket_messages import (
    Chat,
    CloseMenu,
    Command,
    Error,
    Join,
    PeerPlayer,
    Ping,
    Pong,
    Reply,
    Result,
    Role,
    Run,
)
from bridge.minecraft.transports.socket_server import SocketServer
from tests.fakes.clock import FakeClock
from tests.fakes.socket_handler import RecordingHandler
from tests.peers.socket_peer import TOKEN, SocketPeer

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

MARA = PeerPlayer(name="Mara")


@pytest.fixture
def handler() -> RecordingHandler:
    return RecordingHandler()


def serving(
    handler: RecordingHandler, listen: str = "127.0.0.1:0"
) -> AbstractAsyncContextManager[SocketServer]:
    return SocketServer.running(listen, TOKEN, ["main"], handler, FakeClock())


@asynccontextmanager
async def scripted(
    script: Callable[[SocketPeer], Awaitable[None]],
) -> AsyncGenerator[str]:
    """A daemon of a few lines, for one peer; the address."""
    async with asyncio.TaskGroup() as tasks:

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            async with SocketPeer.on(reader, writer) as peer:
                await script(peer)

        def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            tasks.create_task(serve(reader, writer))

        server = await asyncio.start_server(accept, "127.0.0.1", 0)
        async with server:
            yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def turns(number: int) -> None:
    """Let everybody go on as far as they can."""
    for _ in range(number):
        await asyncio.sleep(0)


async def welcome(peer: SocketPeer) -> None:
    assert (await peer.hear())["t"] == "hello"
    peer.say({"t": "welcome", "v": 1, "session": "s"})


async def test_a_call_is_answered(handler: RecordingHandler, tmp_path: Path) -> None:
    for listen in ("127.0.0.1:0", f"unix:{tmp_path / 'bridge.sock'}"):
        async with (
            serving(handler, listen) as server,
            SocketClient.connected(server.address, TOKEN, Role.CONTROL) as client,
        ):
            (peer,) = server.peers
            assert client.session == peer.session
            assert peer.agent == "system-bridge"
            reply = await client.call("status", {"watch": False})
            assert (reply.ok, reply.exit, reply.data) == (True, 0, {"watch": False})
            assert (await client.call("status")).data == {}


async def test_several_calls_may_be_under_way(handler: RecordingHandler) -> None:
    handler.gate.clear()
    async with (
        serving(handler) as server,
        SocketClient.connected(server.address, TOKEN, Role.CONTROL) as client,
        asyncio.TaskGroup() as tasks,
    ):
        await handler.next("connected")
        calls = [tasks.create_task(client.call(verb)) for verb in ("a", "b", "c")]
        for verb in ("a", "b", "c"):
            assert await handler.next("call") == verb
        calls[1].cancel()
        handler.gate.set()
        assert (await calls[0]).text == "a 1"
        assert (await calls[2]).text == "c 3"


@pytest.mark.parametrize(
    ("token", "server", "code"),
    [("wrong", None, "bad_token"), (TOKEN, "none", "unknown_server")],
)
async def test_a_refusal_is_a_protocol_error_with_its_code(
    handler: RecordingHandler, token: str, server: str | None, code: str
) -> None:
    async with serving(handler) as listening:
        with pytest.raises(ProtocolError) as caught:
            async with SocketClient.connected(
                listening.address, token, Role.CONTROL, server=server
            ):
                pytest.fail("the client was let in")
        assert caught.value.code == code


async def test_nobody_listening_is_told_apart(tmp_path: Path) -> None:
    async with serving(RecordingHandler()) as server:
        address = server.address
    for free in (address, f"unix:{tmp_path / 'none.sock'}"):
        with pytest.raises(NobodyListensError, match="no daemon listens at"):
            async with SocketClient.connected(free, TOKEN, Role.CONTROL):
                pass


async def test_a_file_that_is_no_socket_is_a_link_error(tmp_path: Path) -> None:
    path = tmp_path / "x" / "y"
    path.parent.write_text("", encoding="ascii")
    with pytest.raises(LinkError, match="cannot connect"):
        async with SocketClient.connected(f"unix:{path}", TOKEN, Role.CONTROL):
            pass


async def test_the_token_is_sent_to_no_other_machine() -> None:
    with pytest.raises(ConfigurationError):
        async with SocketClient.connected("192.0.2.1:25580", TOKEN, Role.CONTROL):
            pass


async def test_a_daemon_that_says_nothing_is_a_link_error() -> None:
    accepted = asyncio.Event()

    async def silent(peer: SocketPeer) -> None:
        accepted.set()
        await peer.reader.read()

    async with scripted(silent) as address:
        with pytest.raises(LinkError, match="does not answer"):
            async with SocketClient.connected(address, TOKEN, Role.CONTROL, patience=0):
                pass
        await accepted.wait()


async def test_a_daemon_that_hangs_up_is_a_link_error() -> None:
    async def hang_up(peer: SocketPeer) -> None:
        await peer.hear()

    async with scripted(hang_up) as address:
        with pytest.raises(LinkError):
            async with SocketClient.connected(address, TOKEN, Role.CONTROL):
                pass


@pytest.mark.parametrize("answer", [b"HTTP/1.1 400 Bad Request", b"\x00\x00\x00\x01\xc1"])
async def test_something_else_that_answers_is_a_protocol_error(answer: bytes) -> None:
    async def other(peer: SocketPeer) -> None:
        peer.writer.write(answer)
        await peer.reader.read()

    async with scripted(other) as address:
        with pytest.raises(ProtocolError):
            async with SocketClient.connected(address, TOKEN, Role.CONTROL):
                pass


async def test_a_peer_sends_and_is_sent_to(handler: RecordingHandler) -> None:
    async with (
        serving(handler) as server,
        SocketClient.connected(server.address, TOKEN, Role.SERVER, agent="mod") as client,
        asyncio.TaskGroup() as tasks,
    ):
        await handler.next("connected")
        await client.send(Join(player=MARA))
        await client.send(Chat(player=MARA, text="hi", id=1))
        assert await handler.next("received") == Join(player=MARA)
        assert await handler.next("received") == Chat(player=MARA, text="hi", id=1)
        asking = tasks.create_task(server.ask(client.session, "list"))
        message = await anext(client)
        assert isinstance(message, Run)
        await client.send(Result(id=message.id, ok=True, text="none"))
        assert (await asking).text == "none"
        await client.send(Command(player=MARA, text="/menu", id="m"))
        assert await anext(client) == Reply(id="m", ok=True, exit=0, text="/menu 1")


async def test_messages_end_when_the_daemon_stops(handler: RecordingHandler) -> None:
    async with asyncio.TaskGroup() as tasks:
        async with serving(handler) as server:
            greeted = asyncio.Event()

            async def listen() -> list[object]:
                async with SocketClient.connected(server.address, TOKEN, Role.SERVER) as client:
                    greeted.set()
                    return [message async for message in client]

            listening = tasks.create_task(listen())
            await greeted.wait()
            closing = CloseMenu(player=Player(name="Mara"))
            server.send(server.peers[0].session, closing)
        assert await listening == [closing]


@pytest.mark.parametrize("code", ["forbidden", "busy"])
async def test_a_call_that_is_refused_raises_and_the_connection_stays(code: str) -> None:
    async def refuse(peer: SocketPeer) -> None:
        await welcome(peer)
        call = await peer.hear()
        peer.say({"t": "error", "code": code, "message": "no", "id": call["id"]})
        call = await peer.hear()
        peer.say({"t": "reply", "id": call["id"], "ok": True, "exit": 0, "text": "yes"})
        await peer.reader.read()

    async with (
        scripted(refuse) as address,
        SocketClient.connected(address, TOKEN, Role.CONTROL) as client,
    ):
        with pytest.raises(ProtocolError, match="no") as caught:
            await client.call("status")
        assert caught.value.code == code
        assert (await client.call("status")).text == "yes"


async def test_an_error_that_closes_ends_calls_and_messages() -> None:
    async def close(peer: SocketPeer) -> None:
        await welcome(peer)
        await peer.hear()
        peer.say({"t": "error", "code": "bad_frame", "message": "no"})
        await peer.reader.read()

    async with (
        scripted(close) as address,
        SocketClient.connected(address, TOKEN, Role.CONTROL) as client,
    ):
        with pytest.raises(ProtocolError, match="no"):
            await client.call("status")
        with pytest.raises(ProtocolError, match="no"):
            await anext(client)
        with pytest.raises(ProtocolError, match="no"):
            await client.send(Ping())


async def test_a_daemon_that_dies_ends_calls_with_a_link_error() -> None:
    async def die(peer: SocketPeer) -> None:
        await welcome(peer)
        await peer.hear()

    async with (
        scripted(die) as address,
        SocketClient.connected(address, TOKEN, Role.CONTROL) as client,
    ):
        with pytest.raises(LinkError):
            await client.call("status")


async def test_pings_are_answered_and_new_types_ignored() -> None:
    async def ping(peer: SocketPeer) -> None:
        await welcome(peer)
        peer.say({"t": "of_tomorrow", "id": 1}, {"t": "ping", "id": 7})
        assert await peer.hear() == {"t": "pong", "id": 7}
        peer.say({"t": "pong", "id": 1}, {"t": "error", "code": "forbidden", "message": "no"})
        await peer.reader.read()

    async with (
        scripted(ping) as address,
        SocketClient.connected(address, TOKEN, Role.SERVER) as client,
    ):
        assert await anext(client) == Pong(id=1)
        assert await anext(client) == Error(code="forbidden", message="no")


async def test_what_nobody_reads_is_left_with_the_daemon() -> None:
    count = 20_000
    sent = 0

    async def flood(peer: SocketPeer) -> None:
        nonlocal sent
        await welcome(peer)
        for number in range(count):
            peer.say({"t": "pong", "id": number, "filling": "x" * 1000})
            await peer.writer.drain()
            sent += 1
        await peer.reader.read()

    async with (
        scripted(flood) as address,
        SocketClient.connected(address, TOKEN, Role.SERVER) as client,
    ):
        await turns(2000)
        assert sent < count
        for number in range(count):
            assert await anext(client) == Pong(id=number)
    assert sent == count


async def test_sending_waits_while_the_daemon_does_not_read() -> None:
    read_on = asyncio.Event()

    async def slow(peer: SocketPeer) -> None:
        await welcome(peer)
        await read_on.wait()
        while await peer.reader.read(1 << 20):
            pass

    async with (
        scripted(slow) as address,
        SocketClient.connected(address, TOKEN, Role.SERVER) as client,
        asyncio.TaskGroup() as tasks,
    ):

        async def talk() -> None:
            for number in range(1000):
                await client.send(Chat(player=MARA, text="x" * 30_000, id=number))

        talking = tasks.create_task(talk())
        await turns(2000)
        assert not talking.done()
        read_on.set()
        await talking


async def test_a_call_that_does_not_fit_is_not_sent(handler: RecordingHandler) -> None:
    async with (
        serving(handler) as server,
        SocketClient.connected(server.address, TOKEN, Role.CONTROL) as client,
    ):
        with pytest.raises(ProtocolError) as caught:
            await client.call("status", {"text": "x" * (1 << 20)})
        assert caught.value.code == "too_large"
        assert (await client.call("status")).ok


async def test_an_error_of_the_block_is_raised_as_it_is(handler: RecordingHandler) -> None:
    async with serving(handler) as server:
        with pytest.raises(RefusedError):
            async with SocketClient.connected(server.address, TOKEN, Role.CONTROL):
                raise RefusedError("no")
