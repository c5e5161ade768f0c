"""The cards a player was shown, so that a later press finds its button (contract section 4)."""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from bridge.conversation.addressing import Press
    from bridge.core.cards import Button, Card
    from bridge.core.clock import Clock

LIFETIME: Final = 600.0
KEPT: Final = 20


class NoButton(Enum):
    """Why a press finds nothing."""

    NO_CARD = auto()
    EXPIRED = auto()
    NO_SUCH_NUMBER = auto()


@dataclass(frozen=True, slots=True)
class _Shown:
    id: str
    card: Card
    until: float


class ShownCards:
    """Cards with buttons, `KEPT` a player at most, for `LIFETIME` seconds."""

    def __init__(self, clock: Clock, new_id: Callable[[], str]) -> None:
        self._clock = clock
        self._new_id = new_id
        self._cards: defaultdict[Hashable, deque[_Shown]] = defaultdict(lambda: deque(maxlen=KEPT))

    def show(self, player: Hashable, card: Card) -> str:
        """Remember `card` and give it an id that none of this player's live cards has."""
        if not card.buttons:
            return ""
        cards = self._cards[player]
        taken = {shown.id for shown in cards}
        while (card_id := self._new_id()) in taken:
            pass
        cards.append(_Shown(card_id, card, self._clock.monotonic() + LIFETIME))
        return card_id

    def find(self, player: Hashable, press: Press) -> Button | NoButton:
        """The button that `press` means today."""
        shown = self._card(player, press.card)
        if shown is None:
            return NoButton.NO_CARD
        if shown.until <= self._clock.monotonic():
            return NoButton.EXPIRED
        if not 1 <= press.number <= len(shown.card.buttons):
            return NoButton.NO_SUCH_NUMBER
        return shown.card.buttons[press.number - 1]

    def forget(self, player: Hashable) -> None:
        """Drop what this player was shown."""
        self._cards.pop(player, None)

    def _card(self, player: Hashable, card_id: str | None) -> _Shown | None:
        for shown in reversed(self._cards.get(player, ())):
            if card_id is None or shown.id == card_id:
                return shown
        return None
