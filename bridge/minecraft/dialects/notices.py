"""What the server itself says: advancements, its life, RCON, commands, the console, our script.

Every pattern covers its whole message, so that no text inside another message can be one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bridge.core.events import (
    Advancement,
    ConsoleEcho,
    Feedback,
    IssuedCommand,
    RconThread,
    Ready,
    Relay,
    Reloading,
    Saved,
    Stopping,
    VersionSeen,
)

if TYPE_CHECKING:
    from bridge.core.events import GameEvent
    from bridge.minecraft.dialects.names import Names

ECHO_END = "<--[HERE]"
# 26.3 put a full stop where the comma was (reference page, section B1).
UNKNOWN_COMMAND = frozenset(
    {
        "Unknown or incomplete command, see below for error",
        "Unknown or incomplete command. See below for error",
    }
)

# What a command answers: from 26.3 with `System chat: ` in front.
ANSWERS: dict[str, GameEvent] = {
    "Saved the game": Saved(),
    "Saved the world": Saved(),
    "Reloading!": Reloading(),
    "Stopping the server": Stopping(),
}
STOPPING = "Stopping server"

_ADVANCEMENT = re.compile(
    r"(?P<display>.{1,96}?) has (?:made the advancement|completed the challenge|reached the goal"
    r"|just earned the achievement) \[(?P<title>.+)\]"
)
_READY = re.compile(r'Done \(\d+[.,]\d+s\)! For help, type "help"(?: or "\?")?')
_VERSION = re.compile(r"Starting minecraft server version (?P<version>[\w.+-][\w.+ -]{0,60})")
_RCON = re.compile(
    r"Thread RCON (?:Client /\S{1,80}|Listener) (?:started|shutting down|stopped)"
    r"|Rcon connection from: /\S{1,80}|RCON running on \S{1,80}"
)
_ISSUED = re.compile(r"(?P<name>.{1,17}) issued server command: (?P<command>/.+)")
_RELAY = re.compile(
    r"(?:\S{1,80}[#:]\d{1,6}: )?(?P<name>SYSAI) "
    r"(?P<data>\d{1,3} [\w-]{1,64} \d{1,18} [0-9a-f]{64} \{.*\})"
)

_NO_PLAYERS = frozenset({"CONSOLE", "Server", "Rcon", "@"})

# Private words and passwords: what stands behind these is nobody's business, ours included.
_PRIVATE_WORDS = """
    msg tell w whisper m t pm dm emsg etell ewhisper epm em et ew message privatemessage
    r reply er ereply teammsg tm mail email emails mails helpop ac amsg ehelpop eac
    l login log logout reg register changepassword changepw cp unregister unreg 2fa totp
"""
_PRIVATE = frozenset(_PRIVATE_WORDS.split())


def read_advancement(message: str, names: Names) -> Advancement | None:
    """`Mara has made the advancement [Stone Age]`; challenges, goals and, to 1.11, achievements."""
    match = _ADVANCEMENT.fullmatch(message)
    if match is None or (player := names.stated(match["display"])) is None:
        return None
    return Advancement(player=player, text=match["title"])


def read_echo(message: str) -> ConsoleEcho | None:
    """`system ai default<--[HERE]`: what was typed at the console and is no command there."""
    typed = message.removesuffix(ECHO_END).strip()
    return ConsoleEcho(text=typed) if typed else None


def read_issued_command(message: str, names: Names) -> IssuedCommand | None:
    """Paper's family logs every command before it runs, private messages too: those are dropped."""
    match = _ISSUED.fullmatch(message)
    if match is None or match["name"] in _NO_PLAYERS:
        return None
    if (player := names.exact(match["name"])) is None:
        return None
    word = match["command"][1:].partition(" ")[0].rpartition(":")[2].lower()
    return None if word in _PRIVATE else IssuedCommand(player=player, text=match["command"])


def read_relay(message: str) -> Relay | None:
    """`SYSAI 1 <start id> <counter> <hmac-sha256> <json>`, behind the script's own position."""
    match = _RELAY.fullmatch(message)
    return Relay(name=match["name"], data=match["data"]) if match else None


def read_version(message: str) -> VersionSeen | None:
    """`Starting minecraft server version 1.20.1`."""
    match = _VERSION.fullmatch(message)
    return VersionSeen(version=match["version"]) if match else None


def read_ready(message: str) -> Ready | None:
    """`Done (3.276s)! For help, type "help"`; up to 1.12 with `or "?"`."""
    return Ready() if _READY.fullmatch(message) else None


def read_stopping(message: str) -> Stopping | None:
    """`Stopping server`, when it does; what answers `/stop` is in `ANSWERS`."""
    return Stopping() if message == STOPPING else None


def read_rcon(message: str) -> RconThread | None:
    """`Thread RCON Client /127.0.0.1 started`, `RCON running on 0.0.0.0:25575`."""
    return RconThread() if _RCON.fullmatch(message) else None


def happened(event: GameEvent) -> GameEvent:
    """What a line means to whoever does not ask by whom: `[Mara: Saved the game]` is a save."""
    return ANSWERS.get(event.text, event) if isinstance(event, Feedback) else event
