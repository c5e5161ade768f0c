"""Work for a thread whose end nobody has to wait for."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

ResultT = TypeVar("ResultT")


async def in_background(work: Callable[[], ResultT]) -> ResultT:
    """Run `work` in a thread of its own and return what it returns, or raise what it raises.

    Unlike `asyncio.to_thread`: when the loop ends, or the waiter is cancelled, the thread is left
    alone and goes with the process. So it must only read.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[ResultT] = loop.create_future()

    def tell(result: ResultT | None, error: BaseException | None) -> None:
        if done.cancelled():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(result)  # pyright: ignore[reportArgumentType] - a result where there is no error

    def run() -> None:
        result: ResultT | None = None
        failure: BaseException | None = None
        try:
            result = work()
        except BaseException as error:  # noqa: BLE001 - raised again where it is awaited
            failure = error
        try:
            loop.call_soon_threadsafe(tell, result, failure)
        except RuntimeError:
            return  # the loop is closed: nobody waits

    threading.Thread(target=run, daemon=True).start()
    return await done
