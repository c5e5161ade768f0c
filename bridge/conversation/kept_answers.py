"""Answers to players who left meanwhile, shown at their next join (contract section 4)."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from bridge.core.cards import Card
    from bridge.core.clock import Clock

KEPT_SECONDS: Final = 600.0
MOST: Final = 8
"""Of one player; with more the oldest goes."""


class KeptAnswers:
    """Those of one server, each with the language it is in."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._kept: dict[Hashable, deque[tuple[float, Card, str]]] = {}

    def keep(self, player: Hashable, card: Card, language: str) -> None:
        """Until the player comes, but no longer than `KEPT_SECONDS`."""
        now = self._clock.monotonic()
        for other in [who for who, cards in self._kept.items() if cards[-1][0] <= now]:
            del self._kept[other]
        cards = self._kept.setdefault(player, deque(maxlen=MOST))
        cards.append((now + KEPT_SECONDS, card, language))

    def take(self, player: Hashable) -> Iterator[tuple[Card, str]]:
        """What was kept for this player, in order; it is kept no longer."""
        now = self._clock.monotonic()
        for until, card, language in self._kept.pop(player, ()):
            if until > now:
                yield card, language

    def waiting(self) -> Iterator[tuple[Hashable, Card, str]]:
        """What is kept for somebody, whose, and in which language it is."""
        now = self._clock.monotonic()
        for player, cards in self._kept.items():
            yield from ((player, card, language) for until, card, language in cards if until > now)
