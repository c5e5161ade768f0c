"""A router in memory: a test's workflows, a scripted model, and access that it sets by hand."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from bridge.agent.execution import Asked
from bridge.agent.policy import SINGLE, policy_of
from bridge.agent.runs import running
from bridge.conversation.cache import RoutingCache
from bridge.conversation.desk import RoutingDesk
from bridge.conversation.executions import Executions
from bridge.conversation.pack_matching import PackMatching
from bridge.conversation.presenting import Presenting
from bridge.conversation.request import Request
from bridge.conversation.router import HybridRouter
from bridge.prompts.building import build
from bridge.prompts.chat import ChatPrompts
from bridge.prompts.shipped import shipped_pack
from bridge.settings.semantic_file import SemanticFile
from tests.fakes.executions import MARA, FakeAuthority, kernel
from tests.fakes.model import ScriptedModel

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence
    from uuid import UUID

    from bridge.agent.execution import Execution
    from bridge.agent.user_message import Said
    from bridge.conversation.local import LocalMatching
    from bridge.core.actors import Player
    from bridge.modules.registry import ModuleRegistry

SHIPPED = build([shipped_pack()])


def request(
    text: str, player: Player = MARA, *, language: str = "en_us", administrator: bool = False
) -> Request:
    """What a player asks, under the shipped prompts."""
    return Request(
        player=player,
        text=text,
        language=language,
        prompts=SHIPPED,
        administrator=administrator,
    )


class MemoryHistory:
    """What one player said, all of it."""

    def __init__(self) -> None:
        self.said: list[Said] = []

    async def record(self, player: UUID | None, said: Sequence[Said], *, generation: int) -> None:
        del player, generation
        self.said.extend(said)


class MemoryTold:
    """Everybody was told that an AI answers, until a test empties it."""

    def __init__(self) -> None:
        self.everybody = True
        self.players: list[UUID] = []

    def is_due(self, player: UUID | None) -> bool:
        return player is not None and not self.everybody and player not in self.players

    async def telling(self, player: UUID) -> None:
        self.players.append(player)


class FakeConversation:
    """A `HybridRouter` with all that it is built of in reach."""

    def __init__(
        self,
        registry: ModuleRegistry,
        matching: LocalMatching,
        *,
        authority: FakeAuthority | None = None,
        model: ScriptedModel | None = None,
        prompts: ChatPrompts | None = None,
    ) -> None:
        self.authority = authority or FakeAuthority()
        self.model = model or ScriptedModel()
        self.kernel = kernel(self.model)
        self.executions = Executions()
        self.semantic = SemanticFile()
        self.cache = RoutingCache(lambda: self.semantic.cache_size)
        self.history = MemoryHistory()
        self.told = MemoryTold()
        self.desk = RoutingDesk(
            registry=registry,
            matching=PackMatching(matching, lambda: self.semantic),
            cache=self.cache,
            chat_prompts=prompts or ChatPrompts(),
            access=self.authority.effective,
            policy=lambda workflow: policy_of(workflow.id, {}, workflow.policy),
            generation=self.kernel.generations.current,
            history=self.history,
            presenting=Presenting(told=self.told, host=lambda: "ai.example", prefix="@ai"),
        )
        self.router = HybridRouter(self.desk, self._opening)

    @asynccontextmanager
    async def _opening(self, request: Request) -> AsyncGenerator[Execution]:
        asked = Asked(
            run=f"run-{len(self.model.requests)}",
            server="main",
            player=request.player,
            language=request.language,
            mode=self.authority.effective(request.player.uuid).mode,
            prompts=request.prompts,
            sent_as=request.player.name,
            history=tuple(self.history.said),
            generation=request.generation,
        )
        async with AsyncExitStack() as stack:
            execution = await stack.enter_async_context(
                running(self.kernel, self.authority, asked, workflow="system:route", policy=SINGLE)
            )
            stack.enter_context(self.executions.running(execution))
            yield execution
