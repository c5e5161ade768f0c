import asyncio
import contextlib

import pytest

from bridge.agent.budget import Limit
from bridge.agent.failures import BudgetSpent, Cancelled, FailureError, Forgotten, NotOrganised
from bridge.agent.scope import Scope


async def wait() -> None:
    await asyncio.Event().wait()


async def failure_of(task: "asyncio.Task[object]") -> object:
    with pytest.raises(FailureError) as stopped:
        await task
    return stopped.value.failure


async def test_the_block_is_ended_with_the_first_reason() -> None:
    scope = Scope()

    async def run() -> None:
        async with scope:
            await wait()

    async with asyncio.TaskGroup() as group:
        task = group.create_task(asyncio.wait_for(asyncio.shield(asyncio.sleep(0)), 1))
        await task
    task = asyncio.get_running_loop().create_task(run())
    await asyncio.sleep(0)
    scope.stop(Cancelled())
    scope.stop(Forgotten())
    assert await failure_of(task) == Cancelled()


async def test_a_block_that_is_over_is_left_alone() -> None:
    scope = Scope()
    async with scope:
        pass
    scope.stop(Cancelled())
    await asyncio.sleep(0)


async def test_one_that_is_stopped_before_it_waits_is_stopped_at_its_end() -> None:
    scope = Scope()
    with pytest.raises(FailureError) as stopped:
        async with scope:
            scope.stop(Cancelled())
    assert stopped.value.failure == Cancelled()
    # Nothing of it is left for a later wait.
    await asyncio.sleep(0)
    task = asyncio.current_task()
    assert task is not None
    assert task.cancelling() == 0


async def test_the_reason_of_the_stop_counts_before_a_failure_of_the_block() -> None:
    """Cards that were earned are shown after a failure, and not after `/forget`."""
    scope = Scope()

    async def block() -> None:
        async with scope:
            scope.stop(Forgotten())
            raise FailureError(NotOrganised("x"))

    with pytest.raises(FailureError) as stopped:
        await block()
    assert stopped.value.failure == Forgotten()


async def test_a_mistake_of_the_block_stays_what_it_is() -> None:
    scope = Scope()

    async def block() -> None:
        async with scope:
            scope.stop(Cancelled())
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await block()


async def test_a_cancellation_from_outside_stays_one() -> None:
    async def run() -> None:
        async with Scope():
            await wait()

    task = asyncio.get_running_loop().create_task(run())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


@pytest.mark.parametrize("first", ["stop", "cancel"])
@pytest.mark.parametrize("later", [False, True])
async def test_both_at_once_are_a_cancellation(first: str, later: bool) -> None:
    scope = Scope()

    async def run() -> None:
        async with scope:
            try:
                await wait()
            finally:
                await asyncio.sleep(0)

    task = asyncio.get_running_loop().create_task(run())
    await asyncio.sleep(0)
    both = [lambda: scope.stop(BudgetSpent(Limit.TTL)), task.cancel]
    for end in both if first == "stop" else reversed(both):
        end()
        if later:
            await asyncio.sleep(0)
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_timeout_around_it_still_works() -> None:
    scope = Scope()

    async def late() -> None:
        async with asyncio.timeout(0.001), scope:
            await wait()

    async def stopped() -> None:
        async with asyncio.timeout(10), Scope() as inner:
            inner.stop(Cancelled())
            await wait()

    with pytest.raises(TimeoutError):
        await late()
    with pytest.raises(FailureError):
        await stopped()


async def test_a_block_that_swallows_its_cancellation_is_stopped_at_its_end() -> None:
    scope = Scope()

    async def run() -> None:
        async with scope:
            with contextlib.suppress(asyncio.CancelledError):
                await wait()

    task = asyncio.get_running_loop().create_task(run())
    await asyncio.sleep(0)
    scope.stop(Cancelled())
    assert await failure_of(task) == Cancelled()
