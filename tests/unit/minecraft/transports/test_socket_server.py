"""The socket as the daemon holds it, over real loopback and Unix sockets."""

from __future__ import annotations

import asyncio
import socket
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import TYPE_CHECKING

import pytest
import uvloop

from bridge.core.actors import Player
from bridge.core.errors import ConfigurationError, LinkError, RefusedError
from bridge.minecraft.transports.socket_handler import SocketLimits
from bridge.minecraft.transports.socket_messages import CloseMenu, Command, Reply, Result, Role
from bridge.minecraft.transports.socket_server import SocketServer
from tests.fakes.clock import FakeClock
from tests.fakes.socket_handler import RecordingHandler
from tests.peers.socket_hostility import assault
from tests.peers.socket_peer import MARA, TOKEN, SocketPeer, hello

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

LIMITS = SocketLimits(connections=3)


def serving(
    handler: RecordingHandler, listen: str = "127.0.0.1:0", limits: SocketLimits = LIMITS
) -> AbstractAsyncContextManager[SocketServer]:
    return SocketServer.running(listen, TOKEN, ["main"], handler, FakeClock(), limits)


def port_of(server: SocketServer) -> int:
    return int(server.address.rpartition(":")[2])


@pytest.fixture
def handler() -> RecordingHandler:
    return RecordingHandler()


async def test_the_address_tells_the_port_that_was_free(handler: RecordingHandler) -> None:
    async with serving(handler) as server:
        assert server.address.startswith("127.0.0.1:")
        assert port_of(server) > 0
        async with SocketPeer.connected(port_of(server)) as peer:
            session = await peer.greet()
            (known,) = server.peers
            assert (known.session, known.server, known.role) == (session, "main", Role.SERVER)
            assert await handler.next("connected") == known
        await handler.next("disconnected")
        assert server.peers == ()


async def test_a_unix_socket_serves_this_user_and_its_file_goes(
    handler: RecordingHandler, tmp_path: Path
) -> None:
    path = tmp_path / "bridge.sock"
    async with serving(handler, f"unix:{path}") as server:
        assert server.address == f"unix:{path}"
        assert path.stat().st_mode & 0o777 == 0o600
        async with SocketPeer.connected(path) as peer:
            await peer.greet("control")
            peer.say({"t": "call", "verb": "status", "id": 1})
            assert (await peer.hear())["text"] == "status 1"
        with pytest.raises(LinkError, match="somebody listens"):
            async with serving(handler, f"unix:{path}"):
                pass
    assert not path.exists()


async def test_a_port_that_is_taken_is_a_link_error(handler: RecordingHandler) -> None:
    async with serving(handler) as server:
        with pytest.raises(LinkError, match=f"cannot listen at {server.address}"):
            async with serving(handler, server.address):
                pass


@pytest.mark.parametrize("listen", ["0.0.0.0:0", "example.com:1", "nonsense"])
async def test_only_loopback_is_listened_at(handler: RecordingHandler, listen: str) -> None:
    with pytest.raises(ConfigurationError, match=r"socket\.listen"):
        async with serving(handler, listen):
            pass


async def test_messages_go_to_the_peer_that_is_meant(handler: RecordingHandler) -> None:
    async with (
        serving(handler) as server,
        SocketPeer.connected(port_of(server)) as one,
        SocketPeer.connected(port_of(server)) as other,
    ):
        first, second = await one.greet(), await other.greet("console")
        assert {peer.session for peer in server.peers} == {first, second}
        assert server.send(second, CloseMenu(player=Player(name="Mara")))
        assert await other.hear() == {"t": "close_menu", "player": {"name": "Mara"}}
        assert server.send(first, Reply(id=1, ok=True, exit=0, text=""))
        assert (await one.hear())["t"] == "reply"
        assert not server.send("nobody", Reply(id=1, ok=True, exit=0, text=""))


async def test_a_peer_is_asked_to_run_a_command(handler: RecordingHandler) -> None:
    async with (
        serving(handler) as server,
        SocketPeer.connected(port_of(server)) as peer,
        asyncio.TaskGroup() as tasks,
    ):
        session = await peer.greet()
        asking = tasks.create_task(server.ask(session, "list"))
        run = await peer.hear()
        assert (run["t"], run["command"]) == ("run", "list")
        peer.say({"t": "result", "id": run["id"], "ok": True, "text": "There are 0"})
        assert await asking == Result(id=run["id"], ok=True, text="There are 0")
        with pytest.raises(LinkError):
            await server.ask("nobody", "list")


async def test_a_frame_repeated_after_a_lost_connection_is_harmless(
    handler: RecordingHandler,
) -> None:
    frames = (
        {"t": "chat", "player": MARA, "text": "@ai hi", "id": "c1"},
        {"t": "command", "player": MARA, "text": "/menu", "id": "c2"},
    )
    async with serving(handler) as server:
        replies: list[object] = []
        for _ in range(2):
            async with SocketPeer.connected(port_of(server)) as peer:
                await peer.greet()
                peer.say(*frames)
                replies.append(await peer.hear())
        assert replies[0] == replies[1]
    assert handler.answered == 1
    told = [handler.told.get_nowait()[0] for _ in range(handler.told.qsize())]
    assert told.count("received") == 1


