"""RCON servers of each flavour, as strict as the real ones; they share no code with the client.

The facts are those of the reference pages minecraft-server.md (C1) and real-peers.md (1): vanilla's
family takes one read for one packet and ends the connection over anything else; Cuberite reads a
stream, answers in type 2, and ends the connection over an unknown packet type.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence

LOGIN, COMMAND = 3, 2
READ = 1460
PIECE = 4096
CUBERITE_LONGEST = 1500
PASSWORD = "correct horse"


def packet(request: int, kind: int, body: bytes) -> bytes:
    return struct.pack("<iii", len(body) + 10, request, kind) + body + b"\0\0"


def cut_by_units(text: str) -> list[bytes]:
    """Java: `substring` each 4,096 units, `getBytes` of each; half a character becomes `?`."""
    units = text.encode("utf-16-le", "surrogatepass")
    pieces = [units[i : i + 2 * PIECE] for i in range(0, len(units), 2 * PIECE)] or [b""]
    return [
        piece.decode("utf-16-le", "surrogatepass").encode("utf-8", "replace") for piece in pieces
    ]


def cut_by_bytes(text: str) -> list[bytes]:
    body = text.encode()
    return [body[i : i + PIECE] for i in range(0, len(body), PIECE)] or [b""]


def uncut(text: str) -> list[bytes]:
    return [text.encode()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flavour:
    """How one kind of server writes replies and treats what it does not know."""

    name: str
    cut: Callable[[str], list[bytes]] = cut_by_units
    after_each_message: str = ""
    cuberite: bool = False

    def pieces(self, messages: Sequence[str]) -> list[bytes]:
        """The bodies that a command's output goes out in."""
        pieces = self.cut("".join(message + self.after_each_message for message in messages))
        if not self.cuberite:
            return pieces
        return [*pieces, b""] if pieces != [b""] else pieces

    def wire_text(self, messages: Sequence[str]) -> str:
        """What a client must make of these messages."""
        return b"".join(self.pieces(messages)).decode("utf-8", "replace")

    def reply(self, request: int, messages: Sequence[str]) -> list[bytes]:
        """The packets that answer one command."""
        kind = 2 if self.cuberite else 0
        return [packet(request, kind, piece) for piece in self.pieces(messages)]


VANILLA = Flavour(name="vanilla")
FABRIC = Flavour(name="fabric")
PAPER = Flavour(name="paper", after_each_message="\n")
FORGE = Flavour(name="forge", after_each_message="\n", cut=cut_by_bytes)
CUBERITE = Flavour(name="cuberite", cut=uncut, cuberite=True)
FLAVOURS = (VANILLA, FABRIC, PAPER, FORGE, CUBERITE)


@dataclass(frozen=True, slots=True)
class Request:
    """A request as the server understood it."""

    id: int
    kind: int
    text: str


class Hangup(Exception):  # noqa: N818
    """The server ends this connection without a word."""


def one_read(data: bytes) -> Request:
    """Vanilla: what one read gave is one packet, or the end."""
    data = data[:READ]
    if len(data) < 10 or struct.unpack_from("<i", data)[0] != len(data) - 4:
        raise Hangup
    request, kind = struct.unpack_from("<ii", data, 4)
    return Request(request, kind, data[12:-1].split(b"\0")[0].decode("utf-8", "replace"))


@dataclass(slots=True)
class Session:
    """One connection to a `RconPeer`, as its handler sees it."""

    peer: RconPeer
    sock: socket.socket
    logged_in: bool = False
    requests: list[Request] = field(default_factory=list["Request"])
    """All that came on this connection, in order."""

    async def reply(
        self,
        request: Request,
        *messages: str,
        between: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        """Answer as the flavour does; `between` is awaited before each packet but the first."""
        for number, data in enumerate(self.peer.flavour.reply(request.id, messages)):
            if number and between is not None:
                await between()
            await self.send(data)

    def hang_up(self) -> None:
        """End the connection in good order, whatever is under way."""
        self.sock.shutdown(socket.SHUT_RDWR)

    async def send(self, data: bytes) -> None:
        await asyncio.get_running_loop().sock_sendall(self.sock, data)

    async def serve(self) -> None:
        """Answer requests until either side hangs up."""
        loop = asyncio.get_running_loop()
        try:
            while data := await loop.sock_recv(self.sock, 8192):
                if self.peer.flavour.cuberite:
                    await self._cuberite(data)
                else:
                    await self._vanilla(data)
        except (Hangup, ConnectionError):
            pass

    async def _vanilla(self, data: bytes) -> None:
        request = one_read(data)
        self.requests.append(request)
        if self._more_has_come():
            # In another moment both had come by one read.
            self.peer.violations.append("wrote before the request before it was answered")
            raise Hangup
        if request.kind == LOGIN:
            self.logged_in = request.text == self.peer.password
            await self.send(packet(request.id if self.logged_in else -1, 2, b""))
        elif request.kind != COMMAND:
            await self.send(packet(request.id, 0, f"Unknown request {request.kind:x}".encode()))
        elif not self.logged_in:
            await self.send(packet(-1, 2, b""))
        else:
            await self._run(request)

    async def _cuberite(self, data: bytes) -> None:
        while data:
            length = struct.unpack_from("<i", data)[0] if len(data) >= 4 else 0
            if length > CUBERITE_LONGEST:
                self.peer.violations.append("killed the server by a length over 1500")
                raise Hangup
            if length < 10 or len(data) < length + 4:
                self.peer.violations.append("split a packet: a cut command would run")
                raise Hangup
            request = one_read(data[: length + 4])
            data = data[length + 4 :]
            self.requests.append(request)
            if request.kind == LOGIN and request.text == self.peer.password:
                self.logged_in = True
                await self.send(packet(request.id, 2, b""))
            elif request.kind == COMMAND and self.logged_in:
                await self._run(request)
            else:
                raise Hangup

    async def _run(self, request: Request) -> None:
        self.peer.commands.append(request.text)
        await self.peer.handler(self, request)

    def _more_has_come(self) -> bool:
        try:
            return bool(self.sock.recv(1, socket.MSG_PEEK))
        except BlockingIOError:
            return False


async def repeat(session: Session, request: Request) -> None:
    """The reply is the command."""
    await session.reply(request, request.text)


@dataclass(slots=True, kw_only=True)
class RconPeer:
    """A server of one flavour on this loop."""

    flavour: Flavour = VANILLA
    handler: Callable[[Session, Request], Awaitable[None]] = repeat
    password: str = PASSWORD
    port: int = 0
    commands: list[str] = field(default_factory=list[str])
    """The commands that ran, over all connections."""
    sessions: list[Session] = field(default_factory=list["Session"])
    """All connections ever made."""
    violations: list[str] = field(default_factory=list[str])
    """What a client did that no server of this flavour survives; checked at the end."""

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[RconPeer]:
        """Listen on loopback, at `port` or at a free one; hang up on everybody at the end."""
        with socket.create_server(("127.0.0.1", self.port)) as listener:
            listener.setblocking(False)
            self.port = listener.getsockname()[1]
            async with asyncio.TaskGroup() as group:
                accepting = group.create_task(self._accept(listener))
                try:
                    yield self
                finally:
                    accepting.cancel()
        assert self.violations == []

    async def _accept(self, listener: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        async with asyncio.TaskGroup() as group:
            while True:
                sock, _ = await loop.sock_accept(listener)
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self.sessions.append(Session(self, sock))
                group.create_task(self._serve(self.sessions[-1]))

    async def _serve(self, session: Session) -> None:
        with session.sock:
            await session.serve()
