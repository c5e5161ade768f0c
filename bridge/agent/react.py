"""What one loop works with: its tools, frozen at its start, and its question.

A `ReActTool` is one action that a model may pick: a registered tool, or a workflow. `ToolContext`
freezes them, so that what a reload or a subscriber changes meanwhile cannot slip in.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

from bridge.agent.failures import FailureError, ModuleOff
from bridge.agent.profile import REACT
from bridge.agent.user_message import compact
from bridge.tools.priority import Priority
from bridge.tools.tool import Asker

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

    from bridge.agent.execution import Execution
    from bridge.agent.profile import Profile
    from bridge.agent.user_message import Observation, Question
    from bridge.core.cards import Card
    from bridge.tools.arguments import Shape
    from bridge.tools.invalid import InvalidArguments
    from bridge.tools.registry import ToolRegistry
    from bridge.tools.tool import Tool

Kind = Literal["tool", "workflow"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What an action brought: JSON's values for the model, and perhaps a card for the player.

    `failed`: the action says itself that it did not do what was asked.
    """

    value: Any
    card: Card | None = None
    failed: bool = False


class Inputs(Protocol):
    """The input of an action: `tools.arguments.Shape` is one."""

    def read(self, given: Mapping[str, object]) -> Any | InvalidArguments:
        """The typed input, or what is wrong with it."""
        ...

    def key(self, value: Any) -> str:
        """The same for two inputs that mean the same."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ReActTool:
    """One action. `run` gets what `inputs` read; `check` says why it may not be used now."""

    name: str
    kind: Kind
    description: str
    priority: Priority
    parameters: Mapping[str, Any]
    inputs: Inputs
    run: Callable[[Execution, Any], Awaitable[Result]]
    writes: bool = False
    check: Callable[[], ModuleOff | None] = lambda: None

    @property
    def entry(self) -> dict[str, Any]:
        """How the catalogue describes it."""
        return {
            "name": self.name,
            "description": self.description,
            "priority": str(self.priority),
            "parameters": self.parameters,
        }


class ToolContext:
    """The actions of one loop, ordered by priority, then name; of one name the first is kept."""

    def __init__(self, tools: Iterable[ReActTool]) -> None:
        ordered = sorted(tools, key=lambda tool: (tool.priority.rank, tool.name))
        self._tools: dict[str, ReActTool] = {}
        for tool in ordered:
            self._tools.setdefault(tool.name, tool)
        self._used: dict[str, ReActTool] = {}

    def __contains__(self, name: object) -> bool:
        return name in self._tools

    def __getitem__(self, name: str) -> ReActTool:
        return self._tools[name]

    @property
    def names(self) -> tuple[str, ...]:
        """In the catalogue's order."""
        return tuple(self._tools)

    @functools.cached_property
    def catalogue(self) -> str:
        """The catalogue as JSON, the same in every round."""
        return compact([tool.entry for tool in self._tools.values()])

    def use(self, name: str) -> ReActTool:
        """An action that is about to run. Raises FailureError if it may not be used now."""
        tool = self._tools[name]
        _checked(tool)
        self._used[name] = tool
        return tool

    def check(self) -> None:
        """Raise FailureError if anything that was used may not be used any more (spec 1)."""
        for tool in self._used.values():
            _checked(tool)


def _checked(tool: ReActTool) -> None:
    if (off := tool.check()) is not None:
        raise FailureError(off)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReActContext:
    """One loop: its own question, prompt, tools, observations and round count."""

    question: Question
    system: str = field(repr=False)
    """The system message, captured once: it is not read again in later rounds."""
    tools: ToolContext
    rounds: int
    profile: Profile = REACT
    observations: list[Observation] = field(default_factory=list["Observation"])


def of_tool(tool: Tool[Any, Any], registry: ToolRegistry, execution: Execution) -> ReActTool:
    """A registered, described tool as an action of this execution's loop.

    Raises ValueError for a tool that models are not offered.
    """
    if not tool.description or tool.writes:
        problem = f"{tool.id} is not offered to models"
        raise ValueError(problem)
    shape, output, schema = _described(tool)
    asked = execution.asked
    asker = Asker(player=asked.player, language=asked.language, administrator=asked.administrator)
    module = registry.module_of(tool)

    async def run(_: Execution, given: Any) -> Result:
        return Result(value=output.plain(await tool.handler(asker, given)))

    def check() -> ModuleOff | None:
        return None if registry.is_available(tool, asked.system) else ModuleOff(module)

    return ReActTool(
        name=tool.id,
        kind="tool",
        description=tool.description,
        priority=tool.priority,
        parameters=schema,
        inputs=shape,
        run=run,
        check=check,
    )


def reasoning_tools(registry: ToolRegistry, execution: Execution) -> Sequence[ReActTool]:
    """What ordinary analysis may read: described, and neither writing nor PAID."""
    return [
        of_tool(tool, registry, execution)
        for tool in registry.available(execution.asked.system)
        if tool.description and not tool.writes and tool.priority is not Priority.PAID
    ]


@functools.cache
def _described(tool: Tool[Any, Any]) -> tuple[Shape[Any], Shape[Any], Mapping[str, Any]]:
    """Once a tool: making a schema takes longer than a round of the loop."""
    from bridge.tools.arguments import Shape

    shape = Shape(tool.input)
    return shape, Shape(tool.output), shape.schema()
