"""The last touch to cards that a model had a part in: pages, and the one line about AI."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from bridge.conversation.paging import paged
from bridge.core.cards import Style, Words
from bridge.core.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from uuid import UUID

    from bridge.core.cards import Card, Line

_logger = logging.getLogger(__name__)


class Told(Protocol):
    """Who was told that an AI answers; `conversation.first_answer.FirstAnswers` is one."""

    def is_due(self, player: UUID | None) -> bool:
        """Whether this player has yet to be told."""
        ...

    async def telling(self, player: UUID) -> None:
        """They are told now, and not again. Raises StoreError."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Presenting:
    """One a server."""

    told: Told
    host: Callable[[], str]
    """Which host receives the questions."""
    prefix: str
    """What a player writes before a request."""
    problems: set[str] = field(default_factory=set[str])

    async def of(self, player: UUID | None, cards: Iterable[Card]) -> tuple[Card, ...]:
        """As this player is shown them."""
        shown = [paged(card) for card in cards]
        first = next((index for index, card in enumerate(shown) if card.by_model), None)
        if first is not None and player is not None and self.told.is_due(player):
            card = shown[first]
            shown[first] = replace(card, lines=(*card.lines, self._line()))
            await self._telling(player)
        return tuple(shown)

    def _line(self) -> Line:
        args = {"host": self.host(), "prefix": self.prefix}
        return (Words("card.first_answer", args, Style.FAINT),)

    async def _telling(self, player: UUID) -> None:
        try:
            await self.told.telling(player)
        except StoreError as error:
            if str(error) not in self.problems:
                self.problems.add(str(error))
                _logger.warning("who was told that an AI answers is not stored: %s", error)
