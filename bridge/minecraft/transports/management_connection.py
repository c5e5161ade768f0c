"""One WebSocket to a management server, from the secret to its end; it is never opened again."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.core.errors import (
    ManagementAnswerError,
    ManagementError,
    ManagementLostError,
    ProtocolError,
)
from bridge.minecraft.transports.management_codec import (
    MAX_MESSAGE,
    Answer,
    Failure,
    Notification,
    decode,
    encode,
)
from bridge.minecraft.transports.management_messages import (
    OPERATORS,
    PLAYERS,
    STATUS,
    answered,
    notified,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from aiohttp import ClientWebSocketResponse

    from bridge.core.clock import Clock
    from bridge.minecraft.transports.management_messages import ManagementEvent

_logger = logging.getLogger(__name__)

GREETING_SECONDS: Final = 600.0
"""Patience for the first answers: the port listens before the world is loaded, and the game's
thread answers after."""

BEAT_SECONDS: Final = 30.0
"""After so long without a word the server is asked how it is."""

SILENCE_SECONDS: Final = 60.0
"""An answer owed for longer ends the connection; vanilla's watchdog ends the server then."""

MOST_OWED: Final = 64
"""Requests that may wait for their answers at once."""


@dataclass(frozen=True, slots=True)
class _Asked:
    method: str
    answer: asyncio.Future[object] | None  # None: only the events of the answer count
    since: float


class ManagementConnection:
    """Asks, and hands on what the answers and the notifications tell in their one order.

    `take` may wait: nothing is read meanwhile.
    """

    def __init__(
        self,
        socket: ClientWebSocketResponse,
        *,
        clock: Clock,
        take: Callable[[ManagementEvent], Awaitable[None]],
    ) -> None:
        self._socket = socket
        self._clock = clock
        self._take = take
        self._asked: dict[int, _Asked] = {}
        self._last_id = 0
        self._heard_at = clock.monotonic()
        self._patience = GREETING_SECONDS
        self._end_reason: str | None = None
        self._ended = asyncio.Event()

    async def greet(self) -> None:
        """Ask for version, players and operators: what is told unasked builds on these.

        Raises ManagementError when the server does not answer as a management server.
        """
        await self.call(STATUS)
        for method in (PLAYERS, OPERATORS):
            try:
                await self.call(method)
            except ManagementAnswerError as error:
                _logger.warning("management: %s: %s", method, error)
        self._patience = SILENCE_SECONDS

    async def call(self, method: str, *params: object) -> object:
        """One request and its result. A cancelled one may still be carried out.

        Raises ManagementAnswerError, ManagementLostError, and ManagementError for a request that
        is too long.
        """
        answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        await self._send(_Asked(method, answer, self._clock.monotonic()), params)
        return await answer

    async def ended(self) -> str:
        """Return why the connection ended, once it has."""
        await self._ended.wait()
        return self._end_reason or ""

    async def read(self) -> None:
        """Take what comes until the connection ends."""
        try:
            while (reason := await self._read_one()) is None:
                pass
        except ProtocolError as error:
            reason = f"what answers is not the management protocol: {error}"
        self.end(reason)

    async def watch(self) -> None:
        """End the connection when the server does not answer any more.

        The server sends nothing while nothing happens, and a host that vanished sends no end.
        """
        while self._owed_seconds() < self._patience:
            await self._clock.sleep(BEAT_SECONDS)
            silence = self._clock.monotonic() - self._heard_at
            if silence >= BEAT_SECONDS and not self._asked:
                with suppress(ManagementError):  # the connection has ended
                    await self._send(_Asked(STATUS, None, self._clock.monotonic()), ())
        self.end(f"no answer in {self._owed_seconds():.0f} s")

    def end(self, reason: str) -> None:
        """Nothing is sent or awaited any more. Of several reasons the first one stands."""
        if self._end_reason is None:
            self._end_reason = reason
        for asked in self._asked.values():
            if asked.answer is not None and not asked.answer.done():
                asked.answer.set_exception(ManagementLostError(self._end_reason, written=True))
        self._asked.clear()
        self._ended.set()

    def _owed_seconds(self) -> float:
        oldest = next(iter(self._asked.values()), None)
        return 0.0 if oldest is None else self._clock.monotonic() - oldest.since

    async def _send(self, asked: _Asked, params: Iterable[object]) -> None:
        if self._end_reason is not None:
            raise ManagementLostError(self._end_reason, written=False)
        if len(self._asked) >= MOST_OWED:
            problem = f"not sent: the server owes {MOST_OWED} answers"
            raise ManagementLostError(problem, written=False)
        text = encode(self._last_id + 1, asked.method, *params)
        self._last_id += 1
        self._asked[self._last_id] = asked
        try:
            await self._socket.send_str(text)
        except OSError as error:  # aiohttp's is one
            if asked.answer is not None:
                asked.answer.cancel()
            raise ManagementLostError("the connection broke", written=True) from error

    async def _read_one(self) -> str | None:
        """Take one frame; why there will be no more, or None."""
        from aiohttp import WSMsgType  # late: see management_opening

        message = await self._socket.receive()
        self._heard_at = self._clock.monotonic()
        match message.type:
            case WSMsgType.TEXT:
                await self._understand(message.data)
                return None
            case WSMsgType.BINARY:
                return "what answers is not the management protocol: a binary frame"
            case WSMsgType.ERROR:
                return f"what came is no WebSocket frame, or over {MAX_MESSAGE} bytes"
            case _:
                code = self._socket.close_code
                return f"the server closed the connection ({code})"

    async def _understand(self, frame: str) -> None:
        match decode(frame):
            case Notification(method=method, params=params):
                for event in notified(method, params):
                    await self._take(event)
            case Answer(id=request, result=result):
                if (asked := self._asked.pop(request, None)) is not None:
                    await self._answer(asked, result)
            case Failure(id=request, code=code, problem=problem):
                asked = None if request is None else self._asked.pop(request, None)
                self._fail(asked, ManagementAnswerError(code, problem))
            case None:
                pass

    async def _answer(self, asked: _Asked, result: object) -> None:
        # Here, and not where the answer is awaited: what came behind it is newer.
        for event in answered(asked.method, result):
            await self._take(event)
        if asked.answer is not None and not asked.answer.done():  # else nobody waits any more
            asked.answer.set_result(result)

    def _fail(self, asked: _Asked | None, error: ManagementAnswerError) -> None:
        if asked is None or asked.answer is None:
            _logger.debug("management: %s", error)  # as many as the server likes
        elif not asked.answer.done():
            asked.answer.set_exception(error)
