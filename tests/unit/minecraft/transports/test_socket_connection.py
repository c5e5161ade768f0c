"""One connection, over a pair of sockets: hello, frames, refusals, silence, and the end."""

from __future__ import annotations

import asyncio
import socket
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import LinkError, ProtocolError
from bridge.minecraft.transports.socket_connection import Connection
from bridge.minecraft.transports.socket_desk import Reception
from bridge.minecraft.transports.socket_handler import SocketLimits
from bridge.minecraft.transports.socket_messages import (
    Chat,
    Command,
    Join,
    PeerPlayer,
    Ping,
    Reply,
    Result,
    Role,
    Run,
)
from bridge.minecraft.transports.socket_repeats import RepeatMemory
from bridge.minecraft.transports.socket_roles import Peer
from tests.fakes.clock import FakeClock
from tests.fakes.socket_handler import RecordingHandler
from tests.peers.socket_peer import MARA, TOKEN, SocketPeer, frame, hello

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

TOO_LONG = (1 << 20) + 1


class Line:
    """A connection and the peer at its other end."""

    def __init__(self, connection: Connection, peer: SocketPeer, task: asyncio.Task[None]) -> None:
        self.connection = connection
        self.peer = peer
        self.task = task


class Post:
    """Makes lines that share a handler and a clock."""

    def __init__(self) -> None:
        self.handler = RecordingHandler()
        self.clock = FakeClock()
        self.reception = Reception(
            token=TOKEN,
            memories={"main": RepeatMemory(), "other": RepeatMemory(), None: RepeatMemory()},
            handler=self.handler,
            clock=self.clock,
            limits=SocketLimits(outgoing_bytes=1 << 21),
        )

    @asynccontextmanager
    async def line(self) -> AsyncGenerator[Line]:
        ours, theirs = socket.socketpair()
        connection = Connection("s1", self.reception, *await asyncio.open_connection(sock=ours))
        async with asyncio.TaskGroup() as tasks:
            task = tasks.create_task(connection.run())
            async with SocketPeer.on(*await asyncio.open_connection(sock=theirs)) as peer:
                yield Line(connection, peer, task)

    async def sleepers(self, number: int) -> None:
        """Return once so many wait for the clock."""
        while self.clock.sleeping != number:
            await asyncio.sleep(0)


@pytest.fixture
def post() -> Post:
    return Post()


async def test_a_peer_is_welcomed_heard_and_missed(post: Post) -> None:
    async with post.line() as line:
        line.peer.say(hello(server="main", mc="1.21.1", host="Mara"))
        assert await line.peer.hear() == {"t": "welcome", "v": 1, "session": "s1"}
        peer = await post.handler.next("connected")
        assert peer == Peer(
            session="s1", role=Role.SERVER, server="main", agent="test", mc="1.21.1", host="Mara"
        )
        assert line.connection.peer == peer
        line.peer.say(
            {"t": "join", "player": MARA}, {"t": "chat", "text": "hi", "id": 1, "player": MARA}
        )
        assert isinstance(await post.handler.next("received"), Join)
        assert isinstance(await post.handler.next("received"), Chat)
    assert await post.handler.next("disconnected") == peer
    assert line.connection.peer is None


