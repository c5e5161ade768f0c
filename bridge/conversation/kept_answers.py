"""Answers to players who left meanwhile, shown at their next join (contract section 4)."""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from bridge.core.cards import Card
    from bridge.core.clock import Clock

KEPT_SECONDS: Final = 600.0
MOST: Final = 8
"""Of one player; with more the oldest goes."""


class Kept(NamedTuple):
    """One answer, in its language, until a moment of the clock; `number` is its keeper's own."""

    player: str
    card: Card
    language: str
    until: float
    number: int


class KeptAnswers:
    """Those of one server."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._kept: defaultdict[str, deque[Kept]] = defaultdict(deque)
        self._given_up: list[Kept] = []

    def keep(self, player: str, card: Card, language: str, number: int) -> None:
        """Until the player comes, but no longer than `KEPT_SECONDS`."""
        until = self._clock.monotonic() + KEPT_SECONDS
        cards = self._kept[player]
        cards.append(Kept(player, card, language, until, number))
        if len(cards) > MOST:
            self._given_up.append(cards.popleft())

    def take(self, player: str) -> list[Kept]:
        """What was kept for this player, in order; it is kept no longer."""
        self._expire()
        return list(self._kept.pop(player, ()))

    def given_up(self) -> list[Kept]:
        """What nobody came for in time, or was pushed out by newer ones; told once."""
        self._expire()
        told, self._given_up = self._given_up, []
        return told

    def waiting(self) -> list[Kept]:
        """What is kept for somebody."""
        self._expire()
        return [kept for cards in self._kept.values() for kept in cards]

    def _expire(self) -> None:
        now = self._clock.monotonic()
        for player, cards in tuple(self._kept.items()):
            while cards and cards[0].until <= now:
                self._given_up.append(cards.popleft())
            if not cards:
                del self._kept[player]
