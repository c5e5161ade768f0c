import asyncio

import pytest

from bridge.storage.completion import to_the_end


async def test_the_result_is_handed_on() -> None:
    async def work() -> int:
        return 7

    assert await to_the_end(work()) == 7


async def test_an_error_is_handed_on() -> None:
    async def work() -> None:
        raise LookupError("gone")

    with pytest.raises(LookupError, match="gone"):
        await to_the_end(work())


async def test_a_cancelled_caller_leaves_only_when_the_work_is_done() -> None:
    started, may_end = asyncio.Event(), asyncio.Event()
    done: list[str] = []

    async def work() -> None:
        started.set()
        await may_end.wait()
        done.append("work")

    async with asyncio.TaskGroup() as group:
        caller = group.create_task(to_the_end(work()))
        await started.wait()
        caller.cancel()
        caller.cancel()
        await asyncio.sleep(0)
        assert not caller.done()
        may_end.set()
        with pytest.raises(asyncio.CancelledError):
            await caller
    assert done == ["work"]


async def test_an_error_of_the_work_is_not_hidden_by_a_cancellation() -> None:
    started, may_end = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        started.set()
        await may_end.wait()
        raise LookupError("gone")

    async with asyncio.TaskGroup() as group:

        async def call() -> None:
            with pytest.raises(LookupError):
                await to_the_end(work())

        caller = group.create_task(call())
        await started.wait()
        caller.cancel()
        await asyncio.sleep(0)
        may_end.set()
