"""What the socket needs of the daemon, and the bounds it keeps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.minecraft.transports.socket_messages import (
        Action,
        Chat,
        Command,
        Complete,
        Join,
        JsonValue,
        Leave,
        Reload,
        Result,
        Saved,
    )
    from bridge.minecraft.transports.socket_roles import Peer

    Report = Chat | Join | Leave | Reload | Saved | Action | Result
    """What a peer tells and gets no answer to. (A result that `ask` waits for is not among it.)"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """How a command or a call went; `exit` is that of the command line."""

    ok: bool
    text: str = ""
    exit: int = 0
    data: JsonValue = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestions:
    """What may stand at `start` (characters) of a text that is being typed."""

    items: tuple[str, ...] = ()
    start: int = 0


class Handler(Protocol):
    """Who answers the peers. A BridgeError is an answer; anything else is a bug and ends it all.

    One peer's reports and commands come one after the other, in the order they were sent, so
    long work belongs into tasks of the handler's own. Calls and completions run at once.
    What has arrived is carried out even if the peer goes meanwhile.
    """

    def connected(self, peer: Peer) -> None:
        """A peer was let in, and can be sent to."""
        ...

    def disconnected(self, peer: Peer) -> None:
        """That peer tells nothing more."""
        ...

    def dropped(self, peer: Peer | None, why: str) -> None:
        """A line for the log: a connection was ended from here (None: it had not said hello)."""
        ...

    async def received(self, report: Report, peer: Peer) -> None:
        """A peer told something. Must not raise."""
        ...

    async def command(self, command: Command, peer: Peer) -> Answer:
        """Carry out a command."""
        ...

    async def complete(self, question: Complete, peer: Peer) -> Suggestions:
        """Complete a text that is being typed."""
        ...

    async def call(self, verb: str, args: Mapping[str, JsonValue], peer: Peer) -> Answer:
        """Carry out a word of the command line."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SocketLimits:
    """Bounds of the socket and of each of its connections."""

    connections: int = 64
    hello_seconds: float = 10.0
    ping_seconds: float = 30.0
    """Between two questions whether a peer is there."""
    pings: int = 3
    """So many of them in a row may stay without any frame in return."""
    linger_seconds: float = 2.0
    """How long a peer has to fetch what was written last."""
    outgoing_bytes: int = 4 << 20
    incoming_frames: int = 256
    """Reports and commands that wait for the handler; with more, nothing is read."""
    answering: int = 32
    """Calls and completions that wait for their answer; further ones are `busy`."""
