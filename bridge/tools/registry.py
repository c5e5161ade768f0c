"""The tools of this server by id, with the module that each belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from bridge.tools.tool import Tool


@dataclass(frozen=True, slots=True)
class Registered:
    """A tool and its owner."""

    tool: Tool[Any, Any]
    module: str


class ToolRegistry:
    """Built once in `daemon.wiring`.

    `enabled` tells whether a module is switched on, for a system (its id) now.
    """

    def __init__(self, enabled: Callable[[str, str], bool] = lambda module, system: True) -> None:
        self._enabled = enabled
        self._registered: dict[str, Registered] = {}
        self._later: list[tuple[str, Callable[[], Iterable[Tool[Any, Any]]]]] = []

    def add(self, module: str, tools: Iterable[Tool[Any, Any]]) -> None:
        """Register a module's tools. Raises ValueError where an id is taken."""
        self._register(self._tools, module, tools)

    def add_later(self, module: str, tools: Callable[[], Iterable[Tool[Any, Any]]]) -> None:
        """The same, made when the first tool is asked for.

        A daemon that never asks a model need not load what describes tools to one.
        """
        self._later.append((module, tools))

    @property
    def _tools(self) -> dict[str, Registered]:
        while self._later:
            module, make = self._later.pop(0)
            self._register(self._registered, module, make())
        return self._registered

    def _register(
        self, into: dict[str, Registered], module: str, tools: Iterable[Tool[Any, Any]]
    ) -> None:
        for tool in tools:
            if tool.id in into:
                problem = f"two tools are called {tool.id}"
                raise ValueError(problem)
            into[tool.id] = Registered(tool, module)

    def is_available(self, tool: Tool[Any, Any], system: str) -> bool:
        """Whether exactly this instance is registered, and its module is on."""
        found = self._tools.get(tool.id)
        return found is not None and found.tool is tool and self._enabled(found.module, system)

    def module_of(self, tool: Tool[Any, Any]) -> str:
        """The module that registered it; empty for one that is not registered."""
        found = self._tools.get(tool.id)
        return found.module if found is not None and found.tool is tool else ""

    def available(self, system: str) -> Iterator[Tool[Any, Any]]:
        """Every tool whose module is on for this system, in the order of ids."""
        for _, found in sorted(self._tools.items()):
            if self._enabled(found.module, system):
                yield found.tool
