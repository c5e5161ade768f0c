"""What one line means, by itself or under what is known of its server.

The order is the guard: chat is asked first, and whatever begins as chat, `/say` or `/me` does is
never anything else; then patterns that cover the whole message; deaths last.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridge.minecraft.dialects import deaths, notices, plugins, presence_lines, spoken
from bridge.minecraft.dialects.decoding import decode
from bridge.minecraft.dialects.flavours import ANY
from bridge.minecraft.dialects.header import read_header
from bridge.minecraft.dialects.names import EVERY_NAME
from bridge.minecraft.dialects.voices import Voice

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.core.events import GameEvent
    from bridge.minecraft.dialects.flavours import Dialect
    from bridge.minecraft.dialects.header import Headed
    from bridge.minecraft.dialects.names import Names

SYSTEM_CHAT = "System chat: "


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """What the server's version and its last lines allow.

    `prefix_needed`: since 26.3 what a command answers, joins, leaves, deaths and advancements carry
    `System chat: `, so without it they are not the server's. `echo`: the console just mistyped.
    """

    prefix_needed: bool = False
    echo: bool = True


OPEN = Gate()


def parse(
    line: str | bytes, *, dialect: Dialect = ANY, names: Names = EVERY_NAME, gate: Gate = OPEN
) -> GameEvent | None:
    """The event of one physical line, or None. Never raises.

    By default a line is judged alone, as `log parse` without `--dialect` does: by all layouts,
    every name online, no gate.
    """
    headed = read_header(decode(line) if isinstance(line, bytes) else line)
    return None if headed is None else judge(headed, dialect, names, gate)


def judge(headed: Headed, dialect: Dialect, names: Names, gate: Gate) -> GameEvent | None:
    """The event of a line whose header has been read."""
    source, message = headed
    if source.voice is not _GAME:
        return _not_the_game(headed, dialect, names)
    if source.layout not in dialect.layouts or not message:
        return None
    match message[0]:
        case "<":
            return spoken.read_chat(message, names)
        case "*" if message.startswith(spoken.ME):
            return spoken.read_me(message, names)
        case "[":
            return _bracketed(headed, dialect, names, gate)
        case _:
            return _sentence(message, names, gate)


def _not_the_game(headed: Headed, dialect: Dialect, names: Names) -> GameEvent | None:
    source, message = headed
    match source.voice:
        case Voice.SCRIPT:
            # Signed, and its logger cannot be forged: it counts in every layout, and only there.
            return notices.read_relay(message)
        case Voice.CHAT if dialect.reads(source.layout):
            return spoken.read_said(message, names)
        case _:
            return None


def _bracketed(headed: Headed, dialect: Dialect, names: Names, gate: Gate) -> GameEvent | None:
    source, message = headed
    tags = dialect.has_plugin_tags(source.layout)
    tag = None if tags else plugins.tag_of(source.thread, message)
    if tag and (names.everybody or not names.exact(tag)):
        return None
    if message.startswith(spoken.NOT_SECURE):
        said = message[len(spoken.NOT_SECURE) :]
        match said[:1]:
            case "<":
                return spoken.read_chat(said, names)
            case "*":
                return spoken.read_me(said, names)
            case "[":
                return spoken.read_bracket(said, names, tags=False)
            case _:
                return None
    if presence_lines.LOGGED_IN in message and (login := presence_lines.read_login(message)):
        return login
    if event := spoken.read_bracket(message, names, tags=tags):
        return event
    if gate.prefix_needed or (tags and spoken.is_tagged(message)):
        return None
    return _told(message, names) or deaths.read_death(message, names)


def _sentence(message: str, names: Names, gate: Gate) -> GameEvent | None:
    system = message.startswith(SYSTEM_CHAT)
    if system:
        message = message[len(SYSTEM_CHAT) :]
    elif gate.prefix_needed:
        return _own_words(message, names)
    if event := _told(message, names):
        return event
    if not system and (event := _own_words(message, names)):
        return event
    if message.endswith(notices.ECHO_END):
        return notices.read_echo(message) if gate.echo else None
    # Chat never stands behind the prefix; what looks like it there is a plugin's broadcast.
    if message.startswith(("<", spoken.ME)):
        return None
    return deaths.read_death(message, names)


def _told(message: str, names: Names) -> GameEvent | None:
    """What the server says in the game as well, but deaths: from 26.3 behind `System chat: `."""
    if message.endswith(presence_lines.JOINED):
        return presence_lines.read_join(message, names)
    if message.endswith(presence_lines.LEFT):
        return presence_lines.read_leave(message, names)
    if not message.endswith("]"):
        return notices.ANSWERS.get(message)
    return spoken.read_feedback(message, names) or notices.read_advancement(message, names)


def _own_words(message: str, names: Names) -> GameEvent | None:
    """What the server writes for its log alone, in every version without a prefix."""
    if presence_lines.LOGGED_IN in message:
        return presence_lines.read_login(message)
    if message.startswith(_OPENINGS):
        return next(read(message) for opening, read in _OWN if message.startswith(opening))
    if " issued server command: /" in message:
        return notices.read_issued_command(message, names)
    return notices.read_relay(message) if "SYSAI " in message else None


_OWN: tuple[tuple[str, Callable[[str], GameEvent | None]], ...] = (
    (presence_lines.UUID_OF, presence_lines.read_uuid),
    (notices.STOPPING, notices.read_stopping),
    ("Done (", notices.read_ready),
    ("Starting minecraft server version ", notices.read_version),
    ("Thread RCON ", notices.read_rcon),
    ("RCON running on ", notices.read_rcon),
    ("Rcon connection from: ", notices.read_rcon),
)
# An attribute of an enumeration is slow to reach, and this is asked of every line.
_GAME = Voice.GAME
_OPENINGS = tuple(opening for opening, _ in _OWN)
