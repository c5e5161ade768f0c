"""What one round of the loop costs beside the model: ours, LangGraph's and pydantic-ai's.

    scripts/bench/agent.py [--runs 300] [--write docs/proof.md]

A round goes from one request to the model to the next: its reply is decoded and checked, the tool
runs, what it brought is observed, the next question is written. The model is in memory and says at
once which of two tools it wants, five times, then it answers. Ours has the whole kernel: budgets,
permission by the world's rules, the quota, the bus. The peers get the same tools, the same replies
(in their own form) and the same number of rounds. All take turns in one process.

Exit 1 where p50 misses the goal of issue 5: 100 us; 400 us with the trace in SQLite; at least five
times less than either peer.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC
from itertools import count, pairwise
from os import getloadavg
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, Final, Protocol, cast

sys.path.insert(0, str(Path(__file__).parents[2]))

from pydantic import Field
from typing_extensions import override

from bridge.access.effective import Circumstances
from bridge.access.history import Author
from bridge.access.quota import Caps, Quota
from bridge.access.rate import RequestRate
from bridge.access.world import WorldAccess
from bridge.agent.gate import ModelGate
from bridge.agent.generations import Generations
from bridge.agent.kernel import Kernel
from bridge.agent.loop import ReActLoop
from bridge.agent.policy import BUILT_IN, FREE_CHAT
from bridge.agent.react import ReActContext, ToolContext, reasoning_tools
from bridge.agent.runs import running
from bridge.agent.trace import Trace
from bridge.agent.user_message import Question
from bridge.core.actors import Console
from bridge.core.bus import Bus
from bridge.core.modes import Mode
from bridge.daemon.clock import SystemClock
from bridge.daemon.loop import run_on_loop
from bridge.gateway.messages import ModelReply, ModelRequest, Usage
from bridge.storage.database import Database
from bridge.tools.registry import ToolRegistry
from bridge.tools.tool import Asker, Tool
from scripts.prove.section import put_section
from tests.fakes.executions import MARA, MemoryQuota, asked

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from bridge.access.effective import Effective

CALLS: Final = 5
"""Rounds with a tool in one run; the intervals between its six requests are what is measured."""
BLOCK: Final = 20
"""Runs in a row."""
WARM: Final = 10
LIMIT_US: Final = 100.0
TRACED_LIMIT_US: Final = 400.0
TIMES: Final = 5.0
SYSTEM: Final = "Answer with one JSON object. " * 40
QUESTION: Final = "Where do I find iron?"
TOOLS: Final = ("quests.find", "items.find")


@dataclass(frozen=True, slots=True)
class Find:
    """What both tools take."""

    text: Annotated[str, Field(min_length=1, max_length=200, description="words to look for")]
    page: int = 1


@dataclass(frozen=True, slots=True)
class Found:
    """What both tools bring."""

    names: tuple[str, ...]
    total: int


def found(text: str) -> Found:
    """The work of a tool: none to speak of."""
    return Found((text, "iron ore", "iron ingot"), 3)


class Subject(Protocol):
    """Something whose rounds are timed."""

    async def run(self, moments: list[float]) -> None:
        """One run; each request to its model adds its moment."""
        ...


@dataclass(slots=True)
class Times:
    """Microseconds of rounds."""

    name: str
    rounds: list[float] = field(default_factory=list[float])

    def add(self, moments: list[float]) -> None:
        """The rounds between these requests."""
        self.rounds += [(end - begin) * 1e6 for begin, end in pairwise(moments)]

    @property
    def p50(self) -> float:
        """Of all rounds."""
        return median(self.rounds)

    @property
    def p99(self) -> float:
        """Of all rounds."""
        return quantiles(self.rounds, n=100)[98]


class InstantModel:
    """`gateway.ModelGateway` that asks for one tool after the other."""

    def __init__(self) -> None:
        self.moments: list[float] = []
        calls = [
            json.dumps({"type": TOOLS[number % 2], "input": {"text": f"iron {number}"}})
            for number in range(1, CALLS + 1)
        ]
        usage = Usage(input_tokens=400, output_tokens=30)
        self._replies = [
            ModelReply(text=text, model="m", usage=usage, cost=0.001, json_mode=True, finish="stop")
            for text in (*calls, '{"type":"answer","text":"Below y 16.","sources":[1]}')
        ]

    async def complete(
        self, request: ModelRequest, *, on_text: Callable[[str], None] | None = None
    ) -> ModelReply:
        """The next decision."""
        del request, on_text
        self.moments.append(perf_counter())
        return self._replies[len(self.moments) - 1]

    def price(self, model: str, *, input_tokens: int, output_tokens: int) -> float | None:
        """Some."""
        del model
        return (input_tokens + output_tokens) / 1e6


class WorldAuthority:
    """`agent.ports.Authority` over a world's real rules."""

    paused = False
    requests_per_minute = 0

    def __init__(self, world: WorldAccess) -> None:
        self._world = world

    def effective(self, player: UUID | None) -> Effective:
        """By the rules, each time."""
        return self._world.effective(player)

    def caps(self, player: UUID) -> Caps:
        """More than the runs take."""
        del player
        return Caps(player_calls=10**9, server_calls=10**9, server_cost=1e9)


