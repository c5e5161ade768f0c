"""The game's main thread: what is handed to it runs one after the other, in the order it came."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, TypeVar

from bridge.core.errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.core.clock import Clock

T = TypeVar("T")


class MainThread:
    """A serial queue. Before each piece of work it lets `latency` seconds of the clock pass."""

    def __init__(self, clock: Clock) -> None:
        self.latency = 0.0
        self._clock = clock
        self._task: asyncio.Task[None] | None = None
        self._work: deque[tuple[Callable[[], None], asyncio.Future[None]]] = deque()
        self._more = asyncio.Event()

    def start(self, tasks: asyncio.TaskGroup) -> None:
        """Take work from now on."""
        self._task = tasks.create_task(self._run())

    async def stop(self) -> None:
        """Take no more work; what still waits is refused."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.wait([self._task])
        self._task = None
        self._more.clear()
        while self._work:
            _refuse(self._work.popleft()[1], RefusedError("the server has stopped"))

    async def call(self, work: Callable[[], T]) -> T:
        """Have the work done and return what it returns.

        A caller that is cancelled while it waits does not take the work back.
        Raises RefusedError: the server is not running, or the work itself raised it.
        """
        if self._task is None:
            raise RefusedError("the server is not running")
        results: list[T] = []
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._work.append((lambda: results.append(work()), done))
        self._more.set()
        await done
        return results[0]

    async def _run(self) -> None:
        while True:
            await self._more.wait()
            if self.latency > 0:
                await self._clock.sleep(self.latency)
            self._step()

    def _step(self) -> None:
        work, done = self._work.popleft()
        if not self._work:
            self._more.clear()
        try:
            work()
        except RefusedError as refusal:
            _refuse(done, refusal)
        if not done.done():
            done.set_result(None)


def _refuse(done: asyncio.Future[None], refusal: RefusedError) -> None:
    if not done.done():
        done.set_exception(refusal)
