"""`HybridRouter`: one request to the cards that answer it, by the strategy of the player's mode."""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from bridge.agent.events import BeforeOutput, Output
from bridge.agent.failures import FailureError, Forgotten, Vetoed, keeps_cards, words
from bridge.agent.user_message import Said
from bridge.conversation.cards import rest_withdrawn
from bridge.conversation.explaining import ExplainedRoutes
from bridge.conversation.explicit import is_management
from bridge.conversation.lazy import LazyExecution
from bridge.conversation.routes import ModeFellError, RequestRoutes
from bridge.conversation.strategies import ConversationMode
from bridge.core.cards import Card, CardKind, Plain, Run
from bridge.core.errors import StoreError
from bridge.core.modes import Mode

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
    from contextlib import AbstractAsyncContextManager

    from bridge.agent.execution import Execution
    from bridge.agent.failures import Failure
    from bridge.conversation.desk import RoutingDesk
    from bridge.conversation.request import Request
    from bridge.conversation.strategies import Answer, Routes
    from bridge.core.cards import Action

_logger = logging.getLogger(__name__)


class HybridRouter:
    """One a server. `opening` begins the execution of a request that needs one."""

    def __init__(
        self,
        desk: RoutingDesk,
        opening: Callable[[Request], AbstractAsyncContextManager[Execution]],
    ) -> None:
        self._desk = desk
        self._opening = opening

    def is_management(self, text: str) -> bool:
        """Whether `text` is a command that acts at once and waits for nobody."""
        return is_management(text, self._desk.registry)

    async def managed(self, request: Request) -> Answer:
        """Carry out a management command; it never reaches a model, in no mode."""

        async def by_command(routes: RequestRoutes) -> Answer:
            return await routes.command() or ()

        return await self._presented(request, await self._answered(request, by_command))

    async def answer(self, request: Request) -> Answer:
        """Answer a text by the strategy of the player's mode; what is said goes to the history."""
        async with self.answered(request) as cards:
            return cards

    @asynccontextmanager
    async def answered(self, request: Request) -> AsyncGenerator[Answer]:
        """The same; the history is written at the end of the block, when it was shown."""
        async with self._by_mode(request, _by_strategy) as cards:
            yield cards

    async def explained(self, request: Request) -> tuple[Answer, dict[str, Any]]:
        """As `answer`, with how it was routed (`ExplainedRoutes.explained`)."""
        told: list[ExplainedRoutes] = []

        async def by_strategy(routes: RequestRoutes) -> Answer:
            told.append(ExplainedRoutes(routes))
            return await _by_strategy(routes, told[0])

        async with self._by_mode(request, by_strategy) as answer:
            return answer, told[0].explained(self._desk.matching.file) if told else {}

    @asynccontextmanager
    async def _by_mode(
        self, request: Request, by: Callable[[RequestRoutes], Awaitable[Answer]]
    ) -> AsyncGenerator[Answer]:
        if self._desk.generation(request.player.uuid) != request.generation:
            yield (_stopped(Forgotten()),)  # it waited, and the player said `/forget` meanwhile
            return
        by_command = False

        async def by_strategy(routes: RequestRoutes) -> Answer:
            nonlocal by_command
            answer = await by(routes)
            by_command = routes.was_command
            return answer

        cards = await self._answered(request, by_strategy)
        try:
            yield await self._presented(request, cards)
        finally:
            if not by_command:
                await self._record(request, cards)

    async def press(self, request: Request, action: Action) -> Answer:
        """Do what a button does, under the access of today; in no mode is it read as chat."""
        if not isinstance(action, Run):
            access = self._desk.access(request.player.uuid)
            withdrawn = action.card.by_model and access.max_mode is Mode.OFFLINE
            return (rest_withdrawn(access) if withdrawn else action.card,)

        async def by_button(routes: RequestRoutes) -> Answer:
            return await routes.run(action)

        return await self._presented(request, await self._answered(request, by_button))

    async def _answered(
        self, request: Request, by: Callable[[RequestRoutes], Awaitable[Answer]]
    ) -> Answer:
        lazy = LazyExecution(lambda: self._opening(request))
        try:
            async with lazy:
                answer = await by(RequestRoutes(self._desk, request, lazy))
                if lazy.execution is not None:
                    _announced(lazy.execution, answer)
        except FailureError as error:
            # Earned cards outlive a failure, a limit, a timeout and `/cancel`; not revocation.
            kept = keeps_cards(error.failure) and lazy.execution is not None
            earned = lazy.execution.cards if kept and lazy.execution else ()
            return (*earned, _stopped(error.failure))
        return answer

    async def _presented(self, request: Request, cards: Answer) -> Answer:
        return await self._desk.presenting.of(request.player.uuid, cards)

    async def _record(self, request: Request, cards: Answer) -> None:
        said = (Said(role="player", text=request.text), *_answers(cards))
        try:
            await self._desk.history.record(
                request.player.uuid, said, generation=request.generation
            )
        except StoreError as error:
            _logger.warning("what was said is not kept: %s", error)


async def _by_strategy(routes: RequestRoutes, steps: Routes | None = None) -> Answer:
    """Each fall of the mode begins the lower strategy; there are three at most."""
    while True:
        try:
            return await ConversationMode.of(routes.mode).route(steps or routes)
        except ModeFellError:
            continue


def _stopped(failure: Failure) -> Card:
    return Card(kind=CardKind.NOTICE, lines=(words(failure),))


def _answers(cards: Iterable[Card]) -> Iterable[Said]:
    """What a model said to the player; the cards of local answers are not in it."""
    for card in cards:
        if card.by_model:
            lines = ("".join(p.text for p in line if isinstance(p, Plain)) for line in card.lines)
            yield Said(role="assistant", text="\n".join(lines))


def _announced(execution: Execution, answer: Answer) -> None:
    """Let subscribers see, and perhaps veto, what is about to be shown."""
    bus = execution.kernel.bus
    if bus.hears(BeforeOutput):
        event = BeforeOutput(run=execution.id, player=execution.player, cards=answer)
        if veto := bus.vetoed(event):
            raise FailureError(Vetoed(event.name, veto.reason))
    if bus.hears(Output):
        bus.publish(Output(run=execution.id, player=execution.player, cards=answer))
