"""The block of one execution, which others may end with a reason while it waits for something."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Self

from bridge.agent.failures import FailureError

if TYPE_CHECKING:
    from types import TracebackType

    from bridge.agent.failures import Failure


class Scope:
    """`async with scope:` in the execution's task; `stop` from anywhere.

    The block then raises FailureError with the reason. A cancellation from outside (the program
    stops) stays a CancelledError.
    """

    def __init__(self) -> None:
        self.stopped: Failure | None = None
        self._task: asyncio.Task[object] | None = None
        self._cancelling = 0

    def stop(self, failure: Failure) -> None:
        """End the block soon; the first reason counts. Nothing once the block is over."""
        if self.stopped is not None:
            return
        self.stopped = failure
        if self._task is not None:
            self._task.cancel()

    async def __aenter__(self) -> Self:
        task = asyncio.current_task()
        assert task is not None
        self._task = task
        self._cancelling = task.cancelling()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        task, self._task = self._task, None
        if self.stopped is None or task is None:
            return
        outside = False
        if not isinstance(error, asyncio.CancelledError):
            outside = await _delivered(task, self._cancelling)
        if task.uncancel() > self._cancelling or outside:
            if not isinstance(error, asyncio.CancelledError):
                raise asyncio.CancelledError
            return  # cancelled from outside, too: that goes on
        # A failure of the block's own gives way: what is shown after it depends on the reason.
        if error is None or isinstance(error, asyncio.CancelledError | FailureError):
            raise FailureError(self.stopped) from None


async def _delivered(task: asyncio.Task[object], before: int) -> bool:
    """Take in our own cancellation, which the block has not met and a later wait would.

    Whether one from outside came with it.
    """
    try:
        await asyncio.sleep(0)
    except asyncio.CancelledError:
        return task.cancelling() > before + 1
    return False
