"""How many model calls run at once on the whole server, and who is next (`serverModelConcurrency`).

Players take turns; one player's calls go in order. So whoever asks much waits behind whoever asks
little, and nobody waits for ever.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from types import TracebackType


class ModelGate:
    """`size` is asked each time: a reload counts for the next call."""

    def __init__(self, size: Callable[[], int]) -> None:
        self._size = size
        self._inside = 0
        self._waiting: OrderedDict[Hashable, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """Calls that wait."""
        return sum(map(len, self._waiting.values()))

    @property
    def inside(self) -> int:
        """Calls that run."""
        return self._inside

    def entered(self, player: Hashable) -> Place:
        """`async with` it: wait for a place and hold it during the block."""
        return Place(self, player)

    async def enter(self, player: Hashable) -> None:
        """Wait for a place; each is left once."""
        if self._inside < self._size() and not self._waiting:
            self._inside += 1
        else:
            await self._wait(player)

    def leave(self) -> None:
        """Whoever is next comes in."""
        self._inside -= 1
        self._let_in()

    async def _wait(self, player: Hashable) -> None:
        ticket = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(player, deque()).append(ticket)
        self._let_in()  # a reload may have made room while others wait
        try:
            await ticket
        except asyncio.CancelledError:
            if ticket.done() and not ticket.cancelled():
                # The place was given just now, and nobody takes it.
                self._inside -= 1
                self._let_in()
            else:
                self._leave(player, ticket)
            raise

    def _leave(self, player: Hashable, ticket: asyncio.Future[None]) -> None:
        tickets = self._waiting.get(player)
        if tickets is not None and ticket in tickets:
            tickets.remove(ticket)
            if not tickets:
                del self._waiting[player]

    def _let_in(self) -> None:
        while self._waiting and self._inside < self._size():
            player, tickets = next(iter(self._waiting.items()))
            ticket = tickets.popleft()
            if not tickets:
                del self._waiting[player]
            if ticket.done():
                continue  # cancelled just now: that was not the player's turn
            if tickets:
                self._waiting.move_to_end(player)
            self._inside += 1
            ticket.set_result(None)


class Place:
    """One place, from when it is entered."""

    __slots__ = ("_gate", "_player")

    def __init__(self, gate: ModelGate, player: Hashable) -> None:
        self._gate = gate
        self._player = player

    async def __aenter__(self) -> None:
        await self._gate.enter(self._player)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._gate.leave()
