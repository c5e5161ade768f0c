import asyncio
import socket
import struct
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest
from typing_extensions import override

from bridge.core.errors import RconLostError, RconRefusedError, RconTooLongError
from bridge.minecraft.transports import rcon_connection
from bridge.minecraft.transports.rcon_connection import Endpoint, RconConnection, opened
from tests.peers.rcon_flavours import (
    CUBERITE,
    FLAVOURS,
    PASSWORD,
    VANILLA,
    Flavour,
    RconPeer,
    Request,
    Session,
    one_read,
    packet,
)
from tests.peers.rcon_line import Held

NOW = 0.02
"""A timeout (seconds) for what does not come however long one waits."""


def at(port: int, *, password: str = PASSWORD) -> Endpoint:
    return Endpoint(host="127.0.0.1", port=port, password=password)


@asynccontextmanager
async def connected(peer: RconPeer) -> AsyncGenerator[tuple[RconConnection, list[float]]]:
    silences: list[float] = []
    async with (
        peer.running(),
        opened(at(peer.port), on_silence=silences.append) as connection,
    ):
        yield connection, silences


async def failing(endpoint: Endpoint) -> RconLostError:
    with pytest.raises(RconLostError) as caught:
        async with opened(endpoint, patience=NOW):
            pass
    return caught.value


def test_an_endpoint_does_not_show_its_password() -> None:
    assert "secret" not in repr(at(1, password="secret"))


class TestOpening:
    @pytest.mark.parametrize("flavour", FLAVOURS, ids=lambda flavour: flavour.name)
    async def test_logs_in_and_runs_commands(self, flavour: Flavour) -> None:
        async with connected(RconPeer(flavour=flavour)) as (connection, _):
            assert await connection.command("list") == flavour.wire_text(["list"])

    @pytest.mark.parametrize("flavour", FLAVOURS, ids=lambda flavour: flavour.name)
    @pytest.mark.parametrize("password", ["", "wrong", "密码"])
    async def test_is_refused_with_a_wrong_password(self, flavour: Flavour, password: str) -> None:
        async with RconPeer(flavour=flavour).running() as peer:
            with pytest.raises(RconRefusedError):
                async with opened(at(peer.port, password=password)):
                    pass

    async def test_fails_where_nothing_listens(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        error = await failing(at(port))
        assert str(port) in str(error)
        assert not error.written

    async def test_fails_for_a_host_that_is_no_name(self) -> None:
        error = await failing(Endpoint(host="x" * 64 + ".invalid", port=1, password="x"))
        assert not error.written

    async def test_fails_when_the_login_is_not_answered(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            error = await failing(at(listener.getsockname()[1]))
        assert "login" in str(error)
        assert not error.written

    async def test_a_reset_at_the_login_is_no_refusal(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            listener.setblocking(False)
            async with asyncio.TaskGroup() as group:
                group.create_task(reset(listener))
                error = await failing(at(listener.getsockname()[1]))
        assert not error.written

    async def test_a_password_that_does_not_fit_is_not_sent(self) -> None:
        async with RconPeer().running() as peer:
            with pytest.raises(RconTooLongError):
                async with opened(at(peer.port, password="x" * 1447)):
                    pass
            assert all(not session.requests for session in peer.sessions)


async def reset(listener: socket.socket) -> None:
    sock, _ = await asyncio.get_running_loop().sock_accept(listener)
    with sock:
        await asyncio.get_running_loop().sock_recv(sock, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


class Recorder(asyncio.Transport):
    """Keeps what is written; its socket leads nowhere."""

    def __init__(self) -> None:
        self.sock = socket.socket()
        super().__init__({"socket": self.sock})
        self.written: list[bytes] = []

    @override
    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written.append(bytes(data))

    @override
    def is_closing(self) -> bool:
        return False


class TestConnection:
    async def test_writes_each_packet_whole_and_the_probe_only_after_a_full_piece(self) -> None:
        transport, connection = Recorder(), RconConnection(lambda _: None)
        connection.connection_made(transport)
        async with asyncio.TaskGroup() as group:
            asked = group.create_task(connection.command("list"))
            await asyncio.sleep(0)
            assert [one_read(data).text for data in transport.written] == ["list"]
            reply = VANILLA.reply(one_read(transport.written[0]).id, ["x" * 5000])
            connection.data_received(reply[0])
            assert [one_read(data).kind for data in transport.written] == [2, 100]
            connection.data_received(reply[1])
            probe = one_read(transport.written[1]).id
            connection.data_received(packet(probe, 0, b"Unknown request 64"))
            assert await asked == "x" * 5000
        transport.sock.close()

    async def test_does_not_let_the_kernel_hold_packets_back(self) -> None:
        transport = Recorder()
        RconConnection(lambda _: None).connection_made(transport)
        with transport.sock as sock:
            assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)

    async def test_tells_each_silence_and_its_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(rcon_connection, "SILENCES", (NOW, 2 * NOW))
        held = Held()
        async with connected(RconPeer(handler=held)) as (connection, silences):
            assert await connection.command("list") == "list"
            async with asyncio.TaskGroup() as group:
                asked = group.create_task(connection.command("hold"))
                while len(silences) < 2:
                    await asyncio.sleep(0)
                assert silences == [NOW, 2 * NOW]
                held.let_go.set()
                assert await asked == "hold"
            assert await connection.command("list") == "list"
        assert silences == [NOW, 2 * NOW, 0]

    async def test_an_answer_that_comes_in_parts_is_no_silence(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rcon_connection, "SILENCES", (NOW,))

        async def slowly(session: Session, request: Request) -> None:
            for part in VANILLA.reply(request.id, ["x" * 40_000]):
                await asyncio.sleep(NOW / 4)
                await session.send(part)

        async with connected(RconPeer(handler=slowly)) as (connection, silences):
            assert await connection.command("list") == "x" * 40_000
        assert silences == []

    async def test_drops_what_comes_unasked(self) -> None:
        peer = RconPeer()
        async with connected(peer) as (connection, _):
            await peer.sessions[0].reply(peer.sessions[0].requests[0], "unasked")
            assert await connection.command("list") == "list"

    async def test_ends_with_a_reason_and_takes_no_command_any_more(self) -> None:
        peer = RconPeer()
        async with connected(peer) as (connection, _):
            peer.sessions[0].hang_up()
            assert await connection.ended() == "the server closed the connection"
            with pytest.raises(RconLostError, match="the server closed") as caught:
                await connection.command("list")
            assert not caught.value.written

    async def test_keeps_the_first_reason(self) -> None:
        async with connected(RconPeer(flavour=CUBERITE)) as (connection, _):
            connection.abort("first")
            connection.abort("second")
            assert await connection.ended() == "first"

    async def test_is_closed_when_the_block_ends(self) -> None:
        peer = RconPeer()
        async with peer.running():
            async with opened(at(peer.port)) as connection:
                pass
            with pytest.raises(StopIteration):  # without waiting: it has ended
                connection.ended().send(None)
            assert await connection.ended() == "this side closed the connection"
