"""`ChatActions`: the workflows that a model may pick and the read-only tools, as one catalogue.

Confirmation actions (`structured_only`) and raw web tools are never in it. A tool in conflict with
a workflow's id is left out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bridge.agent.failures import ModuleOff
from bridge.agent.react import ReActTool, Result, of_tool
from bridge.core.cards import CardKind
from bridge.modules.outcome import confirmation
from bridge.ui.render import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from bridge.agent.execution import Execution
    from bridge.agent.policy import ExecutionPolicy
    from bridge.core.cards import Card
    from bridge.modules.registry import ModuleRegistry
    from bridge.modules.workflow import Call, Routing, Workflow
    from bridge.tools.registry import ToolRegistry
    from bridge.tools.tool import Tool

    ToolProvider = Callable[[Execution], Iterable[Tool[Any, Any]]]

_WEB = frozenset({"web.search", "web.fetch"})


class ChatTools:
    """What third parties add to a request's tools (`api.chat.tools`)."""

    def __init__(self) -> None:
        self._providers: list[ToolProvider] = []

    def tools(self, provider: ToolProvider) -> None:
        """Ask `provider` whenever free mode builds its tools."""
        self._providers.append(provider)

    def provided(self, execution: Execution) -> Iterator[Tool[Any, Any]]:
        """What the providers give for this request; none of it is granted by that."""
        for provider in self._providers:
            yield from provider(execution)


class ChatActions:
    """The actions of one server's free mode."""

    def __init__(
        self,
        workflows: ModuleRegistry,
        tools: ToolRegistry,
        *,
        policy: Callable[[Workflow], ExecutionPolicy],
        added: ChatTools,
    ) -> None:
        self._workflows = workflows
        self._tools = tools
        self._policy = policy
        self._added = added

    def of(self, call: Call, execution: Execution) -> list[ReActTool]:
        """What this player's model may pick now. Workflows come first: theirs is a shared id."""
        system = execution.asked.system
        mode = execution.authority.effective(call.player.uuid).mode
        actions: list[ReActTool] = []
        for flow in self._workflows.available(system):
            routing = flow.routing
            if routing is None or routing.structured_only or flow.needs.rank > mode.rank:
                continue
            if self._policy(flow).rounds:
                actions.append(self._of_workflow(flow, routing, call, system))
        taken = {action.name for action in actions}
        for tool in self._published(execution):
            if tool.id not in taken:
                taken.add(tool.id)
                actions.append(of_tool(tool, self._tools, execution))
        return actions

    def _published(self, execution: Execution) -> Iterator[Tool[Any, Any]]:
        """Described, read-only tools; what a provider adds must be registered, by instance."""
        system = execution.asked.system
        for tool in (*self._tools.available(system), *self._added.provided(execution)):
            if tool.id in _WEB or tool.writes or not self._tools.is_available(tool, system):
                continue
            if tool.description:
                yield tool

    def _of_workflow(self, flow: Workflow, routing: Routing, call: Call, system: str) -> ReActTool:
        async def run(execution: Execution, given: Any) -> Result:
            if flow.writes:
                card = confirmation(flow.id, given)
                return Result(value=_told(card, call.language) | {"done": False}, card=card)
            opening = execution.nested(flow.id, self._policy(flow), needs=flow.needs)
            async with opening as nested:
                card = await flow.run(replace(call, input=given, execution=nested))
                failed = nested.failure is not None
            # That it was not completed is no result: how the whole ends is told once, at its end.
            shown = None if failed and card.kind is CardKind.NOTICE else card
            return Result(value=_told(card, call.language), card=shown, failed=failed)

        def check() -> ModuleOff | None:
            on = self._workflows.is_on(flow.id, system)
            return None if on else ModuleOff(self._workflows.module_of(flow.id))

        return ReActTool(
            name=flow.id,
            kind="workflow",
            description=routing.told,
            priority=routing.priority,
            parameters=routing.inputs.schema(),
            inputs=routing.inputs,
            run=run,
            check=check,
        )


def _told(card: Card, language: str) -> dict[str, object]:
    """A card as the model reads it: the player sees the card itself, with its buttons."""
    shown: dict[str, object] = {"card": str(card.kind), "text": plain(card, language)}
    if card.kind is CardKind.NOTICE:
        return shown
    return shown | {"shownToPlayer": True}
