"""The management protocol's client: keeps one connection to a server and hands on what it tells.

JSON-RPC over WebSocket, in servers from 1.21.9 on (reference real-peers.md 6): who is in the game
with UUIDs, operators, saves, start and stop, and plain messages to players. It knows no chat and
runs no commands.
"""

from __future__ import annotations

import asyncio
import random
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from bridge.core.errors import (
    BridgeError,
    ManagementError,
    ManagementLostError,
    ManagementRefusedError,
)
from bridge.core.events import VersionSeen
from bridge.minecraft.transports.keeping import Keeper
from bridge.minecraft.transports.management_messages import SYSTEM_MESSAGE, system_message
from bridge.minecraft.transports.management_opening import opened
from bridge.minecraft.transports.rcon import Down, Refused, Up

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable

    from bridge.core.actors import Player
    from bridge.core.clock import Clock
    from bridge.minecraft.transports.management_connection import ManagementConnection
    from bridge.minecraft.transports.management_endpoint import Endpoint
    from bridge.minecraft.transports.management_messages import ManagementEvent
    from bridge.minecraft.transports.rcon import LinkState

ANSWER_SECONDS: Final = 30.0
"""The default patience for an answer: the game's thread gives it between ticks."""

WAITING_EVENTS: Final = 1024
"""Events that wait to be taken; behind them the connection is not read."""


def _ignore(_: LinkState) -> None:
    pass


class ManagementClient:
    """One server, over a connection that is made again whenever it ends.

    `endpoint` is asked before each attempt, since server.properties may have changed; it may
    raise a BridgeError, which counts as an attempt that failed. `on_state` is called when the
    state or its reason changes; `Up` means that the server has answered, not only connected.
    """

    _connection: ManagementConnection  # the one that `Up` means

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
        self._keeper = Keeper(clock=clock, on_state=on_state, random=random)
        self._events: asyncio.Queue[ManagementEvent] = asyncio.Queue(WAITING_EVENTS)
        self._version: VersionSeen | None = None

    @property
    def state(self) -> LinkState:
        """How things are now, with the reason of the newest attempt."""
        return self._keeper.state

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Keep the connection while the block runs; the first attempt starts at once."""
        async with asyncio.TaskGroup() as group:
            keeping = group.create_task(self._keeper.keep(self._serve))
            try:
                yield
            finally:
                keeping.cancel()

    def retry_now(self) -> None:
        """End the pause before the next attempt, because the log says that the server listens."""
        self._keeper.retry_now()

    async def events(self) -> AsyncIterator[ManagementEvent]:
        """What the server tells, in its order; for one reader, who must keep reading.

        Each connection begins with a `VersionSeen`, if the version is another than before, and
        the lists of players and operators.
        """
        while True:
            yield await self._events.get()

    async def tell(
        self,
        player: Player,
        text: str,
        *,
        overlay: bool = False,
        timeout: float = ANSWER_SECONDS,  # noqa: ASYNC109
    ) -> None:
        """Show plain text to this player alone, in the chat or above the hotbar.

        The server does not say whether such a player is there. Raises ManagementRefusedError;
        ManagementLostError, whose `written` is false when nothing was sent; ManagementAnswerError
        and ManagementError when the server refuses or the text is too long; LinkError for what
        can be no player's name.
        """
        message = system_message(player, text, overlay=overlay)
        connection = self._connected()
        try:
            async with asyncio.timeout(timeout):
                shown = await connection.call(SYSTEM_MESSAGE, message)
        except TimeoutError as error:
            problem = f"no answer in {timeout:g} s"
            raise ManagementLostError(problem, written=True) from error
        if shown is not True:
            raise ManagementError("the server did not show the message")

    def _connected(self) -> ManagementConnection:
        match self._keeper.state:
            case Up():
                return self._connection
            case Refused(reason=reason):
                raise ManagementRefusedError(reason)
            case Down(reason=reason):
                raise ManagementLostError(reason, written=False)

    async def _serve(self) -> float:
        """One attempt and, if it succeeds, the connection to its end; the seconds it was up."""
        try:
            async with opened(
                self._endpoint(), clock=self._clock, take=self._take
            ) as self._connection:
                return await self._attend(self._connection)
        except ManagementRefusedError as error:
            self._keeper.enter(Refused(str(error)))
        except BridgeError as error:
            self._keeper.enter(Down(str(error)))
        return 0.0

    async def _attend(self, connection: ManagementConnection) -> float:
        try:
            await connection.greet()
        except ManagementError as error:
            self._keeper.enter(Down(str(error)))
            return 0.0
        since = self._clock.monotonic()
        self._keeper.enter(Up())
        reason = await connection.ended()
        self._keeper.enter(Down(reason))
        return self._clock.monotonic() - since

    async def _take(self, event: ManagementEvent) -> None:
        if isinstance(event, VersionSeen):
            # Elsewhere it means a start, and empties what is known of the players.
            if event == self._version:
                return
            self._version = event
        await self._events.put(event)
