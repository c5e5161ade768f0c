"""What executions announce on the bus, by the names of spec 4.

A `before:` event may be vetoed. Subscribers get values: the trace, the web page, progress in the
game, and third parties. A model's private reasoning is in none of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from bridge.agent.budget import Left
    from bridge.core.actors import Player
    from bridge.core.cards import Card
    from bridge.core.model_calls import Usage
    from bridge.core.modes import Mode


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted:
    """An execution begins."""

    name: ClassVar[str] = "agent.turn.start"
    run: str
    server: str
    player: Player
    mode: Mode
    started: datetime
    prompts: str = ""
    """Content hash of the prompts that the run is pinned to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded:
    """It is over. `stop` is the reason of what ended it early, empty where nothing did."""

    name: ClassVar[str] = "agent.turn.end"
    run: str
    workflow: str
    ended: datetime
    outcome: str
    stop: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepEnded:
    """One counted step is over, or was refused (`ok` false, with its reason)."""

    name: ClassVar[str] = "agent.step"
    run: str
    step: str
    kind: str
    """`model`, `tool`, `workflow` or `step`."""
    what: str
    ok: bool
    ms: float
    before: Left
    after: Left
    reason: str = ""
    model: str = ""
    usage: Usage | None = None
    cost: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BeforeModelRequest:
    """A model is about to be asked."""

    name: ClassVar[str] = "before:llm.request"
    run: str
    player: Player
    task: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequested:
    """A request leaves."""

    name: ClassVar[str] = "llm.request"
    run: str
    player: Player
    task: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelResponded:
    """A reply came, or the request failed (`problem`: its kind, `why`: all of it)."""

    name: ClassVar[str] = "llm.response"
    run: str
    task: str
    usage: Usage | None = None
    cost: float | None = None
    problem: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelChunk:
    """A piece of a reply that is being written."""

    name: ClassVar[str] = "llm.stream.chunk"
    run: str
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class BeforeToolInvoke:
    """A tool, or a nested workflow, is about to run."""

    name: ClassVar[str] = "before:tool.invoke"
    run: str
    player: Player
    tool: str
    input: Mapping[str, object] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolInvoked:
    """It runs."""

    name: ClassVar[str] = "tool.invoke"
    run: str
    tool: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BeforeToolResult:
    """Its result is about to be shown to the model."""

    name: ClassVar[str] = "before:tool.result"
    run: str
    tool: str
    result: object = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResulted:
    """Its result was taken, or it failed (`problem`)."""

    name: ClassVar[str] = "tool.result"
    run: str
    tool: str
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BeforeOutput:
    """Cards are about to be shown."""

    name: ClassVar[str] = "before:io.output"
    run: str
    player: Player
    cards: tuple[Card, ...] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """Cards were handed on."""

    name: ClassVar[str] = "io.output"
    run: str
    player: Player
    cards: tuple[Card, ...] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """What is going on: `thinking`, `tool_running`, with the tool's id."""

    name: ClassVar[str] = "io.status"
    run: str
    player: Player
    status: str
    tool: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinkingStep:
    """The short public reason that a model gave for its decision."""

    name: ClassVar[str] = "thinking.step"
    run: str
    round: int
    text: str = field(repr=False)


AgentEvent = (
    TurnStarted
    | TurnEnded
    | StepEnded
    | BeforeModelRequest
    | ModelRequested
    | ModelResponded
    | ModelChunk
    | BeforeToolInvoke
    | ToolInvoked
    | BeforeToolResult
    | ToolResulted
    | BeforeOutput
    | Output
    | Status
    | ThinkingStep
)
