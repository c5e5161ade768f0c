"""Drives the mirror of one world's access file: when it is compared, when it is written.

At start and at exit, within a second of a change of the file, at each save of the world, and
every `mirror_seconds`. What comes out is told once, in the log and as a link in `status`.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.access.mirror import (
    BegunAnew,
    ReadIn,
    Same,
    Undecided,
    Unreadable,
    Unwritable,
    Written,
)
from bridge.core.errors import StoreError
from bridge.files.watch import watch_directory

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

    from bridge.access.mirror import Mirror, Outcome
    from bridge.core.clock import Clock
    from bridge.daemon.health import Health

_logger = logging.getLogger(__name__)

LINK: Final = "mirror"
UNDECIDED_SECONDS: Final = 1.0
"""Between two looks for the seed of a world that the game may be about to make."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the mirror's state is told, and whether the server still plays this world."""

    health: Health
    link: str
    moved: Callable[[], str]
    """The world that the server was changed to since the start; "" while it is this one."""


class Mirroring:
    """One a world; at work while `running`."""

    def __init__(self, mirror: Mirror, place: Place, *, clock: Clock, seconds: float) -> None:
        self._mirror = mirror
        self._place = place
        self._clock = clock
        self._seconds = seconds
        self._saved = asyncio.Event()
        self._undecided = asyncio.Event()
        self._unwritable = False

    def saved(self) -> None:
        """The world was saved: what it holds of ours has to be up to date soon."""
        self._saved.set()

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """The file was compared when the block begins, and is written after it ended."""
        await self._compare()
        try:
            async with asyncio.TaskGroup() as group:
                work = (self._watch(), self._write_often(), self._write_at_saves(), self._retry())
                tasks = [group.create_task(each) for each in work]
                try:
                    yield
                finally:
                    for task in tasks:
                        task.cancel()
        finally:
            await self._write()

    async def _watch(self) -> None:
        path = self._mirror.path
        async with watch_directory(path.parent, clock=self._clock) as changes:
            await self._compare()  # what changed before the watch was set
            async for change in changes:
                if change.touches(path.name):
                    await self._compare()

    async def _write_often(self) -> None:
        while True:
            await self._write()
            await self._clock.sleep(self._seconds)

    async def _write_at_saves(self) -> None:
        while True:
            await self._saved.wait()
            self._saved.clear()
            await self._write()

    async def _retry(self) -> None:
        while True:
            await self._undecided.wait()
            await self._clock.sleep(UNDECIDED_SECONDS)
            await self._compare()

    async def _compare(self) -> None:
        await self._told(self._mirror.compare(), writing=False)

    async def _write(self) -> None:
        await self._told(self._mirror.write_if_dirty(), writing=True)

    async def _told(self, work: Awaitable[Outcome], *, writing: bool) -> None:
        try:
            outcome = await work
        except StoreError as error:
            self._down(str(error))
            return
        self._tell(outcome, writing=writing)

    def _tell(self, outcome: Outcome, *, writing: bool) -> None:
        if isinstance(outcome, Undecided):
            self._undecided.set()
        else:
            self._undecided.clear()
        match outcome:
            case Unreadable(problem=problem):
                self._down(f"{problem}; nothing was changed, and it is not written over")
            case Unwritable(problem=problem):
                self._unwritable = True
                self._down(f"{problem}; it is tried again")
            case Undecided():
                why = f"{self._mirror.path} is missing, and the world's seed is not known yet"
                self._place.health.off(self._place.link, why)
            case ReadIn(changes=changes):
                text = "%s: it was changed by somebody else and is in force now: %d changes"
                _logger.warning(text, self._mirror.path, len(changes))
                self._up()
            case BegunAnew(changes=changes):
                text = "%s: the world is new; access begins with the built-in rules: %d changes"
                _logger.warning(text, self._mirror.path, len(changes))
                self._up()
            case Same() if self._unwritable and not writing:
                pass  # the file is as we left it, which is not how it should be
            case Same() | Written():
                self._up()

    def _up(self) -> None:
        self._unwritable = False
        if world := self._place.moved():
            why = f"level-name is {world} now; restart the daemon, which still keeps the other one"
            self._down(why)
        else:
            self._place.health.up(self._place.link)

    def _down(self, why: str) -> None:
        self._place.health.down(self._place.link, why)
