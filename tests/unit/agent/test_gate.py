import asyncio
from collections.abc import Iterable
from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from bridge.agent.gate import ModelGate


class Calls:
    """Calls through a gate, each held until `end`."""

    def __init__(self, gate: ModelGate, group: asyncio.TaskGroup) -> None:
        self._gate = gate
        self._group = group
        self.begun: list[str] = []
        self.most = 0
        self._ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    def start(self, *names: str) -> None:
        for name in names:
            self._ends[name] = asyncio.Event()
            self.tasks[name] = self._group.create_task(self._call(name))

    def end(self, name: str) -> None:
        self._ends[name].set()

    async def _call(self, name: str) -> None:
        async with self._gate.entered(name[0]):
            self.begun.append(name)
            self.most = max(self.most, self._gate.inside)
            await self._ends[name].wait()


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def order(names: Iterable[str], size: int = 1) -> list[str]:
    async with asyncio.TaskGroup() as group:
        gate = ModelGate(lambda: size)
        calls = Calls(gate, group)
        names = tuple(names)
        calls.start(*names)
        await settled()
        while len(calls.begun) < len(names) or gate.inside:
            for name in tuple(calls.begun):
                calls.end(name)
            await settled()
        assert calls.most <= size
        assert not gate.waiting
        return calls.begun


async def test_players_take_turns_and_one_players_calls_keep_their_order() -> None:
    assert await order(["a1", "a2", "a3", "a4", "b1", "b2", "c1"]) == [
        "a1", "a2", "b1", "c1", "a3", "b2", "a4",
    ]  # fmt: skip


async def test_who_asks_little_does_not_wait_behind_who_asks_much() -> None:
    names = [f"a{number}" for number in range(50)]
    assert (await order([*names, "b1"])).index("b1") == 2


async def test_as_many_run_as_there_are_places() -> None:
    async with asyncio.TaskGroup() as group:
        gate = ModelGate(lambda: 3)
        calls = Calls(gate, group)
        calls.start("a1", "b1", "c1", "d1")
        await settled()
        assert (calls.begun, gate.inside, gate.waiting) == (["a1", "b1", "c1"], 3, 1)
        for name in ("a1", "b1", "c1", "d1"):
            calls.end(name)


async def test_a_larger_size_counts_for_the_next_call_and_lets_in_who_waits() -> None:
    async with asyncio.TaskGroup() as group:
        size = 1
        gate = ModelGate(lambda: size)
        calls = Calls(gate, group)
        calls.start("a1", "b1", "c1")
        await settled()
        size = 3
        calls.start("d1")
        await settled()
        assert calls.begun == ["a1", "b1", "c1"]
        size = 1
        calls.end("a1")
        calls.end("b1")
        await settled()
        assert (calls.begun, gate.inside) == (["a1", "b1", "c1"], 1)
        for name in ("c1", "d1"):
            calls.end(name)


async def test_who_stops_waiting_takes_no_turn() -> None:
    async with asyncio.TaskGroup() as group:
        gate = ModelGate(lambda: 1)
        calls = Calls(gate, group)
        calls.start("a1", "b1", "b2", "c1")
        await settled()
        # The place is given while the cancellation is on its way.
        calls.tasks["b1"].cancel()
        calls.end("a1")
        await settled()
        assert calls.begun == ["a1", "b2"]
        calls.end("b2")
        calls.end("c1")


async def test_a_place_that_is_given_to_who_is_cancelled_at_once_goes_on() -> None:
    async with asyncio.TaskGroup() as group:
        gate = ModelGate(lambda: 1)
        calls = Calls(gate, group)
        calls.start("a1", "b1", "c1")
        await settled()
        calls.end("a1")
        while gate.waiting == 2:
            await asyncio.sleep(0)
        calls.tasks["b1"].cancel()
        await settled()
        assert calls.begun == ["a1", "c1"]
        calls.end("c1")
    assert (gate.inside, gate.waiting) == (0, 0)


@given(
    st.integers(1, 3),
    st.lists(
        st.tuples(st.sampled_from(["start", "end", "cancel", "turn"]), st.sampled_from("abc")),
        max_size=40,
    ),
)
def test_whatever_happens_places_are_kept_and_all_come_free(
    size: int, happenings: list[tuple[str, str]]
) -> None:
    async def happen() -> None:
        gate = ModelGate(lambda: size)
        async with asyncio.TaskGroup() as group:
            calls = Calls(gate, group)
            counts = dict.fromkeys("abc", 0)
            for what, player in happenings:
                mine = [name for name in calls.tasks if name[0] == player]
                match what:
                    case "start":
                        counts[player] += 1
                        calls.start(f"{player}{counts[player]}")
                    case "end" if mine:
                        calls.end(mine[0])
                    case "cancel" if mine:
                        calls.tasks[mine[-1]].cancel()
                    case _:
                        await asyncio.sleep(0)
                assert gate.inside <= size
            await settled()
            for name in calls.tasks:
                calls.end(name)
            await settled()
        assert (gate.inside, gate.waiting) == (0, 0)
        for player in "abc":
            mine = [name for name in calls.begun if name[0] == player]
            assert mine == sorted(mine, key=lambda name: int(name[1:]))

    with suppress(asyncio.CancelledError):
        asyncio.run(happen())
