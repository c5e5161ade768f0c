"""RCON's sockets: the listener and its connections, around the machine in `rcon_rules`.

Plain sockets instead of streams, for one reason: what one `recv` gives is what vanilla sees in one
`read`, and the rules hang on that.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from bridge.core.errors import RefusedError
from bridge.demo.rcon_rules import Answer, Close, Execute, Session, reply

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

_SWALLOWED = 8192
"""Java's buffer around the socket: what comes together with the bytes looked at is lost with it."""

_LISTENER = "RCON Listener #1"


class LogWriter(Protocol):
    """Writes one message of a thread to the log."""

    def __call__(self, message: str, *, thread: str = ..., level: str = ...) -> None: ...


@dataclass(slots=True)
class _Connection:
    socket: socket.socket
    name: str
    thread: str
    sending: bool = False


class RconServer:
    """Vanilla's RCON on loopback. `run` has a command run on the main thread and gives its text."""

    def __init__(
        self, tasks: asyncio.TaskGroup, run: Callable[[str], Awaitable[str]], log: LogWriter
    ) -> None:
        self.password = ""
        """What connections made from now on have to give."""
        self.reads = 0
        """Reads that gave bytes, over all connections so far."""
        self._tasks = tasks
        self._run = run
        self._log = log
        self._listener: socket.socket | None = None
        self._accepting: asyncio.Task[None] | None = None
        self._serving: dict[asyncio.Task[None], _Connection] = {}
        self._threads = 1
        self._was_read = asyncio.Event()

    @property
    def is_open(self) -> bool:
        """Whether it listens."""
        return self._listener is not None

    def open(self, host: str, port: int, password: str) -> int:
        """Listen, and return the port (0 asks for any free one). Raises OSError: it is in use."""
        listener = socket.create_server((host, port))
        listener.setblocking(False)
        self.password = password
        self._listener = listener
        self._threads = 1
        self._accepting = self._tasks.create_task(self._accept(listener))
        return int(listener.getsockname()[1])

    async def close(self) -> None:
        """Listen no more; each connection ends when the reply that it is busy with is written."""
        if self._listener is None or self._accepting is None:
            return
        self._accepting.cancel()
        await asyncio.wait([self._accepting])
        self._listener.close()
        self._listener = None
        for task, connection in self._serving.items():
            if connection.sending:
                # It waits for a client that does not read; a server that stops does not.
                task.cancel()
            with contextlib.suppress(OSError):
                connection.socket.shutdown(socket.SHUT_RD)
        await self._all_ended()

    async def drop(self) -> None:
        """End every connection at once, in the middle of whatever it does; go on listening."""
        for task in self._serving:
            task.cancel()
        await self._all_ended()

    async def consumed(self, reads: int) -> None:
        """Wait until that many reads (see `reads`) have been taken from the connections."""
        while self.reads < reads:
            await self._was_read.wait()

    async def _all_ended(self) -> None:
        if self._serving:
            await asyncio.wait(self._serving)

    async def _accept(self, listener: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            accepted, address = await loop.sock_accept(listener)
            self._threads += 1
            name = f"RCON Client /{address[0]}"
            self._log(f"Thread {name} started", thread=_LISTENER)
            connection = _Connection(accepted, name, f"{name} #{self._threads}")
            task = self._tasks.create_task(self._serve(connection, Session(self.password)))
            self._serving[task] = connection
            task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[None]) -> None:
        # Not in the task itself: one that is cancelled before its first step closes nothing.
        connection = self._serving.pop(task)
        connection.socket.close()
        self._log(f"Thread {connection.name} shutting down", thread=connection.thread)

    async def _serve(self, connection: _Connection, session: Session) -> None:
        loop = asyncio.get_running_loop()
        with contextlib.suppress(OSError, RefusedError):
            while data := await loop.sock_recv(connection.socket, _SWALLOWED):
                self._count_read()
                match session.receive(data):
                    case Close():
                        return
                    case Answer(packets):
                        await self._send(connection, packets)
                    case Execute(request, command):
                        text = await self._run(command)
                        await self._send(connection, reply(request, text))

    def _count_read(self) -> None:
        self.reads += 1
        self._was_read.set()
        self._was_read = asyncio.Event()

    async def _send(self, connection: _Connection, packets: Iterable[bytes]) -> None:
        loop = asyncio.get_running_loop()
        connection.sending = True
        for each in packets:
            await loop.sock_sendall(connection.socket, each)
        connection.sending = False
