"""Who is let in at the socket, and what each role may send (contract section 7). Pure."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ProtocolError
from bridge.minecraft.transports.socket_frames import BAD_TOKEN, FORBIDDEN, UNKNOWN_SERVER
from bridge.minecraft.transports.socket_messages import (
    Action,
    Call,
    Chat,
    Command,
    Complete,
    Hello,
    Join,
    Leave,
    PeerMessage,
    Ping,
    Pong,
    Reload,
    Result,
    Role,
    Saved,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Peer:
    """Who is at the other end of a connection.

    `server` is known for role server; the others may leave it open where there are several.
    """

    session: str
    role: Role
    server: str | None
    agent: str
    mc: str | None = None
    host: str | None = None


_ANYBODY: Final = frozenset[type]({Ping, Pong})

_MAY_SEND: Final[Mapping[Role, frozenset[type]]] = {
    Role.SERVER: _ANYBODY | {Chat, Command, Complete, Join, Leave, Reload, Saved, Action, Result},
    Role.CONSOLE: _ANYBODY | {Command, Complete},
    Role.CONTROL: _ANYBODY | {Call},
}


def admitted(hello: Hello, *, session: str, token: str, servers: Collection[str]) -> Peer:
    """The peer that says this hello.

    Raises ProtocolError: `bad_token`, or `unknown_server` for a name that is none of `servers`
    and for role server without a name where the choice is not clear.
    """
    if not hmac.compare_digest(hello.token.encode(), token.encode()):
        raise ProtocolError(BAD_TOKEN, "the token is not the one in state/socket.token")
    server = hello.server
    if server is None and len(servers) == 1:
        (server,) = servers
    if server is None and hello.role is Role.SERVER:
        raise ProtocolError(UNKNOWN_SERVER, f"which server? Known: {', '.join(servers)}")
    if server is not None and server not in servers:
        raise ProtocolError(UNKNOWN_SERVER, f"no server {server!r}; known: {', '.join(servers)}")
    return Peer(
        session=session,
        role=hello.role,
        server=server,
        agent=hello.agent,
        mc=hello.mc,
        host=hello.host,
    )


def require_allowed(peer: Peer, message: PeerMessage) -> None:
    """Raises ProtocolError (`forbidden`) for what is not for this peer's role to send."""
    if type(message) not in _MAY_SEND[peer.role]:
        problem = f"role {peer.role} may not send {type(message).__name__.lower()}"
        raise ProtocolError(FORBIDDEN, problem)
    if (
        peer.role is Role.SERVER and isinstance(message, Command) and message.player is None
    ):  # level 4
        raise ProtocolError(FORBIDDEN, "a command without a player is for role console")
