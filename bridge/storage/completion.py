"""Work that has to know its outcome, whatever happens to the one who waits for it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Coroutine

ResultT = TypeVar("ResultT")


async def to_the_end(work: Coroutine[Any, Any, ResultT]) -> ResultT:
    """The result of `work`; a cancellation that comes meanwhile is raised when `work` has ended.

    For a change that is stored and then shown in memory: stopped in between, the two would differ.
    The task is owned by this call, which never returns before it has ended. (A TaskGroup cannot do
    this: cancelling its owner cancels its tasks.)
    """
    task = asyncio.get_running_loop().create_task(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait((task,))
        except asyncio.CancelledError as cancellation:
            cancelled = cancellation
    result = task.result()
    if cancelled is not None:
        raise cancelled
    return result
