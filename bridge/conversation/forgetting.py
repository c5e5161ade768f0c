"""`/forget`: history, cards and routing cache go, and what runs ends (contract section 4).

Access, quota, mode and what was chosen stay.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridge.agent.failures import Forgotten

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.agent.generations import Generations
    from bridge.conversation.cache import RoutingCache
    from bridge.conversation.executions import Executions
    from bridge.conversation.history import History
    from bridge.conversation.shown import ShownCards
    from bridge.core.actors import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgetting:
    """What of one world's players can be forgotten."""

    generations: Generations
    executions: Executions
    shown: ShownCards
    cache: RoutingCache
    history: History
    forgot: Callable[[Player], None]
    """Is told of a player whose cards are gone."""

    async def forget(self, player: Player) -> None:
        """Raises StoreError when the history is still there; all else is gone by then."""
        # The generation first: what ends because of it records nothing any more.
        self.generations.forget(player.uuid)
        self.shown.forget(player.name)
        self.forgot(player)
        self.cache.forget(player.name)
        if player.uuid is not None:
            self.executions.end(player.uuid, Forgotten())
            await self.history.forget(player.uuid)
