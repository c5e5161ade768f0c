"""The workflows of this server, by id and by command."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bridge.commands.explicit import Command
    from bridge.modules.workflow import Workflow


class ModuleRegistry:
    """Built once in `daemon.wiring`. Raises ValueError when two workflows claim one name."""

    def __init__(self, workflows: Iterable[Workflow]) -> None:
        self._by_id: dict[str, Workflow] = {}
        self._by_command: dict[str, Workflow] = {}
        for workflow in workflows:
            self._add(workflow)

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

    def of_command(self, name: str) -> Workflow | None:
        """The workflow that a command starts."""
        return self._by_command.get(name)

    @property
    def commands(self) -> Mapping[str, Command]:
        """Every command by its name, in the order of registration."""
        return {name: flow.command for name, flow in self._by_command.items() if flow.command}