async def test_one_peer_too_many_is_busy_until_another_goes(handler: RecordingHandler) -> None:
    async with serving(handler) as server, AsyncExitStack() as stack:
        connect = SocketPeer.connected
        peers = [await stack.enter_async_context(connect(port_of(server))) for _ in range(3)]
        for peer in peers:
            await peer.greet()
            await handler.next("connected")
        extra = await stack.enter_async_context(connect(port_of(server)))
        assert await extra.refused() == "busy"
        await handler.next("dropped")
        peers[0].writer.close()
        await handler.next("disconnected")
        answer = ""
        while answer != "welcome":
            again = await stack.enter_async_context(connect(port_of(server)))
            again.say(hello())
            answer = (await again.hear())["t"]


async def test_stopping_ends_the_connections_and_what_is_under_way(
    handler: RecordingHandler,
) -> None:
    handler.gate.clear()
    async with AsyncExitStack() as stack:
        async with serving(handler) as server:
            port = port_of(server)
            peer = await stack.enter_async_context(SocketPeer.connected(port))
            silent = await stack.enter_async_context(SocketPeer.connected(port))
            await peer.greet("console")
            await handler.next("connected")
            peer.say({"t": "command", "text": "x", "id": 1})
            assert await handler.next("command") == Command(text="x", id=1)
            server.send(server.peers[0].session, Reply(id=2, ok=True, exit=0, text="last"))
        await handler.next("disconnected")
        assert (await peer.hear())["text"] == "last"
        assert await peer.reader.read() == b""
        assert await silent.reader.read() == b""
        with pytest.raises(ConnectionRefusedError):
            await stack.enter_async_context(SocketPeer.connected(port))


async def test_a_peer_that_does_not_read_does_not_hold_up_the_stop(
    handler: RecordingHandler,
) -> None:
    async with AsyncExitStack() as stack:
        async with serving(handler, limits=SocketLimits(outgoing_bytes=1 << 26)) as server:
            peer = await stack.enter_async_context(SocketPeer.connected(port_of(server)))
            session = await peer.greet()
            for _ in range(40):
                assert server.send(session, Reply(id=2, ok=True, exit=0, text="x" * 1_000_000))
        await handler.next("connected")
        await handler.next("disconnected")


async def test_an_error_of_the_block_is_raised_as_it_is(handler: RecordingHandler) -> None:
    async def refuse() -> None:
        async with serving(handler) as server, SocketPeer.connected(port_of(server)) as peer:
            await peer.greet()
            raise RefusedError("no")

    with pytest.raises(RefusedError, match="no"):
        await refuse()


async def test_a_bug_of_the_handler_ends_the_block(
    handler: RecordingHandler, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    async def report() -> None:
        async with serving(handler) as server, SocketPeer.connected(port_of(server)) as peer:
            await peer.greet()
            peer.say({"t": "saved"})
            await asyncio.Event().wait()

    monkeypatch.setattr(handler, "received", broken)
    with pytest.raises(ExceptionGroup) as caught:
        await report()
    assert caught.group_contains(ZeroDivisionError)


async def test_hostile_frames_leave_it_standing(handler: RecordingHandler) -> None:
    """A hundredth of scripts/prove/socket_hostile.py."""
    async with serving(handler) as server:
        codes = await assault(port_of(server), Random(7), 100)
        assert {"bad_frame", "too_large"} <= set(codes)
        async with SocketPeer.connected(port_of(server)) as peer:
            await peer.greet("control")
            peer.say({"t": "call", "verb": "status", "id": "still there"})
            assert (await peer.hear())["id"] == "still there"


@asynccontextmanager
async def two_ways(handler: RecordingHandler, path: Path) -> AsyncGenerator[list[SocketPeer]]:
    async with (
        serving(handler) as tcp,
        serving(handler, f"unix:{path}"),
        SocketPeer.connected(port_of(tcp)) as by_tcp,
        SocketPeer.connected(path) as by_file,
    ):
        yield [by_tcp, by_file]


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_works_on_either_event_loop(
    loop: Callable[[], asyncio.AbstractEventLoop], tmp_path: Path
) -> None:
    async def scenario() -> None:
        handler = RecordingHandler()
        async with two_ways(handler, tmp_path / "bridge.sock") as peers:
            for peer in peers:
                await peer.greet("console")
                peer.say({"t": "command", "text": "x", "id": "1"})
                assert (await peer.hear())["t"] == "reply"
                peer.writer.write(b"\xff" * 100_000)
                assert await peer.refused() == "too_large"

    async def stopping() -> None:
        handler = RecordingHandler()
        async with AsyncExitStack() as stack:
            async with serving(handler) as server:
                peer = await stack.enter_async_context(SocketPeer.connected(port_of(server)))
                session = await peer.greet()
                server.send(session, Reply(id=2, ok=True, exit=0, text="last"))
            assert (await peer.hear())["text"] == "last"
            assert await peer.reader.read() == b""

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(scenario())
        runner.run(stopping())


def test_a_stale_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "bridge.sock"
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))

    async def scenario() -> None:
        listening = serving(RecordingHandler(), f"unix:{path}")
        async with listening, SocketPeer.connected(path) as peer:
            await peer.greet()

    asyncio.run(scenario())


async def test_several_messages_go_in_one_write_and_a_slow_peer_is_waited_for(
    handler: RecordingHandler,
) -> None:
    mara = Player(name="Mara")
    async with serving(handler) as server, SocketPeer.connected(port_of(server)) as peer:
        session = await peer.greet()
        assert server.send_all(session, [CloseMenu(player=mara)] * 3)
        await server.drained(session)
        for _ in range(3):
            assert (await peer.hear())["t"] == "close_menu"
        assert not server.send_all("nobody", [CloseMenu(player=mara)])
        await server.drained("nobody")
