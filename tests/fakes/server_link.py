"""A link to a game that is not there: it writes down what players are told."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import TYPE_CHECKING

from bridge.minecraft.link.server import Heard

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from bridge.core.actors import Player
    from bridge.core.events import GameEvent
    from bridge.minecraft.version import GameVersion


class RecordingLink:
    """What `daemon.intake` uses of a `ServerLink`."""

    def __init__(self) -> None:
        self.version: GameVersion | None = None
        self.online: list[Player] = []
        self.skipped_lines = 0
        self.told: defaultdict[str, list[str]] = defaultdict(list)
        """The components that each player was shown, by name."""
        self.bars: defaultdict[str, list[str]] = defaultdict(list)
        """The same of their action bars."""
        self.errors: dict[str, Exception] = {}
        """What telling somebody raises, by the player's name."""
        self._happening: asyncio.Queue[Heard | None] = asyncio.Queue()

    def happen(self, event: GameEvent, player: Player | None = None, *, bare: bool = False) -> None:
        """Let something happen in the game; `bare` is chat under an undecorated name."""
        self._happening.put_nowait(Heard(event=event, player=player, bare=bare))

    def end(self) -> None:
        """Nothing more happens."""
        self._happening.put_nowait(None)

    async def events(self) -> AsyncIterator[Heard]:
        while (heard := await self._happening.get()) is not None:
            yield heard

    def is_online(self, player: Player) -> bool:
        return player in self.online

    def room(self, player: Player) -> int:
        del player
        return 1400

    async def show_progress(self, player: Player, component: str) -> None:
        if player.name in self.errors:
            raise self.errors[player.name]
        self.bars[player.name].append(component)

    async def tell(self, player: Player, components: Sequence[str]) -> None:
        if player.name in self.errors:
            raise self.errors[player.name]
        self.told[player.name].extend(components)
