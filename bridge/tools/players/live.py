"""A player's state asked of the running game: one field a call, and not again for some seconds.

Each call runs on the game's main thread and is logged there, and operators may see it (D).
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, Protocol

from bridge.core.errors import LinkError, SnbtError
from bridge.minecraft import snbt
from bridge.tools.players.condition import FIELDS, read_condition

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bridge.core.actors import Player
    from bridge.core.clock import Clock
    from bridge.tools.players.condition import Condition

KEPT_SECONDS: Final = 5.0
MOST: Final = 200
"""Players whose state is kept."""

_ANSWER: Final = re.compile(r"[^\n]{1,80}? has the following entity data: ", re.DOTALL)


class Game(Protocol):
    """The running game, as far as it is needed here."""

    @property
    def online(self) -> Sequence[Player]:
        """The players known to be in it."""
        ...

    async def entity_data(self, player: Player, path: str) -> str:
        """What the game answers to `data get entity <player> <path>`. Raises LinkError."""
        ...


def answered(reply: str) -> object:
    """The value in the game's answer; None where there is no such field, or no such player."""
    found = _ANSWER.match(reply)
    if found is None:
        return None
    try:
        return snbt.parse(reply[found.end() :])
    except SnbtError:
        return None


class LivePlayers:
    """Made for one server."""

    def __init__(self, game: Game, *, clock: Clock, fields: Callable[[], tuple[str, ...]]) -> None:
        self._game = game
        self._clock = clock
        self._fields = fields
        self._kept: OrderedDict[str, tuple[float, Condition]] = OrderedDict()
        self._asking = asyncio.Lock()

    async def condition(self, player: Player) -> Condition | None:
        """As it is now, or was some seconds ago; None for who is not online, or without a link."""
        if player.name not in {each.name for each in self._game.online}:
            return None
        async with self._asking:  # who asks meanwhile gets the same answer
            return await self._asked(player)

    async def _asked(self, player: Player) -> Condition | None:
        from dataclasses import replace

        now = self._clock.monotonic()
        kept = self._kept.get(player.name)
        if kept is not None and now - kept[0] < KEPT_SECONDS:
            return replace(kept[1], live=True, age=now - kept[0])
        data: dict[str, object] = {}
        try:
            for field in self._fields():
                data[field] = answered(await self._game.entity_data(player, field))
        except LinkError:
            return None
        if not any(value is not None for value in data.values()):
            return None
        found = read_condition(data)
        self._kept[player.name] = (now, found)
        self._kept.move_to_end(player.name)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)
        return replace(found, live=True)


def fields_of(minecraft: tuple[int, ...] | None) -> tuple[str, ...]:
    """The fields that this version of the game can be asked for; none while it is not known."""
    if minecraft is None or minecraft < (1, 13):  # before it there is no `data get`
        return ()
    return FIELDS if minecraft >= (1, 21, 5) else FIELDS[:-1]
