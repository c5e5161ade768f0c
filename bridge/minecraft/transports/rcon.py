"""The RCON client: keeps one connection, sends one command at a time, never sends one twice.

Vanilla has one reply buffer for all RCON connections, so there is one connection, and commands
wait for each other (reference minecraft-server.md C1).
"""

from __future__ import annotations

import asyncio
import random
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.core.errors import BridgeError, RconLostError, RconRefusedError, RconTimeoutError
from bridge.minecraft.transports.backoff import LONGEST, backoff
from bridge.minecraft.transports.rcon_connection import opened

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from bridge.core.clock import Clock
    from bridge.minecraft.transports.rcon_connection import Endpoint, RconConnection

COMMAND_SECONDS: Final = 30.0
"""The default patience for a reply: the server answers between ticks, or after a world's save."""

SILENCE_SECONDS: Final = 60.0
"""A request unanswered for so long ends the connection once another is due. Vanilla's watchdog
stops a server whose tick takes as long."""


@dataclass(frozen=True, slots=True)
class Up:
    """Logged in."""


@dataclass(frozen=True, slots=True)
class Down:
    """Not connected: `reason` is for an administrator."""

    reason: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The server is there and does not accept the password."""

    reason: str


LinkState = Up | Down | Refused


def _ignore(_: LinkState) -> None:
    pass


class RconClient:
    """Commands to one server, over a connection that is made again whenever it ends.

    `endpoint` is asked before each attempt, since server.properties may have changed; it may
    raise a BridgeError, which counts as an attempt that failed. `on_state` is called when the
    state or its reason changes, not for each attempt that failed as the one before.
    """

    _connection: RconConnection  # the one that `Up` means

    def __init__(
        self,
        *,
        endpoint: Callable[[], Endpoint],
        clock: Clock,
        on_state: Callable[[LinkState], None] = _ignore,
        random: Callable[[], float] = random.random,
    ) -> None:
        self._endpoint = endpoint
        self._clock = clock
        self._on_state = on_state
        self._random = random
        self._state: LinkState = Down("not connected yet")
        self._announced: LinkState | None = None
        self._turn = asyncio.Lock()
        self._retry = asyncio.Event()

    @property
    def state(self) -> LinkState:
        """How things are now, with the reason of the newest attempt."""
        return self._state

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Keep the connection while the block runs; the first attempt starts at once."""
        async with asyncio.TaskGroup() as group:
            keeper = group.create_task(self._keep())
            try:
                yield
            finally:
                keeper.cancel()

    def retry_now(self) -> None:
        """End the pause before the next attempt, because the server says that it is ready.

        Not for the log's lines on RCON clients: an attempt causes these itself.
        """
        self._retry.set()

    async def command(self, text: str, *, timeout: float = COMMAND_SECONDS) -> str:  # noqa: ASYNC109
        """Send one command and return its whole reply.

        When idle and connected the packet is written before this suspends; else commands go in
        the order of their calls. `timeout` (seconds) covers the wait as well. A cancelled command
        may still run.

        Raises RconTooLongError; RconRefusedError; RconTimeoutError when the command was sent and
        may run yet; RconLostError, whose `written` is false when it was not sent: not connected,
        or the server has not answered the command before it.
        """
        written = False
        try:
            async with asyncio.timeout(timeout), self._turn:
                connection = self._logged_in()
                await connection.idle()
                written = True
                return await connection.command(text)
        except TimeoutError as error:
            if written:
                raise RconTimeoutError(f"no answer in {timeout:g} s") from error
            self._give_up_on_silence()
            raise RconLostError(
                "not sent: the server has not answered the command before", written=False
            ) from error

    def _logged_in(self) -> RconConnection:
        match self._state:
            case Up():
                return self._connection
            case Refused(reason=reason):
                raise RconRefusedError(reason)
            case Down(reason=reason):
                raise RconLostError(reason, written=False)

    def _give_up_on_silence(self) -> None:
        if isinstance(self._state, Up) and self._connection.silence >= SILENCE_SECONDS:
            self._connection.abort(f"no answer in {self._connection.silence:.0f} s")

    async def _keep(self) -> None:
        delays = backoff(self._random)
        try:
            while True:
                if await self._serve() >= LONGEST:
                    delays = backoff(self._random)
                await self._pause(next(delays))
        finally:
            self._state = Down("stopped")

    async def _serve(self) -> float:
        """One attempt and, if it succeeds, the connection to its end; the seconds it was up."""
        try:
            async with opened(self._endpoint(), clock=self._clock) as self._connection:
                since = self._clock.monotonic()
                self._enter(Up())
                reason = await self._connection.ended()
        except RconRefusedError as error:
            self._enter(Refused(str(error)))
        except BridgeError as error:
            self._enter(Down(str(error)))
        else:
            self._enter(Down(reason))
            return self._clock.monotonic() - since
        return 0.0

    async def _pause(self, seconds: float) -> None:
        self._retry.clear()
        async with asyncio.TaskGroup() as group:
            waits = {
                group.create_task(self._clock.sleep(seconds)),
                group.create_task(self._retry.wait()),
            }
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in waits:
                wait.cancel()

    def _enter(self, state: LinkState) -> None:
        self._state = state
        if state != self._announced:
            self._announced = state
            self._on_state(state)
