"""What was heard of a server and waits to be seen to, and how far its log is dealt with."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from bridge.minecraft.link.heard import asks, described
from bridge.minecraft.link.merging import Merging, Message, Stage
from bridge.minecraft.link.places import Places

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterable

    from bridge.minecraft.link.heard import Heard
    from bridge.minecraft.transports.log_file import LogLine

_logger = logging.getLogger(__name__)

UNHEARD: Final = 256
"""Events that wait to be taken; behind them no source is listened to."""


class Hearing:
    """One server's. `passed` is told up to which line a restart need not read the log."""

    def __init__(
        self, monotonic: Callable[[], float], passed: Callable[[LogLine | None], None]
    ) -> None:
        self._merging = Merging(monotonic)
        self._places = Places()
        self._passed = passed
        self._waiting: asyncio.Queue[Message | None] = asyncio.Queue()
        self._left: list[Message] = []
        """What waited when it was closed."""
        self._out: Message | None = None
        """Taken, and not begun."""
        self._taken = asyncio.Event()
        self._gave_up = False

    @property
    def waiting(self) -> int:
        """How much waits to be taken."""
        return self._waiting.qsize()

    async def taken(self) -> AsyncGenerator[Heard]:
        """One event after the other, until it is closed.

        Each counts as begun when the next one is asked for.
        """
        while True:
            self.done()
            message = await self._waiting.get()
            if message is None:
                return
            self._out = message
            self._taken.set()
            yield message.heard

    def done(self) -> None:
        """What was taken last is begun."""
        message, self._out = self._out, None
        if message is not None:
            self._begin(message)

    def close(self) -> None:
        """Nothing more is taken: what waits, and what comes, is left for `end`."""
        self._left += self._rest()
        self._waiting.put_nowait(None)

    def came(self, source: str) -> None:
        """A peer is there."""
        self._merging.came(source)

    def gone(self, source: str) -> None:
        """It went: what the log alone told of late counts."""
        for message in self._merging.gone(source):
            self._take_in(message)

    async def told(self, heard: Heard) -> None:
        """A peer told something."""
        message = self._merging.admit(heard)
        if message.stage is Stage.NEWS:
            self._take_in(message)
            await self._room()

    def told_to_its_end(self, heard: Heard) -> bool:
        """A peer told something and sees to it itself; False where it was begun before."""
        message = self._merging.admit(heard)
        if message.stage is not Stage.NEWS:
            return False
        self._begin(message)
        return True

    async def read(self, line: LogLine | None, heard: Heard | None) -> bool:
        """A line was read; whether it was news."""
        message = self._read(line, heard)
        if message is None or message.stage is not Stage.NEWS:
            return False
        self._take_in(message)
        await self._room()
        return True

    def end(self, rest: Iterable[tuple[LogLine | None, Heard | None]]) -> None:
        """Nobody takes anything any more; `rest` is what of the log was not read yet.

        What a restart reads again is left to it, the rest of what waited is reported.
        """
        for line, heard in rest:
            self._read(line, heard)
        out = [] if self._out is None else [self._out]
        for message in (*out, *self._left, *self._rest(), *self._merging.held()):
            lost = message.place is None or self._places.is_passed(message.place)
            if lost and asks(message.heard.event):
                asked = described(message.heard)
                _logger.warning("%s: an answer could not be given: we are stopping", asked)

    def _read(self, line: LogLine | None, heard: Heard | None) -> Message | None:
        self._expire()
        message = None if heard is None else self._merging.admit(heard)
        if line is not None:
            self._places.read(line, waits=message is not None)
            if message is not None and message.stage is Stage.BEGUN:  # a peer was first
                self._places.begin(line)
            self._passed(self._places.mark)
        return message

    def _rest(self) -> list[Message]:
        """All that waits, which is taken out."""
        taken = [self._waiting.get_nowait() for _ in range(self.waiting)]
        return [message for message in taken if message is not None]

    def _take_in(self, message: Message) -> None:
        message.stage = Stage.WAITING
        self._waiting.put_nowait(message)

    async def _room(self) -> None:
        while self.waiting >= UNHEARD:
            self._taken.clear()
            await self._taken.wait()

    def _begin(self, message: Message) -> None:
        message.stage = Stage.BEGUN
        if message.place is not None:
            self._places.begin(message.place)
            self._passed(self._places.mark)

    def _expire(self) -> None:
        for message in self._merging.expire():
            if message.place is not None:
                self._places.give_up(message.place)
            if not self._gave_up:
                self._gave_up = True
                _logger.warning(
                    "log: what the program in the server did not tell of its chat is left out"
                )
