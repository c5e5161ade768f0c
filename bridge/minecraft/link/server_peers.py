"""What programs in the server tell over the socket, as the same events that its log gives.

A frame's UUID is believed, its `op` never (contract section 7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.core.actors import Player
from bridge.core.events import Chat, IssuedCommand, Join, Leave, Pressed, Reloading, Saved
from bridge.minecraft.identity import PROOFS, Transport
from bridge.minecraft.link.heard import Heard
from bridge.minecraft.transports import socket_messages as wire

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bridge.minecraft.identity import Identity, Proof
    from bridge.minecraft.presence import Presence
    from bridge.minecraft.transports.socket_handler import Report
    from bridge.minecraft.transports.socket_messages import PeerPlayer
    from bridge.minecraft.transports.socket_roles import Peer

BY_NAME: Final = "mcdreforged"
"""How a peer begins its `agent` that knows players by name alone: what it says is a name's word."""


class ServerPeers:
    """One server's peers, as far as they tell something."""

    def __init__(self, presence: Presence, identity: Identity) -> None:
        self._presence = presence
        self._identity = identity

    def named(self, peer_player: PeerPlayer, peer: Peer) -> tuple[Player, Proof]:
        """Whom a frame means, and what stands for it."""
        if peer_player.uuid is None:
            by_name = peer.agent.lower().startswith(BY_NAME)
            transport = Transport.PEER_BY_NAME if by_name else Transport.PEER_NAMELESS
            return self._identity.player(peer_player.name), PROOFS[transport]
        self._presence.identify(peer_player.name, peer_player.uuid)
        player = Player(name=peer_player.name, uuid=peer_player.uuid)
        return player, PROOFS[Transport.PEER]

    def commanded(self, text: str, peer_player: PeerPlayer, peer: Peer) -> Heard:
        """A command, as the log of some servers has it too."""
        player, proof = self.named(peer_player, peer)
        event = IssuedCommand(player=player.name, text=f"/{text.removeprefix('/')}")
        return Heard(event=event, player=player, proof=proof, source=peer.session)

    def heard(self, report: Report, peer: Peer) -> Iterator[Heard]:
        """What a report tells; presence is brought up to date."""
        match report:
            case wire.Saved():
                yield Heard(event=Saved(), source=peer.session)
            case wire.Reload():
                yield Heard(event=Reloading(), source=peer.session)
            case wire.Result():  # of something that nobody waits for any more
                pass
            case _:
                yield self._of_player(report, peer)

    def _of_player(
        self, report: wire.Chat | wire.Join | wire.Leave | wire.Action, peer: Peer
    ) -> Heard:
        player, proof = self.named(report.player, peer)
        name = player.name
        match report:
            case wire.Chat(text=text):
                event = Chat(player=name, text=text)
            case wire.Action(card=card, number=number):
                event = Pressed(player=name, card=card, number=number)
            case wire.Join():
                event = Join(player=name)
                self._presence.apply(event)
            case wire.Leave():
                event = Leave(player=name)
                self._presence.apply(event)
        return Heard(
            event=event,
            player=player,
            proof=proof,
            language=report.player.lang,
            source=peer.session,
        )
