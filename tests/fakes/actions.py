"""Actions of a loop that a test writes in a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bridge.agent.react import ReActContext, ReActTool, Result, ToolContext
from bridge.agent.user_message import Question
from bridge.modules.inputs import TextInput, TextInputs
from bridge.tools.priority import Priority

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from bridge.agent.execution import Execution
    from bridge.agent.failures import ModuleOff
    from bridge.agent.react import Inputs, Kind
    from bridge.core.cards import Card

QUESTION = Question(task="react", text="Where is iron?", player="Player", language="en_us")
TEXT = TextInputs({"text": TextInput("words")})


def action(
    name: str = "quests.find",
    work: Callable[[Execution, Any], Awaitable[Result]] | None = None,
    *,
    kind: Kind = "tool",
    inputs: Inputs = TEXT,
    value: object = "found",
    card: Card | None = None,
    writes: bool = False,
    priority: Priority = Priority.LOCAL,
    check: Callable[[], ModuleOff | None] = lambda: None,
) -> ReActTool:
    """An action that brings `value` and perhaps a card, or does `work`."""

    async def found(execution: Execution, given: Any) -> Result:
        del execution, given
        return Result(value=value, card=card)

    return ReActTool(
        name=name,
        kind=kind,
        description=f"does {name}",
        priority=priority,
        parameters={"type": "object"},
        inputs=inputs,
        run=work or found,
        writes=writes,
        check=check,
    )


def context(
    tools: Iterable[ReActTool], *, rounds: int = 3, system: str = "Answer in English."
) -> ReActContext:
    """A loop's context with one question."""
    return ReActContext(question=QUESTION, system=system, tools=ToolContext(tools), rounds=rounds)
