"""What the two ends of the socket say to each other, as values (contract section 7).

Texts are what the peer sent, checked for size and form alone. Nothing here is proof of who
somebody is: `PeerPlayer.op` in particular is what a peer claims, and nobody may decide by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from uuid import UUID

    from bridge.core.actors import Player
    from bridge.core.modes import Mode

PROTOCOL: Final = 1

FrameId = str | int
"""What ties an answer to its question: text of 1 to 128 characters, or a whole number."""

JsonValue = str | int | float | bool | None | Sequence["JsonValue"] | Mapping[str, "JsonValue"]


class Role(StrEnum):
    """What a peer may send and is sent."""

    SERVER = "server"
    CONSOLE = "console"
    CONTROL = "control"


@dataclass(frozen=True, slots=True, kw_only=True)
class PeerPlayer:
    """A player as a peer names them; `op` takes no part in comparing."""

    name: str
    uuid: UUID | None = None
    op: bool = field(default=False, compare=False, repr=False)
    lang: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """The first frame of every peer. `host` is the owner of a world opened to the LAN."""

    role: Role
    token: str = field(repr=False)
    agent: str = ""
    server: str | None = None
    mc: str | None = None
    host: str | None = None
    v: int = PROTOCOL


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat:
    """A player said something."""

    player: PeerPlayer
    text: str
    id: FrameId


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command of ours was typed: by a player, or (None) at a console, which has level 4."""

    text: str
    id: FrameId
    player: PeerPlayer | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Complete:
    """A command is being typed; `cursor` counts characters."""

    text: str
    cursor: int
    id: FrameId
    player: PeerPlayer | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """A player is in the game."""

    player: PeerPlayer


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """A player has left the game."""

    player: PeerPlayer


@dataclass(frozen=True, slots=True)
class Reload:
    """`/reload` was run in the game."""


@dataclass(frozen=True, slots=True)
class Saved:
    """The world was saved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """A player pressed button `number` (from 1) of a card."""

    player: PeerPlayer
    card: str
    number: int
    id: FrameId


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a `Run` or a `Send` went."""

    id: FrameId
    ok: bool
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A word of the command line, with its arguments."""

    verb: str
    id: FrameId
    args: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])


@dataclass(frozen=True, slots=True, kw_only=True)
class Welcome:
    """The hello was accepted."""

    session: str
    v: int = PROTOCOL


@dataclass(frozen=True, slots=True, kw_only=True)
class Error:
    """Something the peer sent is refused; `id` is the refused frame's, where it had one."""

    code: str
    message: str
    id: FrameId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Send:
    """Show this to a player: text components as the server's version writes them, and as text."""

    player: Player
    components: JsonValue
    plain: str
    id: FrameId


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Run a command of the game, without a slash in front."""

    command: str
    id: FrameId


@dataclass(frozen=True, slots=True, kw_only=True)
class Completions:
    """What may stand at `start` (characters) of the text that was asked about."""

    id: FrameId
    items: tuple[str, ...]
    start: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The answer to a command or a call; `exit` is that of the command line."""

    id: FrameId
    ok: bool
    exit: int
    text: str
    data: JsonValue = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """A player's effective access, after it changed."""

    player: Player
    max_mode: Mode
    allow_ai: bool
    allow_free_chat: bool
    model_calls_per_day: int
    used_today: int
    model_configured: bool
    mode: Mode
    saved_mode: Mode | None = None
    reasons: JsonValue = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandHint:
    """One command as a player may see it."""

    name: str
    usage: str
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Commands:
    """What a player may use now."""

    player: Player
    items: tuple[CommandHint, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseMenu:
    """Close what is open on the player's screen: it is forgotten, or not all allowed any more."""

    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Ping:
    """Are you there?"""

    id: FrameId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pong:
    """Yes; `id` is the ping's."""

    id: FrameId | None = None


PeerMessage = (
    Hello
    | Chat
    | Command
    | Complete
    | Join
    | Leave
    | Reload
    | Saved
    | Action
    | Result
    | Call
    | Ping
    | Pong
)
"""What a peer sends."""

DaemonMessage = (
    Welcome | Error | Send | Run | Completions | Reply | Access | Commands | CloseMenu | Ping | Pong
)
"""What the daemon sends."""
