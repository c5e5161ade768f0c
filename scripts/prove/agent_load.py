"""Two hundred executions at once: who waits, for how long the loop is held, and the memory.

    scripts/prove/agent_load.py [--executions 200] [--write docs/proof.md]

Half of the executions are one player's, the others belong to players with five each. Every one
makes a routing call and a loop of three tools and an answer, through four places at a model that
takes some milliseconds; the quota and the trace are in SQLite.

Exit 1 when a player who waited saw another one served twice meanwhile, when one player's calls were
served out of order, when a call was lost or counted twice, when a step between two awaits took 5 ms
or more (99 of 100), or when 50 MB or more were needed.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import sys
import types
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC
from itertools import count
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

sys.path.insert(0, str(Path(__file__).parents[2]))

from typing_extensions import override

from bridge.access.quota import Caps, Quota
from bridge.agent.gate import ModelGate
from bridge.agent.kernel import Ask
from bridge.agent.loop import ReActLoop
from bridge.agent.policy import BUILT_IN, FREE_CHAT, SINGLE
from bridge.agent.runs import running
from bridge.agent.trace import Trace
from bridge.core.actors import Player
from bridge.core.modes import Mode
from bridge.daemon.clock import SystemClock
from bridge.daemon.loop import run_on_loop
from bridge.gateway.messages import ModelReply, ModelRequest, Usage
from bridge.storage.database import Database
from scripts.prove.section import put_section
from tests.fakes.actions import action, context
from tests.fakes.executions import FakeAuthority, asked, kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Generator, Hashable

PLACES: Final = 4
EACH: Final = 5
"""Executions of a player who is not the one with many."""
TOOLS: Final = 3
CALLS: Final = TOOLS + 2
"""Of the model, by one execution."""
MODEL_SECONDS: Final = 0.004
STEP_LIMIT_MS: Final = 5.0
MEMORY_LIMIT_MB: Final = 50.0


@dataclass(slots=True, eq=False)
class Wait:
    """One call's wait for a place: the numbers of the moments at which it began and ended."""

    player: Hashable
    begun: int
    served: int = 0


class WatchedGate(ModelGate):
    """The gate, and who waited when."""

    def __init__(self, places: int) -> None:
        super().__init__(lambda: places)
        self.waits: list[Wait] = []
        self._moments = count(1)

    @override
    async def enter(self, player: Hashable) -> None:
        """Wait, and note it."""
        wait = Wait(player, next(self._moments))
        self.waits.append(wait)
        await super().enter(player)
        wait.served = next(self._moments)


class SlowModel:
    """Takes a moment, asks for three different tools and answers."""

    def __init__(self) -> None:
        self.requests = 0
        self.at_once = 0
        self.most_at_once = 0
        self.most_memory = 0.0
        self._random = Random(1)

    async def complete(
        self, request: ModelRequest, *, on_text: Callable[[str], None] | None = None
    ) -> ModelReply:
        """The next decision of whoever asks."""
        del on_text
        self.requests += 1
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        if self.requests % 50 == 0:
            self.most_memory = max(self.most_memory, memory_mb())
        try:
            await asyncio.sleep(MODEL_SECONDS * self._random.uniform(0.5, 1.5))
        finally:
            self.at_once -= 1
        number = len(json.loads(request.user).get("observations", ()))
        text = json.dumps({"type": "quests.find", "input": {"text": f"iron {number}"}})
        if number == TOOLS:
            text = '{"type":"answer","text":"Below y 16."}'
        usage = Usage(input_tokens=400, output_tokens=30)
        return ModelReply(
            text=text, model="m", usage=usage, cost=0.001, json_mode=True, finish="stop"
        )

    def price(self, model: str, *, input_tokens: int, output_tokens: int) -> float | None:
        """Some."""
        del model
        return (input_tokens + output_tokens) / 1e6


class Generous(FakeAuthority):
    """More calls than are made."""

    @override
    def caps(self, player: UUID) -> Caps:
        """For anybody."""
        return Caps(player_calls=10**9, server_calls=10**9)


