"""Programs in the game servers: what they tell goes the way of the log, and by them we answer."""

from __future__ import annotations

import logging
from collections import defaultdict
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from bridge.core.cards import Words
from bridge.core.errors import RefusedError
from bridge.daemon.wiring import link_name
from bridge.minecraft.transports.socket_messages import CommandHint, Join, Leave
from bridge.minecraft.transports.socket_roles import Role
from bridge.modules.workflow import commanded
from bridge.ui.languages import say

if TYPE_CHECKING:
    from collections.abc import Generator

    from bridge.core.actors import Player
    from bridge.daemon.access_frames import Hints
    from bridge.daemon.wiring import Daemon, Server
    from bridge.minecraft.link.doors import PeerDoor
    from bridge.minecraft.transports.socket_handler import Report
    from bridge.minecraft.transports.socket_messages import PeerPlayer
    from bridge.minecraft.transports.socket_roles import Peer

_logger = logging.getLogger(__name__)


class Peers:
    """Of all servers; peers of the other roles are none of its business."""

    def __init__(self, daemon: Daemon) -> None:
        self._daemon = daemon
        self._connected: defaultdict[str, dict[str, str]] = defaultdict(dict)
        """By server: the sessions, and what each calls itself."""

    @contextmanager
    def reached_by(self, door: PeerDoor) -> Generator[None]:
        """While the block runs players are told by this socket."""
        try:
            for server in self._daemon.servers:
                server.link.attach(door)
            yield
        finally:
            for server in self._daemon.servers:
                server.link.attach(None)

    def connected(self, peer: Peer) -> None:
        """A peer was let in."""
        if peer.role is Role.SERVER:
            server = self._daemon.server(peer.server)
            self._connected[server.name][peer.session] = peer.agent
            server.link.peer_came(peer)
            self._tell(server)

    def disconnected(self, peer: Peer) -> None:
        """It tells and shows nothing more."""
        self._daemon.frames.gone(peer.session)
        if peer.role is Role.SERVER:
            server = self._daemon.server(peer.server)
            self._connected[server.name].pop(peer.session, None)
            server.link.peer_went(peer)
            self._tell(server)

    async def received(self, report: Report, peer: Peer) -> None:
        """A program in the server told something."""
        server = self._daemon.server(peer.server)
        match report:
            case Join(player=player):
                hints = partial(_hints, server)
                self._daemon.frames.joined(peer.session, server.desk.access, player, hints)
            case Leave(player=player):
                self._daemon.frames.left(peer.session, player)
            case _:
                pass
        await server.link.told_by_peer(report, peer)

    def administrator(self, server: Server, named: PeerPlayer | None, peer: Peer) -> Player:
        """The player for whom a server peer speaks, if they may give orders. Raises RefusedError.

        `op` in a frame is never looked at.
        """
        if named is None:
            raise RefusedError("for whom? A command of a server peer names its player")
        player, proof = server.link.named(named, peer)
        if not server.place.may_administer(player, proof):
            raise RefusedError(
                "permission level 2 is needed, by ops.json or admins, of a player who is known by "
                "UUID, or by name where names are proof"
            )
        return player

    def _tell(self, server: Server) -> None:
        names = tuple(each.name for each in self._daemon.servers)
        link = link_name(server.name, "peers", names)
        agents = sorted(self._connected[server.name].values())
        if agents:
            self._daemon.health.up(link, ", ".join(agents))
        else:
            self._daemon.health.off(link, "none is connected")


def _hints(server: Server, player: Player) -> Hints:
    """The commands that `/help` lists for this player, in their language."""
    talk, language = server.talk, server.intake.answers.language_of(player)
    flows = talk.workflows.available(talk.bindings.of(player.uuid))
    return tuple(
        CommandHint(
            name=command.name,
            usage=say(Words(command.usage), language),
            description=say(Words(command.summary), language),
        )
        for _, command in commanded(flows, partial(talk.allows, player))
    )
