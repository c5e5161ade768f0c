"""The conversation's side of wiring: how the requests of one server are answered."""

from __future__ import annotations

import logging
import secrets
import string
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from bridge.agent.execution import Asked
from bridge.agent.policy import SINGLE
from bridge.agent.runs import running
from bridge.conversation.cache import RoutingCache
from bridge.conversation.desk import RoutingDesk
from bridge.conversation.executions import Executions
from bridge.conversation.forgetting import Forgetting
from bridge.conversation.pack_matching import PackMatching
from bridge.conversation.presenting import Presenting
from bridge.conversation.router import HybridRouter
from bridge.conversation.shown import ShownCards
from bridge.core.errors import StoreError
from bridge.daemon.assistant import WorldAuthority
from bridge.modules.registry import ModuleRegistry
from bridge.tools.registry import ToolRegistry
from bridge.workflows import builtin
from bridge.workflows.ending.workflow import Ending
from bridge.workflows.preferences.workflow import Preferences

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from bridge.access.world import WorldAccess
    from bridge.agent.execution import Execution
    from bridge.agent.user_message import Said
    from bridge.conversation.bindings import Bindings
    from bridge.conversation.history import History
    from bridge.conversation.request import Request
    from bridge.core.actors import Player
    from bridge.daemon.access_desk import AccessDesk
    from bridge.daemon.assistant import Assistant
    from bridge.daemon.personal import Personal
    from bridge.knowledge.search import Search
    from bridge.modules.module import Module
    from bridge.modules.workflow import Workflow
    from bridge.prompts.snapshot import PromptSnapshot
    from bridge.tools.players.census import Census
    from bridge.workflows.items.workflow import Items
    from bridge.workflows.quests.workflow import Library

_logger = logging.getLogger(__name__)

ROUTING: Final = "system:route"
"""What a request is until a workflow is chosen."""
_CARD_ID: Final = string.ascii_lowercase + string.digits


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One server, as its conversation needs it."""

    name: str
    desk: AccessDesk
    library: Library | None
    items: Items | None
    census: Census
    search: Search
    prompts: Callable[[], PromptSnapshot]
    """Those in force."""
    personal: Personal
    prefix: str
    """What a player writes before a request."""
    forgot: Callable[[Player], None]
    """Is told of a player whose cards are gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """How one server's requests are answered."""

    router: HybridRouter
    workflows: ModuleRegistry
    allows: Callable[[Player, Workflow], bool]
    """Whether a player may use a workflow now."""
    tools: ToolRegistry
    executions: Executions
    matching: PackMatching
    cache: RoutingCache
    shown: ShownCards
    history: History
    bindings: Bindings
    forgetting: Forgetting


async def conversation(whole: Assistant, place: Place) -> Conversation:
    """Everything of one server, with the built-in features. Raises StoreError."""
    world = place.desk.access.name
    generations = whole.kernel.generations
    history = place.personal.history(world, generations)
    executions = Executions()
    cache = RoutingCache(lambda: whole.system.semantic.cache_size)
    matching = PackMatching(whole.matching, lambda: whole.system.semantic)
    shown = ShownCards(whole.kernel.clock, new_card_id)
    forgetting = Forgetting(
        generations=generations,
        executions=executions,
        shown=shown,
        cache=cache,
        history=history,
        forgot=place.forgot,
    )
    allows = partial(_allows, whole, place.desk.access)
    ending = Ending(running=executions, memory=forgetting)
    workflows, tools = _features(whole, place, ending, allows)
    desk = RoutingDesk(
        registry=workflows,
        matching=matching,
        cache=cache,
        chat_prompts=whole.prompts,
        access=place.desk.access.effective,
        policy=whole.policy,
        generation=generations.current,
        history=history,
        presenting=Presenting(told=place.personal.told, host=whole.host, prefix=place.prefix),
    )
    authority = WorldAuthority(desk=place.desk)
    opening = _Opening(whole, place.name, authority, executions, history)
    return Conversation(
        router=HybridRouter(desk, opening.open),
        workflows=workflows,
        allows=allows,
        tools=tools,
        executions=executions,
        matching=matching,
        cache=cache,
        shown=shown,
        history=history,
        bindings=await place.personal.bindings(world),
        forgetting=forgetting,
    )


def new_card_id() -> str:
    """Three letters or digits, short enough to be typed."""
    return "".join(secrets.choice(_CARD_ID) for _ in range(3))


def _allows(whole: Assistant, access: WorldAccess, player: Player, workflow: Workflow) -> bool:
    mode = access.effective(player.uuid).mode
    return workflow.needs.rank <= mode.rank and whole.policy(workflow).rounds > 0


def _features(
    whole: Assistant,
    place: Place,
    ending: Ending,
    allows: Callable[[Player, Workflow], bool],
) -> tuple[ModuleRegistry, ToolRegistry]:
    """What this server has: the built-in features, then third parties' modules."""
    access = place.desk.access

    def enabled(module: str, system: str) -> bool:
        """On for everybody, and one of those that the player's system has."""
        definition = place.prompts().systems.get(system)
        own = None if definition is None else definition.modules
        return whole.is_enabled(module) and (own is None or module in own)

    workflows, tools = ModuleRegistry(enabled=enabled), ToolRegistry(enabled=enabled)
    builtin.register(
        workflows,
        tools,
        builtin.Sources(
            library=place.library,
            items=place.items,
            census=place.census,
            search=place.search,
            chosen=Preferences(
                access=access,
                history=place.personal.choice,
                used_today=place.desk.quota.used_today,
            ),
            languages=place.personal.languages,
            ending=ending,
            prompts=whole.prompts,
            chat_tools=whole.chat_tools,
            policy=whole.policy,
            allows=allows,
        ),
    )
    for module in whole.modules:
        _add(module, workflows, tools)
    return workflows, tools


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
    server: str
    authority: WorldAuthority
    executions: Executions
    history: History

    @asynccontextmanager
    async def open(self, request: Request) -> AsyncGenerator[Execution]:
        """The execution of a request, which a change of access can stop."""
        access = self.authority.effective(request.player.uuid)
        asked = Asked(
            run=secrets.token_hex(6),
            server=self.server,
            player=request.player,
            language=request.language,
            mode=access.mode,
            prompts=request.prompts,
            system=request.system,
            administrator=request.administrator,
            sent_as=request.player.name if self.whole.send_player_name else "Player",
            history=await self._recent(request),
            generation=request.generation,
        )
        opening = running(self.whole.kernel, self.authority, asked, workflow=ROUTING, policy=SINGLE)
        async with opening as execution:
            with self.executions.running(execution):
                yield execution

    async def _recent(self, request: Request) -> tuple[Said, ...]:
        try:
            return await self.history.recent(request.player.uuid)
        except StoreError as error:
            _logger.warning("what was said before is not there: %s", error)
            return ()
