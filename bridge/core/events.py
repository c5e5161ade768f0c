"""What a game server reports, as values (contract section 8), whatever way it came in.

`event` is the word `log parse` prints. Names are as the game wrote them, without decoration.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat:
    """A player's chat message."""

    event: ClassVar[str] = "chat"
    player: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """`/say`; from the console the player is `Server`, from RCON `Rcon`."""

    event: ClassVar[str] = "say"
    player: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Me:
    """`/me`."""

    event: ClassVar[str] = "me"
    player: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """A player is in the game."""

    event: ClassVar[str] = "join"
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """A player has left the game."""

    event: ClassVar[str] = "leave"
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Login:
    """The server let a player in (before or after `Join`, by flavour)."""

    event: ClassVar[str] = "login"
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UuidSeen:
    """The server told a player's UUID."""

    event: ClassVar[str] = "uuid"
    player: str
    uuid: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Death:
    """A death message, without the name in front."""

    event: ClassVar[str] = "death"
    player: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Advancement:
    """An advancement, challenge or goal; `text` is its title."""

    event: ClassVar[str] = "advancement"
    player: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """Feedback of a command that `player` ran (`Rcon` and `Server` are not players)."""

    event: ClassVar[str] = "feedback"
    player: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IssuedCommand:
    """Paper's family logs every command before it runs; `text` begins with `/`."""

    event: ClassVar[str] = "issued_command"
    player: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsoleEcho:
    """What was typed at the console and is no command of the server."""

    event: ClassVar[str] = "console_echo"
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Relay:
    """A message of our own server script in the log; its signature is checked by the link."""

    event: ClassVar[str] = "relay"
    name: str
    data: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionSeen:
    """The server starts, and says as which version."""

    event: ClassVar[str] = "version"
    version: str


@dataclass(frozen=True, slots=True)
class Reloading:
    """`/reload` was run."""

    event: ClassVar[str] = "reloading"


@dataclass(frozen=True, slots=True)
class Saved:
    """The world was saved."""

    event: ClassVar[str] = "saved"


@dataclass(frozen=True, slots=True)
class Ready:
    """The server finished starting."""

    event: ClassVar[str] = "ready"


@dataclass(frozen=True, slots=True)
class Stopping:
    """The server is stopping."""

    event: ClassVar[str] = "stopping"


@dataclass(frozen=True, slots=True)
class RconThread:
    """RCON listens, or a connection to it came or went."""

    event: ClassVar[str] = "rcon"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed:
    """A player pressed button `number` (from 1) of a card; no line of a log says this."""

    event: ClassVar[str] = "pressed"
    player: str
    card: str
    number: int


GameEvent = (
    Chat
    | Say
    | Me
    | Join
    | Leave
    | Login
    | UuidSeen
    | Death
    | Advancement
    | Feedback
    | IssuedCommand
    | ConsoleEcho
    | Relay
    | VersionSeen
    | Reloading
    | Saved
    | Ready
    | Stopping
    | RconThread
)
