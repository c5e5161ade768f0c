"""The four ways of answering a text (spec 2, "Four execution strategies").

Each mode only orders the shared steps; what a step does is `routes`' business.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Protocol

from bridge.core.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bridge.core.cards import Card

Answer = tuple["Card", ...]


class Routes(Protocol):
    """The steps for one request; each is an answer, or None where the next one has to try."""

    async def command(self) -> Answer | None:
        """An explicit command."""
        ...

    async def local(self) -> Answer | None:
        """The local match, under the threshold of the mode."""
        ...

    async def assisted(self) -> Answer | None:
        """One call of a model that picks a capability or none."""
        ...

    async def chat(self) -> Answer | None:
        """One free answer of a model."""
        ...

    async def loop(self) -> Answer | None:
        """The bounded conversation in which the model picks, observes and answers."""
        ...

    async def options(self) -> Answer:
        """The card of choices, with why it is shown."""
        ...


async def _offline(routes: Routes) -> Answer:
    return await routes.command() or await routes.local() or await routes.options()


async def _standard(routes: Routes) -> Answer:
    return (
        await routes.command()
        or await routes.local()
        or await routes.assisted()
        or await routes.options()
    )


async def _extended(routes: Routes) -> Answer:
    return (
        await routes.command()
        or await routes.local()
        or await routes.assisted()
        or await routes.chat()
        or await routes.options()
    )


async def _free(routes: Routes) -> Answer:
    return await routes.loop() or await routes.options()


class ConversationMode(Enum):
    """A mode with its route."""

    OFFLINE = (Mode.OFFLINE, _offline)
    STANDARD = (Mode.STANDARD, _standard)
    EXTENDED = (Mode.EXTENDED, _extended)
    FREE = (Mode.FREE, _free)

    def __init__(self, mode: Mode, route: Callable[[Routes], Awaitable[Answer]]) -> None:
        self.mode = mode
        self._route = route

    async def route(self, routes: Routes) -> Answer:
        """Answer one request by this mode's steps."""
        return await self._route(routes)

    @classmethod
    def of(cls, mode: Mode) -> ConversationMode:
        """The strategy of a mode."""
        return _BY_MODE[mode]


_BY_MODE = {each.mode: each for each in ConversationMode}