class Ours:
    """The loop with its kernel."""

    def __init__(self, kernel: Kernel, model: InstantModel, authority: WorldAuthority) -> None:
        self._kernel = kernel
        self._model = model
        self._authority = authority
        self._registry = ToolRegistry()
        self._numbers = count(1)

    @classmethod
    async def open(
        cls, stack: AsyncExitStack, folder: Path, *, stored: bool, traced: bool, tools: int
    ) -> Ours:
        """With the quota, and the trace, in memory or in SQLite."""
        clock, model, bus = SystemClock(), InstantModel(), Bus()
        opening = Database.open(folder / f"{stored}{traced}{tools}.db", clock=clock)
        database = await stack.enter_async_context(opening)
        quota = await Quota.load(database, clock=clock, zone=UTC) if stored else MemoryQuota()
        world = await WorldAccess.load(
            database,
            "world",
            clock=clock,
            circumstances=lambda _: Circumstances(model_configured=True, configured_calls=10**9),
            announce=bus.publish,
        )
        bench = Author(Console(origin="bench"), "bench")
        await world.amend(lambda rules: replace(rules, default=Mode.FREE), bench)
        await world.see(MARA)
        if traced:
            trace = Trace(database, bus, clock, keep_days=14)
            await stack.enter_async_context(trace.running())
        kernel = Kernel(
            gateway=model,
            quota=quota,
            gate=ModelGate(lambda: 4),
            rate=RequestRate(clock),
            generations=Generations(),
            bus=bus,
            clock=clock,
        )
        made = cls(kernel, model, WorldAuthority(world))
        made.offer(tools)
        return made

    def offer(self, count: int) -> None:
        """The two tools, and others that are only offered."""

        async def find(asker: Asker, given: Find) -> Found:
            del asker
            return found(given.text)

        names = (*TOOLS, *(f"other.tool_{number}" for number in range(count - 2)))
        described = (
            Tool(name, Find, Found, find).for_reasoning(f"Find what fits the words, as {name}.")
            for name in names
        )
        self._registry.add("bench", described)

    async def run(self, moments: list[float]) -> None:
        """One run from its start to its answer."""
        self._model.moments = moments
        opening = running(
            self._kernel,
            self._authority,
            asked(run=f"run-{next(self._numbers)}"),
            workflow=FREE_CHAT,
            policy=BUILT_IN[FREE_CHAT],
        )
        async with opening as execution:
            with execution.needing(Mode.FREE):
                context = ReActContext(
                    question=Question(task="react", text=QUESTION, player="P", language="en_us"),
                    system=SYSTEM,
                    tools=ToolContext(reasoning_tools(self._registry, execution)),
                    rounds=execution.policy.rounds,
                )
                finished = await ReActLoop(context, execution).run()
        assert finished.answer is not None


class LangGraph:
    """Its prebuilt agent."""

    def __init__(self, graph: Any, model: Any) -> None:
        self._graph = graph
        self._model = model
        self._threads = count(1)

    @classmethod
    def open(cls, saver: Any) -> LangGraph:
        """With that checkpointer."""
        from langchain_core.language_models import BaseChatModel
        from langchain_core.messages import AIMessage
        from langchain_core.outputs import ChatGeneration, ChatResult
        from langchain_core.tools import StructuredTool

        # Its successor is in another package, langchain.
        from langgraph.prebuilt import (
            create_react_agent,  # pyright: ignore[reportUnknownVariableType, reportDeprecated]
        )

        class Model(BaseChatModel):
            moments: Annotated[list[float], "of each request"] = Field(default_factory=list[float])

            @property
            @override
            def _llm_type(self) -> str:
                return "instant"

            @override
            def bind_tools(self, tools: Any, **more: Any) -> Any:
                del tools, more
                return self

            @override
            def _generate(self, *given: Any, **more: Any) -> ChatResult:
                del given, more
                self.moments.append(perf_counter())
                number = len(self.moments)
                if number <= CALLS:
                    call = {
                        "name": TOOLS[number % 2].replace(".", "_"),
                        "args": {"text": f"iron {number}"},
                        "id": str(number),
                    }
                    message = AIMessage(content="", tool_calls=[call])
                else:
                    message = AIMessage(content="Below y 16.")
                return ChatResult(generations=[ChatGeneration(message=message)])

            @override
            async def _agenerate(self, *given: Any, **more: Any) -> ChatResult:
                return self._generate(*given, **more)

        async def find(
            text: Annotated[str, Field(min_length=1, max_length=200)], page: int = 1
        ) -> dict[str, Any]:
            """Find what fits the words."""
            del page
            brought = found(text)
            return {"names": brought.names, "total": brought.total}

        model = Model()
        tools = [
            StructuredTool.from_function(coroutine=find, name=name.replace(".", "_"))
            for name in TOOLS
        ]
        graph = cast("Any", create_react_agent)(  # pyright: ignore[reportDeprecated]
            model, tools, prompt=SYSTEM, checkpointer=saver
        )
        return cls(graph, model)

    async def run(self, moments: list[float]) -> None:
        """One run in a thread of its own."""
        self._model.moments = moments
        config = {"configurable": {"thread_id": str(next(self._threads))}, "recursion_limit": 50}
        await self._graph.ainvoke({"messages": [("user", QUESTION)]}, config)


