"""AI-assisted routing: what a model is offered to pick from, and what its pick comes to. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridge.agent.decisions import Answer, Calls, Invalid, Nothing, decide
from bridge.agent.user_message import compact
from bridge.core.cards import Run
from bridge.tools.invalid import InvalidArguments

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bridge.core.modes import Mode
    from bridge.modules.workflow import Routing, Workflow


@dataclass(frozen=True, slots=True)
class Picked:
    """A capability with the input that the model gave."""

    action: Run


@dataclass(frozen=True, slots=True)
class NonePicked:
    """The model found none."""


@dataclass(frozen=True, slots=True)
class InvalidPick:
    """What the model picked is nothing that it was offered, or does not fit it."""

    problem: str


Pick = Picked | NonePicked | InvalidPick


class RoutingCatalogue:
    """What may be picked under one mode, ordered by priority, then id."""

    def __init__(self, workflows: Iterable[Workflow], mode: Mode) -> None:
        offered = [
            (flow.id, flow.routing) for flow in workflows if flow.routing and _offered(flow, mode)
        ]
        offered.sort(key=lambda each: (each[1].priority.rank, each[0]))
        self._routing: Mapping[str, Routing] = dict(offered)

    @property
    def json(self) -> str:
        """The catalogue as a model is sent it."""
        return compact([each.entry(name) for name, each in self._routing.items()])

    def pick(self, text: str) -> Pick:
        """What a model's reply comes to."""
        match decide(text):
            case Nothing() | Answer():
                return NonePicked()
            case Invalid(problem=problem):
                return InvalidPick(problem)
            case Calls(calls=(call,)) if call.capability in self._routing:
                read = self._routing[call.capability].inputs.read(call.input)
                if isinstance(read, InvalidArguments):
                    return InvalidPick(f"{call.capability}: {read}")
                return Picked(Run(call.capability, read))
            case Calls(calls=(_,)):
                return InvalidPick("it was not offered")
            case Calls():
                return InvalidPick("more than one was picked")


def _offered(workflow: Workflow, mode: Mode) -> bool:
    return (
        workflow.routing is not None
        and not workflow.routing.structured_only
        and workflow.needs.rank <= mode.rank
    )
