"""The agent's side of wiring: the kernel that all servers of a daemon share."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bridge.access.rate import RequestRate
from bridge.agent.gate import ModelGate
from bridge.agent.generations import Generations
from bridge.agent.kernel import Kernel
from bridge.agent.policy import policy_of
from bridge.daemon.extensions import extensions
from bridge.gateway.client import ChatCompletions
from bridge.prompts.chat import ChatPrompts
from bridge.workflows.freechat.actions import ChatTools

if TYPE_CHECKING:
    from collections.abc import Generator
    from uuid import UUID

    from bridge.access.effective import Effective
    from bridge.access.quota import Caps
    from bridge.agent.policy import ExecutionPolicy
    from bridge.conversation.local import LocalMatching
    from bridge.core.bus import Bus
    from bridge.daemon.access_desk import AccessDesk, Shared
    from bridge.daemon.system_files import SystemFiles
    from bridge.modules.module import Module
    from bridge.modules.workflow import Workflow


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

    def is_enabled(self, module: str) -> bool:
        """Whether a module is on, for everybody."""
        return self.system.agent.is_enabled(module)

    def host(self) -> str:
        """Which host receives the questions."""
        return urlsplit(self.system.model.base_url).hostname or "?"


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