def memory_mb() -> float:
    """What this process holds."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@types.coroutine
def timed(work: Coroutine[Any, Any, None], steps: list[float]) -> Generator[Any, Any, None]:
    """`work`; the milliseconds of each step between two of its awaits go to `steps`."""
    step: Callable[[], Any] = lambda: work.send(None)  # noqa: E731
    while True:
        began = perf_counter()
        try:
            waited = step()
        except StopIteration:
            return
        finally:
            steps.append((perf_counter() - began) * 1000)
        try:
            yield waited
        except BaseException as error:  # noqa: BLE001 - it goes where it belongs
            step = lambda error=error: work.throw(error)  # noqa: E731
        else:
            step = lambda: work.send(None)  # noqa: E731


@dataclass(slots=True, kw_only=True)
class Outcome:
    """What was seen."""

    executions: int
    players: int
    answers: int = 0
    calls: int = 0
    counted: int = 0
    """Calls of the day by the quota."""
    traced: int = 0
    most_at_once: int = 0
    unfair: int = 0
    """Times that somebody was served twice while another player waited."""
    disordered: int = 0
    longest_turns: int = 0
    """The most calls of others that were served while somebody waited."""
    memory: float = 0.0
    seconds: float = 0.0
    steps: list[float] = field(default_factory=list[float])

    @property
    def p99(self) -> float:
        """Milliseconds of a step."""
        return quantiles(self.steps, n=100)[98]

    @property
    def problems(self) -> list[str]:
        """What does not depend on the machine."""
        expected = self.executions * CALLS
        found = {
            "an execution without its answer": self.answers != self.executions,
            "calls were lost or made twice": not self.calls == self.counted == expected,
            "runs are missing in the trace": self.traced != self.executions,
            f"more than {PLACES} calls at once": self.most_at_once > PLACES,
            "a player was served twice while another waited": self.unfair > 0,
            "one player's calls changed their order": self.disordered > 0,
        }
        return [problem for problem, is_so in found.items() if is_so]

    @property
    def slow(self) -> list[str]:
        """What does."""
        found = {
            f"a step took {STEP_LIMIT_MS:g} ms or more (p99)": self.p99 >= STEP_LIMIT_MS,
            f"{MEMORY_LIMIT_MB:g} MB or more were needed": self.memory >= MEMORY_LIMIT_MB,
        }
        return [problem for problem, is_so in found.items() if is_so]

    def judge(self, waits: list[Wait]) -> None:
        """Who was served while others waited."""
        order = sorted(waits, key=lambda wait: wait.served)
        last: dict[Hashable, int] = {}
        asked: dict[Hashable, int] = {}
        for wait in order:
            self.disordered += wait.begun < asked.get(wait.player, 0)
            asked[wait.player] = wait.begun
            # A player's next call is at the head of its own line once the one before was served.
            since = max(wait.begun, last.get(wait.player, 0))
            served = [
                each.player
                for each in order
                if since < each.served < wait.served and each.player != wait.player
            ]
            self.unfair += len(served) != len(set(served))
            self.longest_turns = max(self.longest_turns, len(served))
            last[wait.player] = wait.served


def players(executions: int) -> list[Player]:
    """Whose each execution is: half of them one player's."""
    many = Player(name="Many", uuid=UUID(int=1))
    others = executions - executions // 2
    few = [Player(name=f"P{number // EACH}", uuid=UUID(int=2 + number // EACH))
           for number in range(others)]  # fmt: skip
    return [many] * (executions - others) + few


async def whole(kernel: Any, player: Player, number: int, outcome: Outcome) -> None:
    """One execution from its routing to its answer."""
    opening = running(
        kernel,
        Generous(),
        asked(player, run=f"run-{number}"),
        workflow="route",
        policy=replace(SINGLE, ttl=600.0),
    )
    async with opening as execution:
        with execution.needing(Mode.FREE):
            await execution.model(Ask(task="route", system="Pick.", user="{}"))
            execution.adopt(FREE_CHAT, replace(BUILT_IN[FREE_CHAT], ttl=600.0))
            find = action(value={"quests": ["iron " * 100]})
            made = context([find], rounds=execution.policy.rounds, system="Answer. " * 200)
            finished = await ReActLoop(made, execution).run()
            outcome.answers += finished.answer is not None


async def prove(executions: int) -> Outcome:
    """All at once."""
    owners = players(executions)
    outcome = Outcome(executions=executions, players=len(set(owners)))
    clock, model, gate = SystemClock(), SlowModel(), WatchedGate(PLACES)
    with TemporaryDirectory() as directory:
        async with AsyncExitStack() as stack:
            path = Path(directory, "bridge.db")
            database = await stack.enter_async_context(Database.open(path, clock=clock))
            quota = await Quota.load(database, clock=clock, zone=UTC)
            shared = replace(kernel(model, clock=clock), quota=quota, gate=gate)
            await whole(shared, Player(name="Warm", uuid=UUID(int=10**6)), 0, outcome)
            outcome.answers, model.requests = 0, 0
            gate.waits.clear()
            warm = quota.today().calls
            gc.collect()
            before, began = memory_mb(), perf_counter()
            async with Trace(database, shared.bus, clock, keep_days=14).running():
                async with asyncio.TaskGroup() as group:
                    for number, owner in enumerate(owners, 1):
                        work = whole(shared, owner, number, outcome)
                        group.create_task(_task(work, outcome.steps))
                model.most_memory = max(model.most_memory, memory_mb())
            outcome.seconds = perf_counter() - began
            outcome.memory = model.most_memory - before
            outcome.calls, outcome.counted = model.requests, quota.today().calls - warm
            outcome.most_at_once = model.most_at_once
            async with database.read() as snapshot:
                row = await snapshot.one("SELECT count(*) FROM trace_run")
            outcome.traced = row[0] if row else 0
            outcome.judge(gate.waits)
    return outcome


async def _task(work: Coroutine[Any, Any, None], steps: list[float]) -> None:
    await timed(work, steps)


def told(outcome: Outcome) -> str:
    """The text of the section."""
    return (
        f"- {outcome.executions} executions of {outcome.players} players at once, half of them one "
        f"player's, in {outcome.seconds:.1f} s: {outcome.answers} answers, {outcome.calls:,} calls "
        f"of the model, {outcome.counted:,} counted, {outcome.traced} runs traced, at most "
        f"{outcome.most_at_once} calls at once\n"
        f"- A player served twice while another waited: {outcome.unfair}; calls of one player out "
        f"of order: {outcome.disordered}; nobody waited for more than {outcome.longest_turns} "
        "calls of others\n"
        f"- Time between two awaits: {outcome.p99:.2f} ms p99, {max(outcome.steps):.1f} ms at "
        f"most, of {len(outcome.steps):,}; {outcome.memory:.1f} MB more memory"
    )


def main() -> int:
    """Prove it, print it, and with `--write FILE` put it into that page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--executions", type=int, default=200)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    outcome = run_on_loop(prove(options.executions))
    text = told(outcome)
    print(text)
    problems = outcome.problems + outcome.slow
    print("\n".join(problems))
    if options.write:
        put_section(options.write, "agent-load", "Two hundred executions at once", text)
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
