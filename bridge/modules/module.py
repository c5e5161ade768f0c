"""What a third party's package gives and gets (contract section 9).

Its entry point in the group `system_bridge.modules` names a function `module(api) -> Module`. It is
trusted code, as every extension of a program is, and no sandbox.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bridge.agent.execution import Execution
    from bridge.core.bus import Veto
    from bridge.modules.workflow import Workflow
    from bridge.prompts.chat import PromptProvider
    from bridge.tools.tool import Tool

GROUP = "system_bridge.modules"


@dataclass(frozen=True, slots=True)
class Module:
    """A named set of workflows and tools that is enabled, disabled and permitted as one."""

    id: str
    workflows: tuple[Workflow, ...] = ()
    tools: tuple[Tool[Any, Any], ...] = ()


class ChatApi(Protocol):
    """What a module may change about chat."""

    def prompts(self, provider: PromptProvider) -> None:
        """Replace the base instruction; the system's personality is still appended."""
        ...

    def personality(self, provider: PromptProvider) -> None:
        """Replace the personality."""
        ...

    def tools(self, provider: Callable[[Execution], Iterable[Tool[Any, Any]]]) -> None:
        """Add registered tools to a request of free mode; none is granted by being returned."""
        ...


class BusApi(Protocol):
    """What a module may listen to."""

    def subscribe(
        self, event: type | str, handle: Callable[[Any], Veto | None], priority: int = 50
    ) -> None:
        """Be told of an event, by its class or its name in spec 4; `before:` ones may be vetoed.

        Raises ValueError for a name that no event has.
        """
        ...


class ModuleApi(Protocol):
    """What `module(api)` is handed."""

    @property
    def chat(self) -> ChatApi:
        """See `ChatApi`."""
        ...

    @property
    def bus(self) -> BusApi:
        """See `BusApi`."""
        ...


MakeModule: TypeAlias = Callable[[ModuleApi], Module]
