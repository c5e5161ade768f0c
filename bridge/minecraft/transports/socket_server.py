"""The daemon's side of the socket: who listens, who is connected, and how to reach them."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, Self

from bridge.core.errors import LinkError
from bridge.minecraft.transports.socket_address import (
    TcpAddress,
    UnixAddress,
    parse_address,
    unix_socket,
)
from bridge.minecraft.transports.socket_codec import encode
from bridge.minecraft.transports.socket_connection import Connection
from bridge.minecraft.transports.socket_desk import Reception
from bridge.minecraft.transports.socket_frames import BUSY
from bridge.minecraft.transports.socket_handler import SocketLimits
from bridge.minecraft.transports.socket_messages import Error
from bridge.minecraft.transports.socket_repeats import RepeatMemory

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Collection, Iterable

    from bridge.core.actors import Player
    from bridge.core.clock import Clock
    from bridge.minecraft.transports.socket_handler import Handler
    from bridge.minecraft.transports.socket_messages import DaemonMessage, JsonValue, Result
    from bridge.minecraft.transports.socket_roles import Peer

    Accept = Callable[[asyncio.StreamReader, asyncio.StreamWriter], None]

_DEFAULT_LIMITS: Final = SocketLimits()


class SocketServer:
    """Listens while `running`; every connection is a task of its group."""

    def __init__(self, reception: Reception) -> None:
        self._reception = reception
        self._group = asyncio.TaskGroup()
        self._connections: dict[str, Connection] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = False
        self.address = ""
        """Where it really listens, as it would stand in the configuration."""

    @classmethod
    @asynccontextmanager
    async def running(
        cls,
        listen: str,
        token: str,
        servers: Collection[str],
        handler: Handler,
        clock: Clock,
        limits: SocketLimits = _DEFAULT_LIMITS,
    ) -> AsyncGenerator[Self]:
        """Serve peers at `listen` (`127.0.0.1:25580`, port 0: any, or `unix:PATH`).

        Raises ConfigurationError for an address that is none or not loopback, LinkError when
        it cannot be listened at. An error of the block is raised as it is.
        """
        reception = Reception(
            token=token,
            memories={name: RepeatMemory() for name in (*servers, None)},
            handler=handler,
            clock=clock,
            limits=limits,
        )
        server = cls(reception)
        address = parse_address(listen)
        try:
            async with _listening(address, server._accept) as server.address, server._group:
                try:
                    yield server
                finally:
                    await server._stop()
        except BaseExceptionGroup as failures:
            if len(failures.exceptions) == 1:
                raise failures.exceptions[0] from None
            raise

    @property
    def peers(self) -> tuple[Peer, ...]:
        """Who is connected, the newest last."""
        connections = self._connections.values()
        return tuple(each.peer for each in connections if each.peer is not None)

    def send(self, session: str, message: DaemonMessage) -> bool:
        """Put a message on its way to a peer; False when that one cannot be reached any more.

        Raises ProtocolError for what does not fit a frame.
        """
        connection = self._connections.get(session)
        return connection is not None and connection.send(message)

    def send_all(self, session: str, messages: Iterable[DaemonMessage]) -> bool:
        """As `send`, for several at once."""
        connection = self._connections.get(session)
        return connection is not None and connection.send_all(messages)

    async def drained(self, session: str) -> None:
        """For whoever sends much: wait until that peer has taken most of it, or is gone."""
        connection = self._connections.get(session)
        if connection is not None:
            await connection.drained()

    async def ask(self, session: str, command: str) -> Result:
        """Have a peer run a command of the game, and wait for its result without an end.

        Raises LinkError when the peer is gone, UnconfirmedError when it goes meanwhile.
        """
        return await self._connection(session).ask(command)

    async def show(self, session: str, player: Player, components: JsonValue, plain: str) -> Result:
        """Have a peer show something to a player. Raises as `ask`, and as `send`."""
        return await self._connection(session).show(player, components, plain)

    def _connection(self, session: str) -> Connection:
        if (connection := self._connections.get(session)) is None:
            raise LinkError("the peer is gone")
        return connection

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        limit = self._reception.limits.connections
        if self._stopping or len(self._connections) >= limit:
            problem = "stopping" if self._stopping else f"{limit} peers are connected"
            self._reception.handler.dropped(None, problem)
            writer.write(encode(Error(code=BUSY, message=problem)))
            writer.close()
            return
        connection = Connection(secrets.token_hex(8), self._reception, reader, writer)
        self._connections[connection.session] = connection
        task = self._group.create_task(self._serve(connection))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, connection: Connection) -> None:
        try:
            await connection.run()
        finally:
            del self._connections[connection.session]

    async def _stop(self) -> None:
        self._stopping = True
        for connection in self._connections.values():
            connection.close()
        await asyncio.sleep(0)  # uvloop writes at the end of a turn
        for task in self._tasks:
            task.cancel()


@asynccontextmanager
async def _listening(address: TcpAddress | UnixAddress, accept: Accept) -> AsyncGenerator[str]:
    match address:
        case TcpAddress():
            try:
                server = await asyncio.start_server(accept, address.host, address.port)
            except OSError as error:
                problem = f"cannot listen at {address.text}: {error.strerror or error}"
                raise LinkError(problem) from error
            port = server.sockets[0].getsockname()[1]
            async with server:
                yield TcpAddress(address.host, port).text
        case UnixAddress():
            with unix_socket(address.path) as listening:
                server = await asyncio.start_unix_server(accept, sock=listening)
                async with server:
                    yield address.text
