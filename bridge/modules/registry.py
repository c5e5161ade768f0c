"""The workflows of this server, by id and by command, each with the module that it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from bridge.commands.explicit import Command
    from bridge.modules.workflow import Workflow

SYSTEM: str = "system"
"""The module of what is always there: help, preferences, the two ways of asking a model."""


class ModuleRegistry:
    """Built once in `daemon.wiring`. Raises ValueError when two workflows claim one name.

    `enabled` tells whether a module is on now, for a player's system.
    """

    def __init__(
        self,
        workflows: Iterable[Workflow] = (),
        *,
        enabled: Callable[[str, str], bool] = lambda module, system: True,
    ) -> None:
        self._enabled = enabled
        self._by_id: dict[str, Workflow] = {}
        self._by_command: dict[str, Workflow] = {}
        self._modules: dict[str, str] = {}
        self.add(SYSTEM, workflows)

    def add(self, module: str, workflows: Iterable[Workflow]) -> None:
        """Register a module's workflows."""
        for workflow in workflows:
            self._add(workflow)
            self._modules[workflow.id] = module

    def _add(self, workflow: Workflow) -> None:
        if workflow.id in self._by_id:
            problem = f"two workflows are called {workflow.id}"
            raise ValueError(problem)
        self._by_id[workflow.id] = workflow
        if workflow.command is not None:
            if workflow.command.name in self._by_command:
                problem = f"two workflows have the command /{workflow.command.name}"
                raise ValueError(problem)
            self._by_command[workflow.command.name] = workflow

    def workflow(self, capability: str) -> Workflow | None:
        """The workflow of that id, or None where this server has none."""
        return self._by_id.get(capability)

    def module_of(self, capability: str) -> str:
        """The module of a workflow; empty where there is none."""
        return self._modules.get(capability, "")

    def is_on(self, capability: str, system: str) -> bool:
        """Whether this server has it and its module is on for this system."""
        module = self._modules.get(capability)
        return module is not None and (module == SYSTEM or self._enabled(module, system))

    def available(self, system: str) -> Iterator[Workflow]:
        """Every workflow that is on for this system, in the order of registration."""
        return (flow for flow in self._by_id.values() if self.is_on(flow.id, system))

    def of_command(self, name: str) -> Workflow | None:
        """The workflow that a command starts."""
        return self._by_command.get(name)

    @property
    def commands(self) -> Mapping[str, Command]:
        """Every command by its name, in the order of registration."""
        return {name: flow.command for name, flow in self._by_command.items() if flow.command}
