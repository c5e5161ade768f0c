"""What a server's links tell the daemon: events, whose they are, and what stands for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.core.events import Chat, ConsoleEcho, IssuedCommand, Pressed
from bridge.minecraft.identity import Proof

if TYPE_CHECKING:
    from bridge.core.actors import Player
    from bridge.core.events import GameEvent
    from bridge.minecraft.transports.log_file import LogLine

_SHOWN: Final = 60
LOG: Final = "log"
SCRIPT: Final = "script"


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """An event that happened while we listen, and whose it is (None: nobody's).

    `language` is what a peer says of the player's client. `place` is its line of the log, for what
    came from there. `source` is `log`, `script` (whose lines are in the log) or a peer's session.
    """

    event: GameEvent | Pressed
    player: Player | None = None
    proof: Proof = Proof.NOTHING
    language: str | None = None
    place: LogLine | None = None
    source: str = LOG


def asks(event: GameEvent | Pressed) -> bool:
    """Whether somebody may want something of us by it."""
    return isinstance(event, Chat | ConsoleEcho | IssuedCommand | Pressed)


def described(heard: Heard) -> str:
    """Whose request it is and what was said, for our own log: printable characters only."""
    name = "the console" if heard.player is None else heard.player.name
    match heard.event:
        case Chat(text=text) | IssuedCommand(text=text) | ConsoleEcho(text=text):
            return f"{name}: {text[:_SHOWN]!r}"
        case _:
            return name
