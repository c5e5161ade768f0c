"""Third parties' modules: found by entry point, loaded once, told of events, kept from harm.

A module that cannot be loaded is reported and left out; the rest goes on.
"""

from __future__ import annotations

import logging
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING, Any, get_args

from bridge.agent.events import AgentEvent
from bridge.core.bus import DEFAULT_PRIORITY, Veto
from bridge.modules.module import GROUP, Module

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from bridge.agent.execution import Execution
    from bridge.core.bus import Bus
    from bridge.modules.module import MakeModule
    from bridge.prompts.chat import ChatPrompts, PromptProvider
    from bridge.tools.tool import Tool
    from bridge.workflows.freechat.actions import ChatTools

_logger = logging.getLogger(__name__)

EVENTS: dict[str, type] = {event.name: event for event in get_args(AgentEvent)}
"""Every event of the agent by its name."""


@dataclass(frozen=True, slots=True)
class _Chat:
    """`modules.module.ChatApi`."""

    texts: ChatPrompts
    added: ChatTools

    def prompts(self, provider: PromptProvider) -> None:
        self.texts.prompts(provider)

    def personality(self, provider: PromptProvider) -> None:
        self.texts.personality(provider)

    def tools(self, provider: Callable[[Execution], Iterable[Tool[Any, Any]]]) -> None:
        self.added.tools(provider)


@dataclass(frozen=True, slots=True)
class _Subscriptions:
    """`modules.module.BusApi` of one module, until `stack` is closed."""

    bus: Bus
    stack: ExitStack
    module: str

    def subscribe(
        self,
        event: type | str,
        handle: Callable[[Any], Veto | None],
        priority: int = DEFAULT_PRIORITY,
    ) -> None:
        wanted = EVENTS.get(event) if isinstance(event, str) else event
        if wanted is None:
            problem = f"no event is called {event!r}"
            raise ValueError(problem)
        name = str(getattr(wanted, "name", wanted.__name__))

        def guarded(happened: Any) -> Veto | None:
            try:
                return handle(happened)
            except Exception:
                _logger.exception("%s: its subscriber of %s failed", self.module, name)
                # A gate that is broken stays shut.
                return Veto(f"{self.module} failed") if name.startswith("before:") else None

        self.stack.enter_context(self.bus.subscribed(wanted, guarded, priority))


@dataclass(frozen=True, slots=True)
class _Api:
    """`modules.module.ModuleApi`."""

    chat: _Chat
    bus: _Subscriptions


@contextmanager
def extensions(bus: Bus, prompts: ChatPrompts, tools: ChatTools) -> Generator[tuple[Module, ...]]:
    """The modules of installed packages; their subscriptions end with the block."""
    with ExitStack() as stack:
        found: list[Module] = []
        for point in metadata.entry_points(group=GROUP):
            subscriptions = _Subscriptions(bus, stack, point.name)
            module = _loaded(point, _Api(_Chat(prompts, tools), subscriptions))
            if module is not None:
                found.append(module)
        yield tuple(found)


def _loaded(point: metadata.EntryPoint, api: _Api) -> Module | None:
    try:
        make: MakeModule = point.load()
        module = make(api)
    except Exception:
        _logger.exception("the module %s (%s) could not be loaded", point.name, point.value)
        return None
    # Others' code is not held to our types.
    if not isinstance(module, Module):  # pyright: ignore[reportUnnecessaryIsInstance]
        _logger.error("the module %s (%s) is none", point.name, point.value)
        return None
    return module