async def test_hello_and_what_follows_may_come_in_one_piece_or_in_bytes(post: Post) -> None:
    stream = frame(hello(server="main")) + frame({"t": "saved"}) + frame({"t": "reload"})
    async with post.line() as line:
        for place in range(len(stream)):
            line.peer.writer.write(stream[place : place + 1])
            await line.peer.writer.drain()
        await post.handler.next("connected")
        await post.handler.next("received")
        await post.handler.next("received")
    await post.handler.next("disconnected")
    async with post.line() as line:
        line.peer.writer.write(stream)
        await post.handler.next("connected")
        await post.handler.next("received")
        await post.handler.next("received")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(hello(token="wrong")), "bad_token"),
        (frame({key: value for key, value in hello().items() if key != "token"}), "bad_token"),
        (frame(hello(v=2)), "bad_version"),
        (frame(hello(server="none")), "unknown_server"),
        (frame(hello()), "unknown_server"),
        (frame(hello(role="god")), "bad_frame"),
        (frame({"t": "ping"}), "bad_frame"),
        (frame({"t": "dance"}), "bad_frame"),
        (frame([]), "bad_frame"),
        (b"\x00\x00\x00\x00", "bad_frame"),
        (b"\x00\x00\x00\x01\xc1", "bad_frame"),
        (b"GET / HTTP/1.1\r\n\r\n", "too_large"),
        (TOO_LONG.to_bytes(4, "big"), "too_large"),
        (frame(hello(server="main")) + TOO_LONG.to_bytes(4, "big"), "too_large"),
        (frame(hello(server="main")) + frame({"t": "chat"}), "bad_frame"),
        (frame(hello(server="main")) + frame({"no": "type"}), "bad_frame"),
        (
            frame(hello(server="main")) + b"\x00\x00\x00\x01\xc1" + frame({"t": "saved"}),
            "bad_frame",
        ),
    ],
)
async def test_what_breaks_the_protocol_is_told_and_ends_the_connection(
    post: Post, data: bytes, code: str
) -> None:
    async with post.line() as line:
        line.peer.writer.write(data)
        if data.startswith(frame(hello(server="main"))):
            assert (await line.peer.hear())["t"] == "welcome"
            await post.handler.next("connected")
        assert await line.peer.refused() == code
        why = await post.handler.next("dropped")
        assert str(why).startswith(f"{code}: ")
        # What still comes is not looked at.
        line.peer.say(hello(server="main"), {"t": "saved"})
    while not post.handler.told.empty():
        assert (await post.handler.told.get())[0] == "disconnected"


async def test_the_error_arrives_though_much_input_was_left(post: Post) -> None:
    async with post.line() as line:
        line.peer.writer.write(TOO_LONG.to_bytes(4, "big") + b"x" * TOO_LONG)
        await line.peer.writer.drain()
        assert await line.peer.refused() == "too_large"


@pytest.mark.parametrize("before", [b"", b"\x00\x00", frame(hello(server="main"))[:-1]])
async def test_a_peer_has_ten_seconds_for_its_hello(post: Post, before: bytes) -> None:
    async with post.line() as line:
        line.peer.writer.write(before)
        await post.sleepers(1)
        post.clock.advance(9.9)
        for _ in range(3):
            await asyncio.sleep(0)
        assert post.handler.told.empty()
        post.clock.advance(0.1)
        assert await line.peer.refused() == "bad_frame"
        assert "no hello" in str(await post.handler.next("dropped"))


async def test_a_refused_peer_that_does_not_go_is_left_after_a_moment(post: Post) -> None:
    async with post.line() as line:
        line.peer.say({"t": "ping"})
        assert await line.peer.refused() == "bad_frame"
        await post.sleepers(2)
        assert not line.task.done()
        post.clock.advance(2)
        await line.task


@pytest.mark.parametrize(
    ("role", "sent", "code", "id_"),
    [
        ("server", {"t": "dance", "id": "x"}, "unknown_type", "x"),
        ("server", {"t": "dance", "id": []}, "unknown_type", None),
        ("server", {"t": "welcome", "v": 1, "session": "s"}, "unknown_type", None),
        ("server", {"t": "call", "verb": "status", "id": 5}, "forbidden", 5),
        ("server", {"t": "command", "text": "x", "id": 5}, "forbidden", 5),
        ("server", hello(), "forbidden", None),
        ("console", {"t": "chat", "player": MARA, "text": "x", "id": 5}, "forbidden", 5),
        ("console", {"t": "call", "verb": "status", "id": 5}, "forbidden", 5),
        ("control", {"t": "command", "text": "x", "id": 5}, "forbidden", 5),
        ("control", {"t": "saved"}, "forbidden", None),
    ],
)
async def test_what_is_not_understood_or_allowed_is_told_and_the_connection_stays(
    post: Post, role: str, sent: dict[str, object], code: str, id_: object
) -> None:
    async with post.line() as line:
        await line.peer.greet(role, server="main")
        line.peer.say(sent, {"t": "ping", "id": "after"})
        error = await line.peer.hear()
        assert (error["t"], error["code"], error.get("id")) == ("error", code, id_)
        assert await line.peer.hear() == {"t": "pong", "id": "after"}


