"""An execution is ended at every point where it waits, in every way that it can be ended.

    scripts/prove/agent_cancel.py [--write docs/proof.md]

A whole request: a routing call, a tool, a tool that earns a card, a nested workflow with a step and
a call of its own, the answer; beside it another player's request that wants the same place at the
model. It is ended at its N-th wait, for every N until it comes to its end: as the wait begins, and
when it is over but not yet noticed. After each: no task is left, no reservation open, no place at
the model taken, no card lost, every count as it should be, the other player's request answered.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import types
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC
from enum import Enum
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, cast
from uuid import UUID

sys.path.insert(0, str(Path(__file__).parents[2]))

from typing_extensions import override

from bridge.access.effective import Because, Reason, Source
from bridge.access.quota import Quota
from bridge.agent.failures import AccessLost, Cancelled, FailureError, Forgotten
from bridge.agent.kernel import Ask
from bridge.agent.loop import ReActLoop
from bridge.agent.policy import BUILT_IN, FREE_CHAT, SINGLE
from bridge.agent.react import ReActContext, ReActTool, Result, ToolContext
from bridge.agent.runs import running
from bridge.agent.user_message import Question
from bridge.core.actors import Player
from bridge.core.cards import Card, CardKind
from bridge.core.modes import Mode
from bridge.modules.inputs import TextInput, TextInputs
from bridge.storage.database import Database
from bridge.tools.priority import Priority
from scripts.prove.section import put_section
from tests.fakes.clock import FakeClock
from tests.fakes.executions import FakeAuthority, MemoryQuota, asked, kernel
from tests.fakes.model import ScriptedModel

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Coroutine, Generator

    from bridge.agent.execution import Execution
    from bridge.agent.kernel import Kernel
    from bridge.gateway.messages import ModelReply, ModelRequest

MARA: Final = Player(name="Mara", uuid=UUID(int=1))
TOM: Final = Player(name="Tom", uuid=UUID(int=2))
ROUTE: Final = Ask(task="route", system="Pick.", user="{}")
FOUND: Final = Card(kind=CardKind.LIST)
NESTED: Final = Card(kind=CardKind.ANSWER)
SCRIPT: Final = (
    '{"type":"system:free_chat"}',
    '{"type":"quests.find","input":{"text":"iron"}}',
    '{"type":"items.find","input":{"text":"iron"}}',
    '{"type":"system:quest","input":{"text":"iron"}}',
    '{"type":"answer","text":"nested"}',
    '{"type":"answer","text":"Below y 16."}',
)


class End(Enum):
    """The ways of ending a request."""

    CANCELLED_OUTSIDE = "the task is cancelled from outside"
    CANCEL = "/cancel"
    FORGET = "/forget"
    REVOKED = "access is revoked"
    LOWERED = "access is lowered, and nobody says so: the next check finds it"
    BOTH = "/cancel, and the task is cancelled from outside"


class Moment(Enum):
    """When, at one wait."""

    BEGINS = "as the wait begins"
    IS_OVER = "when it is over and not yet noticed"


class SlowModel(ScriptedModel):
    """Takes a few turns of the loop for each reply, and counts the calls that were begun."""

    @override
    async def complete(
        self, request: ModelRequest, *, on_text: Callable[[str], None] | None = None
    ) -> ModelReply:
        reply = await super().complete(request, on_text=on_text)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return reply


@dataclass(slots=True)
class Run:
    """One request, and what is known of it from outside."""

    authority: FakeAuthority = field(default_factory=FakeAuthority)
    execution: Execution | None = None
    earned: list[Card] = field(default_factory=list[Card])
    tools: int = 0
    """Tools that began."""
    asked: int = 0
    """Requests that the model got."""
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """What the requests share, and the reservations that are open."""

    kernel: Kernel
    open: Callable[[], int]
    used: Callable[[UUID], int]


class Each:
    """A model of its own for each player, so that the scripts do not mix."""

    def __init__(self) -> None:
        self.models = {"Mara": SlowModel(SCRIPT), "Tom": SlowModel(SCRIPT)}

    async def complete(
        self, request: ModelRequest, *, on_text: Callable[[str], None] | None = None
    ) -> ModelReply:
        return await self.models[request.system.split()[-1]].complete(request, on_text=on_text)

    def price(self, model: str, *, input_tokens: int, output_tokens: int) -> float | None:
        del model, input_tokens, output_tokens
        return 0.001


@asynccontextmanager
async def place(model: Each, *, stored: bool) -> AsyncGenerator[Place]:
    """A kernel with one place at the model: with the quota in memory, or stored."""
    clock = FakeClock()
    if not stored:
        memory = MemoryQuota()
        made = kernel(model, clock=clock, quota=memory, at_once=1)
        yield Place(made, lambda: len(memory.open), lambda uuid: memory.used.get(uuid, 0))
        return
    async with Database.open(None, clock=clock) as database:
        quota = await Quota.load(database, clock=clock, zone=UTC)
        made = replace(kernel(model, clock=clock, at_once=1), quota=quota)
        yield Place(made, lambda: quota.open_calls, quota.used_today)
        again = await Quota.load(database, clock=clock, zone=UTC)
        for player in (MARA, TOM):
            assert player.uuid is not None
            assert again.used_today(player.uuid) == quota.used_today(player.uuid), "stored counts"


async def request(here: Place, player: Player, run: Run) -> None:
    """The request, from its routing to its answer."""

    async def find(_: Execution, given: Any) -> Result:
        del given
        run.tools += 1
        await asyncio.sleep(0)
        return Result(value={"quests": []})

    async def find_with_card(_: Execution, given: Any) -> Result:
        del given
        run.tools += 1
        await asyncio.sleep(0)
        run.earned.append(FOUND)
        return Result(value={"items": ["iron"]}, card=FOUND)

    async def workflow(execution: Execution, given: Any) -> Result:
        del given
        async with execution.nested("system:quest", SINGLE, needs=Mode.STANDARD) as nested:
            await nested.step("read", lambda: asyncio.sleep(0))
            await nested.model(Ask(task="chat", system=f"Chat. {player.name}", user="{}"))
        run.earned.append(NESTED)
        return Result(value={"text": "done"}, card=NESTED)

    def action(name: str, kind: str, work: Callable[..., Any]) -> ReActTool:
        inputs = TextInputs({"text": TextInput("words")})
        return ReActTool(
            name=name,
            kind=cast("Any", kind),
            description=name,
            priority=Priority.LOCAL,
            parameters=inputs.schema(),
            inputs=inputs,
            run=work,
        )

    opening = running(
        here.kernel, run.authority, asked(player, run=player.name), workflow="route", policy=SINGLE
    )
    async with opening as execution:
        run.execution = execution
        with execution.needing(Mode.STANDARD):
            await execution.model(replace(ROUTE, system=f"Pick. {player.name}"))
        execution.adopt(FREE_CHAT, BUILT_IN[FREE_CHAT])
        with execution.needing(Mode.FREE):
            tools = ToolContext(
                [
                    action("quests.find", "tool", find),
                    action("items.find", "tool", find_with_card),
                    action("system:quest", "workflow", workflow),
                ]
            )
            context = ReActContext(
                question=Question(task="free_chat", text="iron?", player="P", language="en_us"),
                system=f"Talk. {player.name}",
                tools=tools,
                rounds=execution.policy.rounds,
            )
            finished = await ReActLoop(context, execution).run()
            run.answer = finished.answer.text if finished.answer else str(finished.failure)


@types.coroutine
def interrupted(
    work: Coroutine[Any, Any, None], at: int, moment: Moment, end: Callable[[], None]
) -> Generator[Any, Any, int]:
    """`work`, ended at its wait number `at`; how many waits there were."""
    step: Callable[[], Any] = lambda: work.send(None)  # noqa: E731
    for number in count(1):
        try:
            waited = step()
        except StopIteration:
            return number - 1
        if number == at:
            if moment is Moment.BEGINS or not isinstance(waited, asyncio.Future):
                end()
            else:
                # Added before the task's own: it runs first, when what was waited for is there.
                cast("asyncio.Future[Any]", waited).add_done_callback(lambda _: end())
        try:
            yield waited
        except BaseException as error:  # noqa: BLE001 - it goes where it belongs
            step = lambda error=error: work.throw(error)  # noqa: E731
        else:
            step = lambda: work.send(None)  # noqa: E731
    raise AssertionError


def ending(way: End, here: Place, run: Run, task: Callable[[], asyncio.Task[Any]]) -> None:
    """End the request in that way."""
    execution = run.execution
    if way in {End.CANCELLED_OUTSIDE, End.BOTH}:
        task().cancel()
    if execution is None:
        return
    match way:
        case End.CANCEL | End.BOTH:
            execution.end(Cancelled())
        case End.FORGET:
            here.kernel.generations.forget(execution.player.uuid)
            execution.end(Forgotten())
        case End.REVOKED:
            execution.stop(Because(Reason.AI_OFF, Source.OVERRIDE))
        case End.LOWERED:
            run.authority.default = Mode.OFFLINE
        case End.CANCELLED_OUTSIDE:
            pass


_FAILURES: Final = {End.CANCEL: Cancelled, End.FORGET: Forgotten, End.REVOKED: AccessLost}


async def trial(at: int, way: End, moment: Moment, *, stored: bool) -> bool:
    """End one request at that wait; whether it came so far. AssertionError when anything is off."""
    model, mara, tom = Each(), Run(), Run()
    tasks: list[asyncio.Task[Any]] = []
    ended = False

    def end() -> None:
        nonlocal ended
        ended = True
        ending(way, here, mara, lambda: tasks[0])

    async def attempt() -> str:
        try:
            await interrupted(request(here, MARA, mara), at, moment, end)
        except FailureError as error:
            return type(error.failure).__name__
        return "answered"

    async with place(model, stored=stored) as here:
        before = asyncio.all_tasks()
        loop = asyncio.get_running_loop()
        other = loop.create_task(request(here, TOM, tom))
        tasks.append(loop.create_task(attempt()))
        done, _ = await asyncio.wait(tasks, timeout=30)
        assert done, "it did not end"
        outcome = "cancelled" if tasks[0].cancelled() else tasks[0].result()
        await other
        await asyncio.sleep(0)
        left = asyncio.all_tasks() - before
        mara.asked, tom.asked = (len(each.requests) for each in model.models.values())
        assert not left, f"tasks are left: {left}"
        assert here.open() == 0, "a reservation is open"
        assert (here.kernel.gate.inside, here.kernel.gate.waiting) == (0, 0), "places are taken"
        for player, run in ((MARA, mara), (TOM, tom)):
            judge(here, player, run)
        assert (tom.answer, tom.asked) == ("Below y 16.", len(SCRIPT)), "the other's request"
        judge_outcome(outcome, way, mara, ended=ended)
    return ended


def judge(here: Place, player: Player, run: Run) -> None:
    """What must be so of a request, however it ended."""
    assert player.uuid is not None
    assert here.used(player.uuid) == run.asked, "a call is counted that was not begun, or not"
    if run.execution is None:
        return
    assert list(run.execution.cards) == run.earned, "a card is lost"
    spent = run.execution.budget.ledgers[0]
    assert spent.model_calls == run.asked, "model calls"
    assert spent.tool_calls == run.tools, "tool calls"
    assert spent.tokens >= 0, "tokens"
    assert spent.model_calls + spent.tool_calls <= spent.steps <= 11, "steps"


def judge_outcome(outcome: str, way: End, run: Run, *, ended: bool) -> None:
    """How the request itself ended: as it was told to, unless it was over."""
    if not ended:
        assert (outcome, run.answer) == ("answered", "Below y 16.")
    elif way in {End.CANCELLED_OUTSIDE, End.BOTH}:
        assert outcome == "cancelled", outcome
    elif way is End.LOWERED:
        assert outcome == "AccessLost" or run.answer, outcome
    elif run.execution is not None:
        assert outcome == _FAILURES[way].__name__, outcome


@dataclass(slots=True)
class Tally:
    """How much was tried."""

    trials: int = 0
    waits: dict[bool, int] = field(default_factory=dict[bool, int])
    """The waits of one request, by whether its quota is stored."""


async def prove(*, every: int = 1) -> Tally:
    """Every wait, or each `every`-th. AssertionError names the first that fails."""
    tally = Tally()
    number = 0
    for stored in (False, True):
        for way in End:
            for moment in Moment:
                for at in count(1):
                    number += 1
                    if at > tally.waits.get(stored, 0) or number % every == 0:
                        try:
                            came = await trial(at, way, moment, stored=stored)
                        except AssertionError as error:
                            where = f"wait {at}, {way.value}, {moment.value}, stored: {stored}"
                            raise AssertionError(f"{where}: {error}") from error
                        tally.trials += 1
                        if not came:
                            break
                        tally.waits[stored] = max(at, tally.waits.get(stored, 0))
    return tally


def told(tally: Tally, seconds: float) -> str:
    """The text of the section."""
    ways = "; ".join(way.value for way in End)
    return (
        f"- {tally.trials:,} requests, each ended at another point, in {seconds:.0f} s: at each of "
        f"{tally.waits[False]} waits with the quota in memory and of {tally.waits[True]} with it "
        f"in SQLite, {' and '.join(moment.value for moment in Moment)} ({ways})\n"
        "- Tasks left, open reservations, places taken, lost cards, wrong counts, other requests "
        "disturbed: 0"
    )


def main() -> int:
    """Prove it, print it, and with `--write FILE` put it into that page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    began = perf_counter()
    text = told(asyncio.run(prove()), perf_counter() - began)
    print(text)
    if options.write:
        put_section(options.write, "agent-cancel", "An execution can end anywhere", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
