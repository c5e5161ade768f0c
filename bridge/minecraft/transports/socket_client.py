"""A small client of the socket: for peers, and for our own command line.

It runs no task: frames are taken as they come, and whoever waits for one is woken.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, Self, cast

from typing_extensions import override

from bridge.core.errors import LinkError, ProtocolError
from bridge.minecraft.transports.socket_address import TcpAddress, UnixAddress, parse_address
from bridge.minecraft.transports.socket_codec import decode_from_daemon, encode
from bridge.minecraft.transports.socket_frames import CLOSING, DAEMON, UNKNOWN_TYPE, FrameDecoder
from bridge.minecraft.transports.socket_messages import (
    Call,
    Error,
    Hello,
    Ping,
    Pong,
    Reply,
    Welcome,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping

    from bridge.minecraft.transports.socket_messages import (
        DaemonMessage,
        FrameId,
        JsonValue,
        PeerMessage,
        Role,
    )

_UNREAD_MESSAGES: Final = 1024
"""With more that nobody has iterated over, nothing is read of the daemon."""
_LINGER_SECONDS: Final = 1.0
"""How long the daemon has to take what was written last."""


class NobodyListensError(LinkError):
    """No daemon runs at that address."""


class SocketClient(asyncio.Protocol):
    """One connection to the daemon. What is not the reply to a `call` comes by `async for`."""

    def __init__(self) -> None:
        self._decoder = FrameDecoder(DAEMON)
        self._transport: asyncio.Transport | None = None
        self._answered = asyncio.Event()
        self.session = ""
        """What the daemon calls this connection."""
        self._calls: dict[FrameId, asyncio.Future[Reply]] = {}
        self._messages: asyncio.Queue[DaemonMessage | None] = asyncio.Queue()
        self._writable = asyncio.Event()
        self._closed = asyncio.Event()
        self._error: LinkError | ProtocolError | None = None
        self._orderly = False

    @classmethod
    @asynccontextmanager
    async def connected(
        cls,
        address: str,
        token: str,
        role: Role,
        *,
        server: str | None = None,
        agent: str = "system-bridge",
        patience: float = 5.0,
    ) -> AsyncGenerator[Self]:
        """Connect to where `[socket] listen` says, and be welcomed within `patience` seconds.

        Raises NobodyListensError, LinkError when the daemon does not answer or goes, and
        ProtocolError with the code by which it refuses (`bad_token`, `unknown_server`, ...).
        """
        client = cls()
        try:
            try:
                async with asyncio.timeout(patience):
                    await client._open(parse_address(address))
                    hello = Hello(role=role, token=token, agent=agent, server=server)
                    await client.send(hello)
                    await client._answered.wait()
            except TimeoutError as error:
                problem = f"the daemon at {address} does not answer"
                raise LinkError(problem) from error
            if client._error is not None:
                raise client._error
            yield client
        finally:
            await client._close()

    async def call(self, verb: str, args: Mapping[str, JsonValue] | None = None) -> Reply:
        """Carry out a word of the command line; several may be under way at once.

        Raises LinkError when the daemon goes meanwhile, ProtocolError when it refuses the
        frame (`forbidden`, `busy`, `too_large`). There is no end to the waiting.
        """
        request = Call(verb=verb, args=args or {}, id=os.urandom(8).hex())
        reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        await self.send(request)
        self._calls[request.id] = reply
        try:
            return await reply
        finally:
            del self._calls[request.id]

    async def send(self, message: PeerMessage) -> None:
        """Send a message, waiting while the daemon does not read. Raises like `call`."""
        frame = encode(message)
        await self._writable.wait()
        if self._error is not None or self._transport is None:
            raise self._error or _lost()
        self._transport.write(frame)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> DaemonMessage:
        """The next message; the end when the daemon closed the connection in order.

        Raises ProtocolError or LinkError when it ended otherwise.
        """
        message = await self._messages.get()
        if self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()
        if message is not None:
            return message
        self._messages.put_nowait(None)
        if self._error is None or self._orderly:
            raise StopAsyncIteration
        raise self._error

    async def _open(self, address: TcpAddress | UnixAddress) -> None:
        loop = asyncio.get_running_loop()
        try:
            match address:
                case TcpAddress():
                    await loop.create_connection(lambda: self, address.host, address.port)
                case UnixAddress():
                    await loop.create_unix_connection(lambda: self, str(address.path))
        except (ConnectionRefusedError, FileNotFoundError) as error:
            problem = f"no daemon listens at {address.text}"
            raise NobodyListensError(problem) from error
        except OSError as error:
            problem = f"cannot connect to {address.text}: {error.strerror or error}"
            raise LinkError(problem) from error

    async def _close(self) -> None:
        if self._transport is not None:
            self._transport.close()
            try:
                async with asyncio.timeout(_LINGER_SECONDS):
                    await self._closed.wait()
            except TimeoutError:
                self._transport.abort()

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._writable.set()

    @override
    def pause_writing(self) -> None:
        self._writable.clear()

    @override
    def resume_writing(self) -> None:
        self._writable.set()

    @override
    def data_received(self, data: bytes) -> None:
        try:
            for frame in self._decoder.feed(data):
                self._take(frame)
        except ProtocolError as error:
            self._end(error)

    def _take(self, frame: Mapping[str, object]) -> None:
        try:
            message = decode_from_daemon(frame)
        except ProtocolError as error:
            if error.code == UNKNOWN_TYPE:  # of a newer daemon
                return
            raise
        match message:
            case Ping() if self._transport is not None:
                self._transport.write(encode(Pong(id=message.id)))
            case Welcome():
                self.session = message.session
                self._answered.set()
            case Reply() if (reply := self._calls.get(message.id)) and not reply.done():
                reply.set_result(message)
            case Error():
                self._refused(message)
            case _:
                self._messages.put_nowait(message)
                if self._messages.qsize() > _UNREAD_MESSAGES and self._transport is not None:
                    self._transport.pause_reading()

    def _refused(self, message: Error) -> None:
        error = ProtocolError(message.code, message.message)
        call = None if message.id is None else self._calls.get(message.id)
        if call is not None and not call.done():
            call.set_exception(error)
        elif message.code in CLOSING or not self._answered.is_set():
            self._end(error)
        else:
            self._messages.put_nowait(message)

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._orderly = exc is None and self._error is None
        self._end(_lost() if exc is None else LinkError(f"the daemon is gone: {exc}"))
        self._closed.set()
        self._messages.put_nowait(None)

    def _end(self, error: LinkError | ProtocolError) -> None:
        """Nothing more can come. Of several reasons the first one stands."""
        if self._error is not None:
            return
        self._error = error
        if self._transport is not None:
            self._transport.abort()
        self._answered.set()
        self._writable.set()
        for reply in self._calls.values():
            if not reply.done():
                reply.set_exception(error)


def _lost() -> LinkError:
    return LinkError("the daemon has closed the connection")
