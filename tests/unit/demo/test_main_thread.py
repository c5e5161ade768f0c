import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import pytest

from bridge.core.errors import RefusedError
from bridge.demo.main_thread import MainThread
from tests.fakes.clock import FakeClock


@asynccontextmanager
async def running(clock: FakeClock) -> AsyncGenerator[MainThread]:
    thread = MainThread(clock)
    async with asyncio.TaskGroup() as tasks:
        thread.start(tasks)
        yield thread
        await thread.stop()


async def settled(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0)


async def test_work_is_done_in_order_and_answers_its_caller(clock: FakeClock) -> None:
    done: list[int] = []

    def work(number: int) -> int:
        done.append(number)
        return number * 2

    async with running(clock) as thread:
        answers = await asyncio.gather(
            *(thread.call(lambda number=number: work(number)) for number in range(5))
        )
    assert (done, answers) == ([0, 1, 2, 3, 4], [0, 2, 4, 6, 8])


async def test_each_piece_of_work_takes_the_latency(clock: FakeClock) -> None:
    done: list[float] = []
    async with running(clock) as thread:
        thread.latency = 0.05
        async with asyncio.TaskGroup() as callers:
            for _ in range(2):
                callers.create_task(thread.call(lambda: done.append(clock.monotonic())))
            await settled(lambda: clock.sleeping == 1)
            clock.advance(0.05)
            await settled(lambda: len(done) == 1 and clock.sleeping == 1)
            clock.advance(0.05)
    assert done == [0.05, 0.1]


async def test_what_waits_at_the_stop_is_refused(clock: FakeClock) -> None:
    async with running(clock) as thread:
        thread.latency = 1
        async with asyncio.TaskGroup() as callers:
            waiting = callers.create_task(refusal(thread))
            await settled(lambda: clock.sleeping == 1)
            await thread.stop()
        assert waiting.result() == "the server has stopped"
        assert await refusal(thread) == "the server is not running"


async def test_a_caller_that_goes_does_not_take_its_work_back(clock: FakeClock) -> None:
    done: list[str] = []
    async with running(clock) as thread:
        thread.latency = 1
        async with asyncio.TaskGroup() as callers:
            caller = callers.create_task(thread.call(lambda: done.append("mine")))
            await settled(lambda: clock.sleeping == 1)
            caller.cancel()
        clock.advance(1)
        await settled(lambda: bool(done))
        thread.latency = 0
        await thread.call(lambda: done.append("next"))
    assert done == ["mine", "next"]


async def test_a_refusal_of_the_work_reaches_its_caller(clock: FakeClock) -> None:
    def refuse() -> None:
        raise RefusedError("no")

    async with running(clock) as thread:
        with pytest.raises(RefusedError, match="no"):
            await thread.call(refuse)
        assert await thread.call(lambda: 1) == 1


async def refusal(thread: MainThread) -> str:
    with pytest.raises(RefusedError) as caught:
        await thread.call(lambda: None)
    return str(caught.value)
