"""What a loop does next: a pure function of the decision and of what happened so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from bridge.agent.decisions import Answer, Calls, Invalid, Nothing
from bridge.tools.invalid import InvalidArguments
from bridge.tools.naming import does_not_exist

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.agent.budget import Left
    from bridge.agent.decisions import Call, Decision
    from bridge.agent.policy import ExecutionPolicy
    from bridge.agent.profile import Profile
    from bridge.agent.react import ReActTool, ToolContext


@dataclass(frozen=True, slots=True)
class Invoke:
    """Run these, in order; what was refused among them is observed as it stands."""

    runs: tuple[Ready | Refused, ...]


@dataclass(frozen=True, slots=True)
class Ready:
    """A call that is well-formed: the action, its typed input, and what it is known by."""

    tool: ReActTool
    given: Mapping[str, object] = field(repr=False)
    input: Any = field(repr=False)
    key: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Refused:
    """A call that is not run, and what the model is told."""

    name: str
    given: Mapping[str, object] = field(repr=False)
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Organise:
    """Nothing new is to be had: the next round may only answer."""

    why: str


@dataclass(frozen=True, slots=True)
class Answered:
    """The loop is over."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Unusable:
    """The reply is no decision, or none that this round allows; the round is used up."""

    problem: str


Next = Invoke | Organise | Answered | Unusable


@dataclass(slots=True)
class Progress:
    """What happened in a loop so far."""

    round: int = 0
    runs: dict[str, int] = field(default_factory=dict[str, int])
    """Times each call ran, by its key."""
    unknown: int = 0
    evidence: bool = False
    """Some action brought a result that can be organised."""
    organising: bool = False
    """Only the answer is left."""
    final: bool = False
    """The round that runs may only answer."""


_RESERVE_STEPS: Final = 3
"""This model call, a tool call and the answer's model call."""


def is_last(progress: Progress, rounds: int, left: Left, policy: ExecutionPolicy) -> bool:
    """Whether the round that begins may only answer.

    The answer is inside every budget: a tool is only run while a further model call is sure.
    (What that costs in tokens is known once the question is written: `loop` adds it.)
    """
    return (
        progress.organising
        or progress.round >= rounds
        or left.model_calls <= 1
        or left.steps < _RESERVE_STEPS
        or (progress.round > 1 and left.seconds <= policy.model_timeout)
    )


def next_step(
    decision: Decision, *, final_only: bool, tools: ToolContext, progress: Progress, rules: Profile
) -> Next:
    """What a decision leads to."""
    match decision:
        case Answer():
            return Answered(decision)
        case Invalid(problem=problem):
            return Unusable(problem)
        case Nothing():
            return Unusable("`none` is a decision of routing alone")
        case Calls() if final_only:
            return Unusable("this round may only answer")
        case Calls(calls=calls) if len(calls) > rules.calls:
            return Unusable(f"a decision holds {rules.calls} call at most")
        case Calls(calls=calls):
            return _screened(calls, tools, progress, rules)


def _screened(
    calls: tuple[Call, ...], tools: ToolContext, progress: Progress, rules: Profile
) -> Next:
    runs: list[Ready | Refused] = []
    for call in calls:
        screened = _screen(call, tools)
        if isinstance(screened, Ready) and progress.runs.get(screened.key, 0) >= rules.repeats:
            return Organise(f"{call.capability} ran with this input already")
        runs.append(screened)
    return Invoke(tuple(runs))


def _screen(call: Call, tools: ToolContext) -> Ready | Refused:
    name = call.capability
    if name not in tools:
        message = does_not_exist(name, tools.names)
        return Refused(name, call.input, "unknown_capability", message)
    tool = tools[name]
    read = tool.inputs.read(call.input)
    if isinstance(read, InvalidArguments):
        return Refused(name, call.input, "invalid_input", str(read))
    return Ready(tool, call.input, read, f"{name} {tool.inputs.key(read)}")
