"""One place to ask for players: who is online, and how somebody is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from bridge.core.actors import Player
    from bridge.tools.players.condition import Condition, Record
    from bridge.tools.players.live import LivePlayers
    from bridge.tools.players.saved import SavedPlayers


class Census:
    """Made for one server.

    `online` are the players in the game; `known` those that the server remembers beyond them.
    `live` is None where the game cannot be asked.
    """

    def __init__(
        self,
        *,
        online: Callable[[], Sequence[Player]],
        known: Callable[[], Iterable[Player]],
        saved: SavedPlayers,
        live: LivePlayers | None = None,
    ) -> None:
        self._online = online
        self._known = known
        self._saved = saved
        self._live = live

    @property
    def online(self) -> Sequence[Player]:
        """The players in the game."""
        return self._online()

    def named(self, name: str) -> Player | None:
        """The player of this name in any case, online ones first; None for nobody or several."""
        wanted = name.casefold()
        for players in (self._online(), self._known()):
            found = {each.uuid: each for each in players if each.name.casefold() == wanted}
            if len(found) == 1:
                return next(iter(found.values()))
            if found:
                return None
        return None

    async def condition(self, player: Player) -> Condition | None:
        """Asked of the game where that is possible, else as the world last saved it.

        None for a player whose UUID is not known: without it nothing proves whose data it is.
        """
        if player.uuid is None:
            return None
        found = await self._live.condition(player) if self._live is not None else None
        return found or await self._saved.condition(player.uuid)

    async def record(self, player: Player) -> Record | None:
        """Statistics and advancements; None for a player whose UUID is not known."""
        return None if player.uuid is None else await self._saved.record(player.uuid)

    async def held(self, player: Player) -> Mapping[str, int] | None:
        """What a player carries: items by id, or None where that is not known."""
        found = await self.condition(player)
        return None if found is None else found.inventory
