"""One TCP connection to an RCON server, from the login to its end; it is never opened again."""

from __future__ import annotations

import asyncio
import socket
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, cast

from typing_extensions import override

from bridge.core.errors import ProtocolError, RconError, RconLostError, RconRefusedError
from bridge.minecraft.transports.rcon_codec import (
    Collecting,
    Command,
    Complete,
    Login,
    PacketDecoder,
    ProbeDue,
    Refused,
    request_ids,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from bridge.minecraft.transports.rcon_codec import Exchange, Packet

LOGIN_SECONDS: Final = 10.0
"""Patience for connecting and for the login, each; the game's thread takes part in neither."""

SILENCES: Final = (3.0, 10.0, 60.0)
"""Seconds without the answer that is owed, at which that is told. A tick takes 50 ms, but a
world's save or a burst of chunks seconds: to 3 s nobody need hear of it. Vanilla's watchdog stops a
server whose tick takes 60 s."""

_KEEPALIVE: Final = {"TCP_KEEPIDLE": 30, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 3}
"""Seconds, seconds, times: RCON has no ping, and a host that vanished sends no end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where RCON listens, and the password it takes."""

    host: str
    port: int
    password: str = field(repr=False)


def _ignore(_: float) -> None:
    pass


class _PeerClosedError(RconLostError):
    """The other side ended the connection in good order."""


class RconConnection(asyncio.Protocol):
    """Carries one exchange at a time; one that nobody waits for any more still comes to its end.

    The server takes whatever one read gives it for one packet. So after a timeout or a
    cancellation the next request is held back until the answer to the last one has come, and
    was dropped.

    `on_silence` is told each of `SILENCES` that passes before an answer, and 0 with the answer.
    """

    _transport: asyncio.Transport  # there before `create_connection` hands this object out

    def __init__(self, on_silence: Callable[[float], None]) -> None:
        self._on_silence = on_silence
        self._ids = request_ids()
        self._decoder = PacketDecoder()
        self._pending: tuple[Exchange, asyncio.Future[str]] | None = None
        self._silence = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._idle = asyncio.Event()
        self._idle.set()
        self._error: RconError | None = None
        self._closed = asyncio.Event()

    async def idle(self) -> None:
        """Return when no answer is owed any more; if that is so now, without suspending."""
        await self._idle.wait()

    async def login(self, password: str) -> None:
        """The first exchange. Raises RconRefusedError, or RconLostError when the peer resets."""
        try:
            await self._ask(Login(password, request=next(self._ids)))
        except _PeerClosedError as error:
            # Cuberite says no more than that of a wrong password.
            raise RconRefusedError(
                "the server closed the connection at the login: wrong password, or no RCON there"
            ) from error
        except RconLostError as error:
            raise RconLostError(str(error), written=False) from error

    async def command(self, text: str) -> str:
        """Write a command before suspending, and return its reply. Only when logged in and idle.

        Raises RconLostError (`written` is false when the connection had ended before),
        RconRefusedError when the server no longer takes the connection for logged in, and
        what `rcon_codec.encode` raises.
        """
        return await self._ask(Command(text, request=next(self._ids), probe=next(self._ids)))

    async def ended(self) -> str:
        """Return why the connection ended, once it has."""
        await self._closed.wait()
        return str(self._error)

    def abort(self, problem: str) -> None:
        """End the connection at once. Of several reasons the first one stands."""
        self._end(RconLostError(problem, written=True))

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        sock: socket.socket = transport.get_extra_info("socket")
        # A packet held back by the kernel would meet the next one in the server's read.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in _KEEPALIVE.items():
            if hasattr(socket, name):  # not on every system
                sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)

    @override
    def data_received(self, data: bytes) -> None:
        try:
            packets = self._decoder.feed(data)
            if self._pending is not None:
                self._advance(*self._pending, packets)
        except ProtocolError as error:
            self.abort(f"what answers is not RCON: {error}")

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        if exc is None:
            self._end(_PeerClosedError("the server closed the connection", written=True))
        else:
            self._end(RconLostError(f"the connection broke: {exc}", written=True))
        self._closed.set()

    async def _ask(self, exchange: Exchange) -> str:
        if self._transport.is_closing():
            raise RconLostError(str(self._error), written=False)
        answer = asyncio.get_running_loop().create_future()
        self._pending = exchange, answer
        self._idle.clear()
        self._watch()
        self._transport.write(exchange.request)
        return await answer

    def _advance(
        self, exchange: Exchange, answer: asyncio.Future[str], packets: list[Packet]
    ) -> None:
        match exchange.take(packets):
            case Collecting():
                self._restart()
            case ProbeDue():
                self._restart()
                self._transport.write(exchange.probe)
            case Complete(text=text):
                self._pending = None
                self._idle.set()
                self._heard()
                if not answer.done():  # else nobody waits any more
                    answer.set_result(text)
            case Refused():
                self._end(RconRefusedError("the server does not accept the password"))

    def _watch(self) -> None:
        """Have the next silence told."""
        later = next((each for each in SILENCES if each > self._silence), None)
        if later is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(later - self._silence, self._still_silent, later)

    def _still_silent(self, seconds: float) -> None:
        self._silence = seconds
        self._watch()
        self._on_silence(seconds)

    def _restart(self) -> None:
        """A part of the answer has come."""
        self._heard()
        self._watch()

    def _heard(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._silence:
            self._silence = 0.0
            self._on_silence(0.0)

    def _end(self, error: RconError) -> None:
        if self._error is None:
            self._error = error
        if self._timer is not None:
            self._timer.cancel()
        if self._pending is not None and not self._pending[1].done():
            self._pending[1].set_exception(self._error)
        self._pending = None
        self._idle.set()
        self._transport.abort()


@asynccontextmanager
async def opened(
    endpoint: Endpoint,
    *,
    on_silence: Callable[[float], None] = _ignore,
    patience: float = LOGIN_SECONDS,
) -> AsyncGenerator[RconConnection]:
    """A connection that is logged in, for as long as the block runs.

    `patience` is in seconds, for connecting and for the login each. Raises RconRefusedError,
    or RconLostError (`written` false) for everything else in the way.
    """
    connection = await _connected(endpoint, on_silence, patience)
    try:
        try:
            async with asyncio.timeout(patience):
                await connection.login(endpoint.password)
        except TimeoutError as error:
            raise RconLostError(
                f"no answer to the login in {patience:g} s", written=False
            ) from error
        yield connection
    finally:
        connection.abort("this side closed the connection")
        await connection.ended()


async def _connected(
    endpoint: Endpoint, on_silence: Callable[[float], None], patience: float
) -> RconConnection:
    where = f"{endpoint.host}:{endpoint.port}"
    try:
        async with asyncio.timeout(patience):
            _, connection = await asyncio.get_running_loop().create_connection(
                lambda: RconConnection(on_silence), endpoint.host, endpoint.port
            )
    except TimeoutError as error:
        raise RconLostError(f"{where}: no connection in {patience:g} s", written=False) from error
    except (OSError, OverflowError, ValueError) as error:  # the latter: no port, no host at all
        raise RconLostError(f"{where}: {error}", written=False) from error
    return connection