class PydanticAi:
    """Its agent, which keeps nothing."""

    def __init__(self) -> None:
        from pydantic_ai import Agent
        from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
        from pydantic_ai.models.function import FunctionModel

        self._moments: list[float] = []

        async def reply(messages: Any, information: Any) -> ModelResponse:
            del messages, information
            self._moments.append(perf_counter())
            number = len(self._moments)
            if number > CALLS:
                return ModelResponse(parts=[TextPart("Below y 16.")])
            name = TOOLS[number % 2].replace(".", "_")
            return ModelResponse(parts=[ToolCallPart(name, {"text": f"iron {number}"})])

        self._agent = Agent(FunctionModel(reply), system_prompt=SYSTEM)
        for name in TOOLS:

            async def find(
                text: Annotated[str, Field(min_length=1, max_length=200)], page: int = 1
            ) -> Found:
                """Find what fits the words."""
                del page
                return found(text)

            self._agent.tool_plain(name=name.replace(".", "_"))(find)

    async def run(self, moments: list[float]) -> None:
        """One run."""
        self._moments = moments
        await self._agent.run(QUESTION)


async def subjects(stack: AsyncExitStack, folder: Path) -> dict[str, Subject]:
    """All that are compared."""
    from langgraph.checkpoint.memory import InMemorySaver
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

    opening = AsyncSqliteSaver.from_conn_string(str(folder / "langgraph.db"))
    saver = await stack.enter_async_context(opening)
    ours = Ours.open
    return {
        "ours": await ours(stack, folder, stored=False, traced=False, tools=2),
        "ours, 30 tools": await ours(stack, folder, stored=False, traced=False, tools=30),
        "ours, trace in SQLite": await ours(stack, folder, stored=False, traced=True, tools=2),
        "ours, quota and trace in SQLite": await ours(
            stack, folder, stored=True, traced=True, tools=2
        ),
        "LangGraph, memory": LangGraph.open(InMemorySaver()),
        "LangGraph, SQLite saver": LangGraph.open(saver),
        "pydantic-ai": PydanticAi(),
    }


async def measure(runs: int) -> list[Times]:
    """Everything in turn, in blocks, so that the machine's load is the same for all."""
    with TemporaryDirectory() as directory:
        async with AsyncExitStack() as stack:
            all_of_them = await subjects(stack, Path(directory))
            times = {name: Times(name) for name in all_of_them}
            gc.freeze()  # what was imported is nobody's work
            for _ in range(-(-runs // BLOCK)):
                for name, subject in all_of_them.items():
                    await block(subject, times[name])
            return list(times.values())


async def block(subject: Subject, times: Times) -> None:
    """Some runs in a row, after some that are not counted: what ran before left its own caches."""
    gc.collect()
    for _ in range(WARM):
        await subject.run([])
    for _ in range(BLOCK):
        moments: list[float] = []
        await subject.run(moments)
        times.add(moments)


def told(times: list[Times]) -> str:
    """The table of the section."""
    base = times[0].p50
    lines = ["| a round of | p50 | p99 | times ours |", "|---|---|---|---|"]
    lines += [
        f"| {each.name} | {each.p50:,.0f} us | {each.p99:,.0f} us | {each.p50 / base:.1f} |"
        for each in times
    ]
    rounds, load = len(times[0].rounds), getloadavg()[0]
    lines += ["", f"{rounds:,} rounds of each; the load average was {load:.1f}."]
    return "\n".join(lines)


def missed(times: list[Times]) -> list[str]:
    """The goals that were not reached."""
    p50 = {each.name: each.p50 for each in times}
    goals = [
        (p50["ours"] <= LIMIT_US, f"a round takes more than {LIMIT_US:.0f} us"),
        (
            p50["ours, trace in SQLite"] <= TRACED_LIMIT_US,
            f"a traced round takes more than {TRACED_LIMIT_US:.0f} us",
        ),
        *(
            (peer >= TIMES * p50[mine], f"{mine}: not {TIMES:.0f} times less than {name}")
            for name, peer in p50.items()
            if not name.startswith("ours")
            for mine in ("ours", "ours, trace in SQLite")
        ),
    ]
    return [problem for reached, problem in goals if not reached]


def main() -> int:
    """Measure, print, and with `--write FILE` put it into that page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    times = run_on_loop(measure(options.runs))
    text = told(times)
    print(text)
    problems = missed(times)
    print("\n".join(problems))
    if options.write:
        put_section(options.write, "agent-round", "What a round costs beside the model", text)
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
