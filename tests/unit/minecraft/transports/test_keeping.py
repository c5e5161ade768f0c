import asyncio

import pytest

from bridge.minecraft.transports.keeping import Keeper
from bridge.minecraft.transports.rcon import Down, LinkState, Up
from tests.peers.rcon_line import SleepersClock


class Attempts:
    """Ends at once, after as many seconds as told."""

    def __init__(self, keeper: Keeper, *seconds: float) -> None:
        self.made = 0
        self._keeper = keeper
        self._seconds = seconds

    async def __call__(self) -> float:
        self.made += 1
        self._keeper.enter(Down("nobody there"))
        return self._seconds[self.made - 1] if self.made <= len(self._seconds) else 0.0


def keeper(clock: SleepersClock, states: list[LinkState]) -> Keeper:
    return Keeper(clock=clock, on_state=states.append, random=lambda: 0.0)


async def test_waits_longer_and_longer_and_announces_once() -> None:
    clock, states = SleepersClock(), list[LinkState]()
    kept = keeper(clock, states)
    attempts = Attempts(kept)
    async with asyncio.TaskGroup() as group:
        keeping = group.create_task(kept.keep(attempts))
        for pauses in range(1, 10):
            await clock.begun(pauses)
            clock.advance(30)
        await clock.begun(10)
        keeping.cancel()
    assert clock.slept == [0.25, 0.5, 1, 2, 4, 8, 16, 30, 30, 30]
    assert states == [Down("nobody there")]
    assert kept.state == Down("stopped")


@pytest.mark.parametrize(("up", "second"), [(29.0, 0.5), (31.0, 0.25)])
async def test_begins_with_short_pauses_after_a_long_connection(up: float, second: float) -> None:
    clock = SleepersClock()
    kept = keeper(clock, [])
    async with asyncio.TaskGroup() as group:
        keeping = group.create_task(kept.keep(Attempts(kept, 0.0, up)))
        await clock.begun(1)
        clock.advance(0.25)
        await clock.begun(2)
        keeping.cancel()
    assert clock.slept == [0.25, second]


async def test_tries_at_once_when_told() -> None:
    clock = SleepersClock()
    kept = keeper(clock, [])
    attempts = Attempts(kept)
    async with asyncio.TaskGroup() as group:
        keeping = group.create_task(kept.keep(attempts))
        await clock.begun(1)
        kept.retry_now()
        await clock.begun(2)
        keeping.cancel()
    assert attempts.made == 2


def test_announces_each_change() -> None:
    states: list[LinkState] = []
    kept = keeper(SleepersClock(), states)
    assert kept.state == Down("not connected yet")
    for state in (Up(), Up(), Down("a"), Down("a"), Down("b"), Up()):
        kept.enter(state)
        assert kept.state == state
    assert states == [Up(), Down("a"), Down("b"), Up()]
