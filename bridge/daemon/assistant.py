"""The agent's side of wiring: the kernel of a daemon, and how a server's requests use it."""

from __future__ import annotations

import logging
import os
import secrets
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.access.rate import RequestRate
from bridge.agent.execution import Asked
from bridge.agent.gate import ModelGate
from bridge.agent.generations import Generations
from bridge.agent.kernel import Kernel
from bridge.agent.policy import SINGLE, policy_of
from bridge.agent.runs import running
from bridge.conversation.cache import RoutingCache
from bridge.conversation.desk import RoutingDesk
from bridge.conversation.router import HybridRouter
from bridge.daemon.extensions import extensions
from bridge.gateway.client import ChatCompletions
from bridge.modules.registry import ModuleRegistry
from bridge.prompts.chat import ChatPrompts
from bridge.tools.registry import ToolRegistry
from bridge.workflows import builtin
from bridge.workflows.freechat.actions import ChatTools

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Generator
    from uuid import UUID

    from bridge.access.effective import Effective
    from bridge.access.quota import Caps
    from bridge.agent.execution import Execution
    from bridge.agent.policy import ExecutionPolicy
    from bridge.conversation.executions import Executions
    from bridge.conversation.local import LocalMatching
    from bridge.conversation.request import Request
    from bridge.core.actors import Player
    from bridge.core.bus import Bus
    from bridge.daemon.access_desk import AccessDesk, Shared
    from bridge.daemon.system_files import SystemFiles
    from bridge.knowledge.search import Search
    from bridge.modules.module import Module
    from bridge.modules.workflow import Workflow
    from bridge.tools.players.census import Census
    from bridge.workflows.preferences.workflow import Preferences
    from bridge.workflows.quests.workflow import Library

_logger = logging.getLogger(__name__)

ROUTING: Final = "system:route"
"""What a request is until a workflow is chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldAuthority:
    """`agent.ports.Authority` of one world."""

    desk: AccessDesk

    @property
    def paused(self) -> bool:
        """See `agent.ports.Authority`."""
        return self.desk.pause.paused

    @property
    def requests_per_minute(self) -> int:
        """See `agent.ports.Authority`."""
        return self.desk.system.agent.requests_per_minute

    def effective(self, player: UUID | None) -> Effective:
        """See `agent.ports.Authority`."""
        return self.desk.access.effective(player)

    def caps(self, player: UUID) -> Caps:
        """See `agent.ports.Authority`."""
        return self.desk.caps(player)


@dataclass(frozen=True, slots=True, kw_only=True)
class Assistant:
    """What all servers of a daemon share of the agent."""

    kernel: Kernel
    gateway: ChatCompletions
    prompts: ChatPrompts
    chat_tools: ChatTools
    system: SystemFiles
    matching: LocalMatching
    modules: tuple[Module, ...]
    """Third parties'."""
    send_player_name: bool

    def policy(self, workflow: Workflow) -> ExecutionPolicy:
        """The limits of a workflow by the configuration in force."""
        return policy_of(workflow.id, self.system.agent.policies, workflow.policy)

    def is_enabled(self, module: str, system: str) -> bool:
        """Whether a module is on: for all by system-agent.json."""
        del system
        return self.system.agent.is_enabled(module)


@contextmanager
def assisting(
    shared: Shared, bus: Bus, matching: LocalMatching, *, send_player_name: bool
) -> Generator[Assistant]:
    """The agent of a daemon, with the modules of installed packages."""
    system, clock = shared.system, shared.clock
    gateway = ChatCompletions(lambda: system.model, os.environ, clock)
    kernel = Kernel(
        gateway=gateway,
        quota=shared.quota,
        gate=ModelGate(lambda: system.agent.server_model_concurrency),
        rate=RequestRate(clock),
        generations=Generations(),
        bus=bus,
        clock=clock,
    )
    prompts, chat_tools = ChatPrompts(), ChatTools()
    with extensions(bus, prompts, chat_tools) as modules:
        yield Assistant(
            kernel=kernel,
            gateway=gateway,
            prompts=prompts,
            chat_tools=chat_tools,
            system=system,
            matching=matching,
            modules=modules,
            send_player_name=send_player_name,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """How one server's requests are answered."""

    router: HybridRouter
    workflows: ModuleRegistry
    tools: ToolRegistry
    cache: RoutingCache


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One server, as its conversation needs it."""

    name: str
    desk: AccessDesk
    executions: Executions
    library: Library | None
    census: Census
    search: Search
    chosen: Preferences


def conversation(whole: Assistant, place: Place) -> Conversation:
    """Everything of one server, with the built-in features."""
    access = place.desk.access
    workflows = ModuleRegistry(enabled=whole.is_enabled)
    tools = ToolRegistry(enabled=whole.is_enabled)

    def allows(player: Player, workflow: Workflow) -> bool:
        mode = access.effective(player.uuid).mode
        return workflow.needs.rank <= mode.rank and whole.policy(workflow).rounds > 0

    builtin.register(
        workflows,
        tools,
        builtin.Sources(
            library=place.library,
            census=place.census,
            search=place.search,
            chosen=place.chosen,
            prompts=whole.prompts,
            chat_tools=whole.chat_tools,
            policy=whole.policy,
            allows=allows,
        ),
    )
    for module in whole.modules:
        _add(module, workflows, tools)
    cache = RoutingCache()
    desk = RoutingDesk(
        registry=workflows,
        matching=whole.matching,
        cache=cache,
        chat_prompts=whole.prompts,
        access=access.effective,
        policy=whole.policy,
    )
    opening = _Opening(whole, place, WorldAuthority(desk=place.desk))
    router = HybridRouter(desk, opening.open)
    return Conversation(router=router, workflows=workflows, tools=tools, cache=cache)


def _add(module: Module, workflows: ModuleRegistry, tools: ToolRegistry) -> None:
    """A third party's module; one that claims what is taken is left out whole."""
    try:
        workflows.add(module.id, module.workflows)
        tools.add(module.id, module.tools)
    except ValueError as error:
        _logger.warning("the module %s is left out: %s", module.id, error)


@dataclass(frozen=True, slots=True)
class _Opening:
    """Begins executions of one server."""

    whole: Assistant
    place: Place
    authority: WorldAuthority

    @asynccontextmanager
    async def open(self, request: Request) -> AsyncGenerator[Execution]:
        """The execution of a request, which a change of access can stop."""
        access = self.authority.effective(request.player.uuid)
        asked = Asked(
            run=secrets.token_hex(6),
            server=self.place.name,
            player=request.player,
            language=request.language,
            mode=access.mode,
            prompts=request.prompts,
            system=request.system,
            administrator=request.administrator,
            sent_as=request.player.name if self.whole.send_player_name else "Player",
            history=request.history,
        )
        opening = running(self.whole.kernel, self.authority, asked, workflow=ROUTING, policy=SINGLE)
        async with opening as execution:
            with self.place.executions.running(execution):
                yield execution
