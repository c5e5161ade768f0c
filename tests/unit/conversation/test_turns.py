"""A player's requests run one after the other; players do not wait for each other."""

from __future__ import annotations

import asyncio

import pytest

from bridge.conversation.turns import BusyError, Turns


async def test_requests_of_one_player_run_in_order_and_one_at_a_time() -> None:
    turns = Turns()
    running: list[int] = []
    done: list[int] = []

    async def request(number: int) -> None:
        async with turns.turn("Mara"):
            running.append(number)
            assert len(running) == 1
            await asyncio.sleep(0)
            running.remove(number)
            done.append(number)

    async with asyncio.TaskGroup() as group:
        for number in range(10):
            group.create_task(request(number))
    assert done == list(range(10))
    assert turns.queued == 0


async def test_another_player_does_not_wait() -> None:
    turns = Turns()
    async with turns.turn("Mara"), asyncio.timeout(5), turns.turn("Teo"):
        assert turns.queued == 2


async def test_at_least_sixteen_wait_and_the_next_is_refused_at_once() -> None:
    turns = Turns()
    release = asyncio.Event()
    served: list[int] = []

    async def request(number: int) -> None:
        async with turns.turn("Mara"):
            await release.wait()
            served.append(number)

    async with asyncio.TaskGroup() as group:
        for number in range(17):
            group.create_task(request(number))
        while turns.queued < 17:
            await asyncio.sleep(0)
        with pytest.raises(BusyError):
            async with turns.turn("Mara"):
                pass
        release.set()
    assert served == list(range(17))


async def test_a_cancelled_waiter_gives_its_place_back() -> None:
    turns = Turns()
    async with asyncio.TaskGroup() as group, turns.turn("Mara"):

        async def wait() -> None:
            async with turns.turn("Mara"):
                raise AssertionError

        task = group.create_task(wait())
        while turns.queued < 2:
            await asyncio.sleep(0)
        task.cancel()
        while turns.queued > 1:
            await asyncio.sleep(0)
    assert turns.queued == 0