@pytest.mark.parametrize(
    ("role", "sent", "answer"),
    [
        (
            "server",
            {"t": "command", "player": MARA, "text": "/menu", "id": 1},
            {"t": "reply", "id": 1, "ok": True, "exit": 0, "text": "/menu 1"},
        ),
        (
            "console",
            {"t": "command", "text": "/system ai default", "id": "c"},
            {"t": "reply", "id": "c", "ok": True, "exit": 0, "text": "/system ai default 1"},
        ),
        (
            "server",
            {"t": "complete", "text": "/sys", "cursor": 4, "id": 2},
            {"t": "completions", "id": 2, "items": ["/sys"], "start": 4},
        ),
        (
            "control",
            {"t": "call", "verb": "status", "args": {"watch": True}, "id": 3},
            {
                "t": "reply",
                "id": 3,
                "ok": True,
                "exit": 0,
                "text": "status 1",
                "data": {"watch": True},
            },
        ),
    ],
)
async def test_questions_are_answered(
    post: Post, role: str, sent: dict[str, object], answer: dict[str, object]
) -> None:
    async with post.line() as line:
        await line.peer.greet(role, server="main")
        line.peer.say(sent)
        assert await line.peer.hear() == answer


async def test_what_a_peer_sent_before_it_hung_up_is_answered_still(post: Post) -> None:
    async with post.line() as line:
        line.peer.say(hello("console", server="main"), {"t": "command", "text": "x", "id": 1})
        line.peer.writer.write_eof()
        assert (await line.peer.hear())["t"] == "welcome"
        assert (await line.peer.hear())["text"] == "x 1"
        assert await line.peer.reader.read() == b""
        await line.task


async def test_half_a_connection_is_not_asked_for_its_hello_again(post: Post) -> None:
    post.handler.gate.clear()
    async with post.line() as line:
        await line.peer.greet("control")
        line.peer.say({"t": "call", "verb": "slow", "id": 1})
        line.peer.writer.write_eof()
        while line.connection.peer is not None:
            await asyncio.sleep(0)
        post.clock.advance(10)
        await asyncio.sleep(0)
        post.handler.gate.set()
        assert (await line.peer.hear())["text"] == "slow 1"


async def test_a_silent_peer_is_asked_three_times_and_dropped(post: Post) -> None:
    async with post.line() as line:
        await line.peer.greet(server="main")
        await post.handler.next("connected")
        post.clock.advance(10)
        for _ in range(3):
            await post.sleepers(1)
            await asyncio.sleep(0)
            post.clock.advance(30)
            assert await line.peer.hear() == {"t": "ping"}
        post.clock.advance(30)
        assert await line.peer.reader.read() == b""
        assert await post.handler.next("dropped") == "it is silent"
        await post.handler.next("disconnected")


async def test_a_peer_that_says_anything_is_not_silent(post: Post) -> None:
    async with post.line() as line:
        await line.peer.greet(server="main")
        await post.handler.next("connected")
        post.clock.advance(10)
        for _ in range(10):
            await post.sleepers(1)
            await asyncio.sleep(0)
            post.clock.advance(30)
            assert await line.peer.hear() == {"t": "ping"}
            line.peer.say({"t": "pong"}, {"t": "saved"})
            await post.handler.next("received")


async def test_a_peer_that_does_not_read_is_dropped_at_the_bound(post: Post) -> None:
    async with post.line() as line:
        await line.peer.greet(server="main")
        connected = await post.handler.next("connected")
        reply = Reply(id=1, ok=True, exit=0, text="x" * (1 << 16))
        sent = 0
        while line.connection.send(reply):
            sent += 1
        assert sent >= (1 << 21) // (1 << 16) - 1
        assert await post.handler.next("dropped") == "it does not read what it is sent"
        assert await post.handler.next("disconnected") == connected
        assert not line.connection.send(Ping())
        await line.task


