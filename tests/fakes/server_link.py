"""A link to a game that is not there: it writes down what players are told."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import TYPE_CHECKING

from bridge.minecraft.identity import Identity, Proof
from bridge.minecraft.link.heard import Heard
from bridge.minecraft.link.server_peers import ServerPeers
from bridge.minecraft.presence import Presence

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from bridge.core.actors import Player
    from bridge.core.errors import LinkError
    from bridge.core.events import GameEvent, Pressed
    from bridge.minecraft.link.ways import Message
    from bridge.minecraft.transports.socket_handler import Report
    from bridge.minecraft.transports.socket_messages import PeerPlayer
    from bridge.minecraft.transports.socket_roles import Peer
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
        self.left: set[str] = set()
        """Who was in the game and is not any more."""
        self.closed: LinkError | None = None
        """Why there is no way back."""
        self.begun_with = 0
        self.peers: list[tuple[object, ...]] = []
        """What was told of the socket's peers."""
        self.commanded_before = False
        self._reports = ServerPeers(
            Presence(), Identity(told={}, cached=dict, computed=lambda _: None)
        )
        self._happening: asyncio.Queue[Heard | None] = asyncio.Queue()

    def happen(
        self,
        event: GameEvent | Pressed,
        player: Player | None = None,
        *,
        proof: Proof = Proof.NOTHING,
        language: str | None = None,
    ) -> None:
        """Let something happen in the game."""
        heard = Heard(event=event, player=player, proof=proof, language=language)
        self._happening.put_nowait(heard)

    def end(self) -> None:
        """Nothing more happens."""
        self._happening.put_nowait(None)

    async def events(self) -> AsyncIterator[Heard]:
        while (heard := await self._happening.get()) is not None:
            yield heard

    async def begun(self) -> None:
        self.begun_with += 1

    async def ready(self) -> None:
        if self.closed is not None:
            raise self.closed

    async def show_progress(self, player: Player, component: str) -> None:
        if player.name in self.errors:
            raise self.errors[player.name]
        self.bars[player.name].append(component)

    def has_left(self, player: Player) -> bool:
        return player.name in self.left

    async def tell(self, player: Player, write: Callable[[int], Sequence[Message]]) -> None:
        if player.name in self.errors:
            raise self.errors[player.name]
        self.told[player.name].extend(message.component for message in write(1400))

    def attach(self, door: object) -> None:
        self.peers.append(("attach", door))

    def peer_came(self, peer: Peer) -> None:
        self.peers.append(("came", peer.session))

    def peer_went(self, peer: Peer) -> None:
        self.peers.append(("went", peer.session))

    async def told_by_peer(self, report: Report, peer: Peer) -> None:
        self.peers.append(("told", report, peer.session))

    def named(self, peer_player: PeerPlayer, peer: Peer) -> tuple[Player, Proof]:
        return self._reports.named(peer_player, peer)

    def commanded(self, text: str, player: PeerPlayer, peer: Peer) -> Heard | None:
        if self.commanded_before:
            return None
        return self._reports.commanded(text, player, peer)
