"""The RCON client: keeps one connection, sends one command at a time, never sends one twice.

Vanilla has one reply buffer for all RCON connections, so there is one connection, and commands
wait for each other (reference minecraft-server.md C1).
"""

from __future__ import annotations

import asyncio
import random
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.core.errors import BridgeError, RconLostError, RconRefusedError, RconTimeoutError
from bridge.minecraft.transports.backoff import LONGEST, backoff
from bridge.minecraft.transports.rcon_connection import SILENCES, opened

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Generator

    from bridge.core.clock import Clock
    from bridge.minecraft.transports.rcon_connection import Endpoint, RconConnection

COMMAND_SECONDS: Final = 30.0
"""The default patience for a reply: the server answers between ticks, or after a world's save."""

STUCK_SECONDS: Final = SILENCES[1]
"""A server that has not answered for so long is sent nothing more, so that what waits can go
another way, or wait for it knowingly."""


@dataclass(frozen=True, slots=True)
class Up:
    """Logged in. `note`: it is slow to answer, and how slow, for an administrator."""

    note: str = ""


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
        self._waits: set[asyncio.Timeout] = set()
        self._stuck = ""

    @property
    def is_stuck(self) -> bool:
        """Whether it is connected to a server that does not answer: nothing is sent now."""
        return isinstance(self._state, Up) and self._stuck != ""

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
        or the server has not answered the command before it, `STUCK_SECONDS` at most.
        """
        written = False
        self._logged_in()
        try:
            async with asyncio.timeout(timeout) as patience:
                with self._waiting(patience):
                    await self._turn.acquire()
                try:
                    connection = self._logged_in()
                    with self._waiting(patience):
                        await connection.idle()
                    written = True
                    return await connection.command(text)
                finally:
                    self._turn.release()
        except TimeoutError as error:
            if written:
                raise RconTimeoutError(f"no answer in {timeout:g} s") from error
            raise RconLostError(
                "not sent: the server has not answered the command before", written=False
            ) from error

    @contextmanager
    def _waiting(self, patience: asyncio.Timeout) -> Generator[None]:
        """Waiting for a turn ends when the server turns out to be stuck."""
        self._waits.add(patience)
        try:
            yield
        finally:
            self._waits.discard(patience)

    def _logged_in(self) -> RconConnection:
        match self._state:
            case Up() if self._stuck:
                raise RconLostError(f"not sent: {self._stuck}", written=False)
            case Up():
                return self._connection
            case Refused(reason=reason):
                raise RconRefusedError(reason)
            case Down(reason=reason):
                raise RconLostError(reason, written=False)

    def _silent(self, seconds: float) -> None:
        """So long no answer has come; 0: it has."""
        if not isinstance(self._state, Up):  # at the login, which has a time of its own
            return
        words = f"no answer in {seconds:.0f} s"
        if seconds >= SILENCES[-1]:
            self._connection.abort(words)
            return
        self._stuck = words if seconds >= STUCK_SECONDS else ""
        for patience in self._waits if self._stuck else ():
            patience.reschedule(asyncio.get_running_loop().time())
        note = f"slow: {words}; nothing more is sent before it" if self._stuck else f"slow: {words}"
        self._enter(Up(note if seconds else ""))

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
            async with opened(self._endpoint(), on_silence=self._silent) as self._connection:
                self._stuck = ""
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
