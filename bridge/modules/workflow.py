"""What a workflow is: a feature with an id, perhaps a command, and steps that end in a card."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bridge.core.modes import Mode
from bridge.modules.inputs import TextInputs
from bridge.prompts.core_prompts import DEFAULT_SYSTEM
from bridge.tools.priority import Priority

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping

    from bridge.agent.execution import Execution
    from bridge.agent.policy import ExecutionPolicy
    from bridge.commands.explicit import Command
    from bridge.core.actors import Player
    from bridge.core.cards import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One use of a workflow: who asks, in which language, and with what."""

    player: Player
    language: str
    input: Mapping[str, str] = field(default_factory=dict[str, str])
    execution: Execution | None = None
    """What a workflow that needs more than local answers works in; None for a purely local use."""
    system: str = DEFAULT_SYSTEM
    """The system that the player is bound to."""
    administrator: bool = False
    """Proven to hold permission level 2: may see what others may not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Routing:
    """How a model is offered a workflow; without one it is not.

    `description` is English, for the model. `structured_only`: not picked from free words, such
    as a final confirmation. `explicit_entry`: the model is told to use it only where it was
    asked for.
    """

    description: str
    inputs: TextInputs = field(default_factory=TextInputs)
    priority: Priority = Priority.WORKFLOW
    structured_only: bool = False
    explicit_entry: bool = False

    def entry(self, workflow: str) -> dict[str, Any]:
        """How a catalogue describes it."""
        return {
            "name": workflow,
            "description": self.told,
            "priority": str(self.priority),
            "parameters": self.inputs.schema(),
        }

    @property
    def told(self) -> str:
        """The description with what the model has to mind."""
        if self.explicit_entry:
            return f"{self.description} Only where the player explicitly asks for it."
        return self.description


@dataclass(frozen=True, slots=True, kw_only=True)
class Workflow:
    """A capability of contract section 6."""

    id: str
    run: Callable[[Call], Awaitable[Card]]
    command: Command | None = None
    management: bool = False
    """Acts at once in every mode and never reaches a model (contract section 4)."""
    needs: Mode = Mode.OFFLINE
    """The lowest mode in which it can be used; above offline it runs in an execution."""
    without_model: Callable[[Call], Awaitable[Card]] | None = None
    """What it still does, locally, below `needs` or where its policy has no round."""
    policy: ExecutionPolicy | None = None
    """Its own limits, where neither the configuration nor design section 3 sets any."""
    routing: Routing | None = None
    finds: Callable[[str, str], Awaitable[bool]] | None = None
    """Whether its command would find something by these few words (in this language): then it
    is offered where they mean no capability."""
    writes: bool = False
    """Changes something: words alone, matched or picked, never start it."""


def commanded(
    flows: Iterable[Workflow], allowed: Callable[[Workflow], bool]
) -> list[tuple[Workflow, Command]]:
    """Those of them that have a command and are allowed, each with its command."""
    return [(flow, flow.command) for flow in flows if flow.command is not None and allowed(flow)]
