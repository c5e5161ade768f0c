"""What the socket's peers may ask of the daemon: our own command line, and consoles."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bridge.access.history import Author
from bridge.commands import system_ai
from bridge.core.actors import Console
from bridge.core.errors import RefusedError
from bridge.daemon import asking, player_desk, status
from bridge.daemon.peers import Peers
from bridge.daemon.player_desk import PlayerDesk
from bridge.daemon.shell import SHELL, answer
from bridge.minecraft.transports.socket_handler import Answer, Suggestions
from bridge.minecraft.transports.socket_roles import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bridge.core.actors import Actor
    from bridge.daemon.wiring import Daemon
    from bridge.minecraft.transports.socket_handler import Report
    from bridge.minecraft.transports.socket_messages import (
        Command,
        Complete,
        JsonValue,
    )
    from bridge.minecraft.transports.socket_roles import Peer

_logger = logging.getLogger(__name__)


class Control:
    """Answers the socket. Its `daemon` is there once everything is wired, before it listens."""

    def __init__(self, daemon: Daemon) -> None:
        self._daemon = daemon
        self.peers = Peers(daemon)

    def connected(self, peer: Peer) -> None:
        """Peers that call once and go are not worth a line."""
        self.peers.connected(peer)
        if peer.role is Role.CONSOLE:
            _logger.info("socket: %s %s connected", peer.role, peer.agent)

    def disconnected(self, peer: Peer) -> None:
        """See `connected`."""
        self.peers.disconnected(peer)
        if peer.role is Role.CONSOLE:
            _logger.info("socket: %s %s went", peer.role, peer.agent)

    def dropped(self, peer: Peer | None, why: str) -> None:
        """A connection was ended from here."""
        _logger.warning("socket: a peer was dropped (%s): %s", peer.agent if peer else "?", why)

    async def received(self, report: Report, peer: Peer) -> None:
        """A program in the server told something."""
        await self.peers.received(report, peer)

    async def command(self, command: Command, peer: Peer) -> Answer:
        """`/system ai` of a console peer, whose holder has level 4, or of an administrator."""
        if not system_ai.addressed(command.text):
            raise RefusedError("only /system ai is a command here")
        server = self._daemon.server(peer.server)
        who: Actor = Console(origin=peer.agent)
        if peer.role is not Role.CONSOLE:
            who = self.peers.administrator(server, command.player, peer)
            assert command.player is not None
            if server.link.commanded(command.text, command.player, peer) is None:
                return Answer(ok=True)  # seen to already, by the log's line of the same command
        return answer(await server.desk.system_ai.carry_out(command.text, Author(who, "socket")))

    async def complete(self, question: Complete, peer: Peer) -> Suggestions:
        """What `/system ai ...` may go on with, for whoever may use it."""
        server = self._daemon.server(peer.server)
        if peer.role is not Role.CONSOLE:
            self.peers.administrator(server, question.player, peer)
        completion = server.desk.system_ai.complete(question.text, question.cursor)
        return Suggestions(items=completion.items, start=completion.start)

    async def call(self, verb: str, args: Mapping[str, JsonValue], peer: Peer) -> Answer:
        """A word of the command line. Raises RefusedError for one that is not known."""
        name = args.get("server")
        server = name if isinstance(name, str) else None
        match verb, args:
            case "status", _:
                await self._daemon.until_settled()
                current = status.as_json(self._daemon)
                ready = 0 if current["ready"] else 1
                text = status.as_text(current)
                return Answer(ok=not ready, exit=ready, text=text, data=current)
            case "reload", _:
                done = await self._daemon.reload()
                text = "\n".join(done.lines)
                return Answer(ok=not done.refused, exit=int(done.refused), text=text)
            case "ask", _:
                return await asking.asked(self._daemon.server(server), args)
            case _ if verb.startswith(player_desk.VERBS):
                return answer(await self._players(server).call(verb, args))
            case _:
                desk = self._daemon.server(server).desk
                return answer(await desk.call(verb, args, SHELL))

    def _players(self, name: str | None) -> PlayerDesk:
        server = self._daemon.server(name)

        async def systems() -> Iterable[str]:
            return (await server.prompts.ready()).systems

        return PlayerDesk(
            players=server.desk.players,
            personal=self._daemon.personal,
            bindings=server.talk.bindings,
            history=server.talk.history,
            forget=server.talk.forgetting.forget,
            systems=systems,
        )
