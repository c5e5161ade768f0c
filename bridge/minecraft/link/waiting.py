"""Waiting for something, but not for ever, by the clock that one was handed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

from bridge.core.errors import BridgeError

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from bridge.core.clock import Clock

T = TypeVar("T")


async def within(seconds: float, work: Coroutine[None, None, T], clock: Clock) -> T:
    """What `work` returns, or the BridgeError that it raises.

    Raises TimeoutError when it takes longer; then it is cancelled.
    """

    async def outcome() -> T | BridgeError:
        try:
            return await work
        except BridgeError as error:
            return error

    async with asyncio.TaskGroup() as group:
        working = group.create_task(outcome())
        sleeping = group.create_task(clock.sleep(seconds))
        try:
            await asyncio.wait((working, sleeping), return_when=asyncio.FIRST_COMPLETED)
            done = working.done()
        finally:
            working.cancel()
            sleeping.cancel()
    if not done:
        raise TimeoutError
    result = working.result()
    if isinstance(result, BridgeError):
        raise result
    return result