async def test_a_peer_that_floods_and_does_not_read_is_dropped_too(post: Post) -> None:
    async with post.line() as line:
        await line.peer.greet(server="main")
        await post.handler.next("connected")
        pings = frame({"t": "ping", "id": "x" * 128}) * 10_000
        with suppress(ConnectionError):
            while line.connection.peer is not None:
                line.peer.writer.write(pings)
                await line.peer.writer.drain()
        assert await post.handler.next("dropped") == "it does not read what it is sent"


async def test_a_command_for_the_game_comes_back_with_its_result(post: Post) -> None:
    async with post.line() as line, asyncio.TaskGroup() as tasks:
        await line.peer.greet(server="main")
        first = tasks.create_task(line.connection.ask("list"))
        second = tasks.create_task(line.connection.ask("seed"))
        asked = {
            message["command"]: message["id"] for message in [await line.peer.hear() for _ in "ab"]
        }
        line.peer.say({"t": "result", "id": asked["seed"], "ok": False, "text": "no"})
        line.peer.say({"t": "result", "id": asked["list"], "ok": True, "text": "none"})
        assert await first == Result(id=asked["list"], ok=True, text="none")
        assert await second == Result(id=asked["seed"], ok=False, text="no")


async def test_a_result_that_nobody_waits_for_is_a_report(post: Post) -> None:
    async with post.line() as line:
        await line.peer.greet(server="main")
        await post.handler.next("connected")
        line.peer.say({"t": "result", "id": "of a send", "ok": True})
        assert await post.handler.next("received") == Result(id="of a send", ok=True)


async def _hang_up(line: Line) -> None:
    line.peer.writer.transport.abort()


async def _half_close(line: Line) -> None:
    line.peer.writer.write_eof()


async def _break(line: Line) -> None:
    line.peer.writer.write(b"\xff" * 8)


@pytest.mark.parametrize("end", [_hang_up, _half_close, _break])
async def test_a_command_whose_peer_goes_is_a_link_error(
    post: Post, end: Callable[[Line], Awaitable[None]]
) -> None:
    async with post.line() as line:
        await line.peer.greet(server="main")

        async def ask() -> str:
            try:
                await line.connection.ask("list")
            except LinkError as error:
                return str(error)
            return ""

        async with asyncio.TaskGroup() as tasks:
            asking = tasks.create_task(ask())
            assert (await line.peer.hear())["t"] == "run"
            await end(line)
        assert asking.result() == "the peer is gone"
        assert await ask() == "the peer is gone"


async def test_what_does_not_fit_a_frame_is_the_senders_error(post: Post) -> None:
    async with post.line() as line:
        await line.peer.greet(server="main")
        with pytest.raises(ProtocolError) as caught:
            line.connection.send(Run(command="x" * TOO_LONG, id=1))
        assert caught.value.code == "too_large"
        line.peer.say({"t": "ping"})
        assert await line.peer.hear() == {"t": "pong"}


async def test_a_command_under_way_outlives_its_connection(post: Post) -> None:
    post.handler.gate.clear()
    async with post.line() as line:
        await line.peer.greet("console", server="main")
        await post.handler.next("connected")
        line.peer.say({"t": "command", "text": "x", "id": 1})
        assert await post.handler.next("command") == Command(text="x", id=1)
        line.peer.writer.transport.abort()
        await post.handler.next("disconnected")
        async with post.line() as again:
            await again.peer.greet("console", server="main")
            again.peer.say({"t": "command", "text": "x", "id": 1}, {"t": "ping"})
            assert (await again.peer.hear())["t"] == "pong"
            post.handler.gate.set()
            assert (await again.peer.hear())["text"] == "x 1"
    assert post.handler.answered == 1


async def test_ids_are_each_servers_own(post: Post) -> None:
    chat = {"t": "chat", "player": MARA, "text": "hi", "id": 1}
    heard = Chat(player=PeerPlayer(name="Mara", uuid=None), text="hi", id=1)
    for server in ("main", "other"):
        async with post.line() as line:
            await line.peer.greet(server=server)
            await post.handler.next("connected")
            line.peer.say(chat, chat)
            report = await post.handler.next("received")
            assert isinstance(report, Chat)
            assert report.text == heard.text
        await post.handler.next("disconnected")
    assert post.handler.told.empty()
