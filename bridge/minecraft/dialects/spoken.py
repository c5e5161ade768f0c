"""What players say: chat, `/say` and `/me` (reference page, section A3). Asked before all else.

Player chat begins with `<`, and nothing a player types can stand before it. In front may be
`[Not Secure] ` and, glued on by chat plugins, one channel tag (`[C]<Mara>`); a tag with a blank
behind it is `/say`, whoever is named in it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from bridge.core.events import Chat, Feedback, Me, Say

if TYPE_CHECKING:
    from bridge.minecraft.dialects.names import Names

NOT_SECURE = "[Not Secure] "
NOT_PLAYERS = frozenset({"Server", "Rcon", "@"})
"""The console, RCON, and a command block that nobody named."""
ME = "* "

_TAGGED_CHAT = re.compile(r"\[[^\s\[\]<>:]{1,24}\](?=<)")
_TAG = re.compile(r"\[[^\[\]:]*\] ")
_BRACKET_OR_COLON = re.compile(r"[\[\]]|: ")
# Behind a plugin's tag: Essentials repeating a command, a chat format without brackets.
_NOT_SAID = re.compile(r"\S{1,17} (?:issued server command: /|>>|»|→)")


def read_chat(message: str, names: Names) -> Chat | None:
    """`<display name> text`: the first `<...>` only, whatever the text looks like."""
    end = message.find("> ")
    if end < 2:
        return None
    player = names.shown(message[1:end])
    text = message[end + 2 :].strip()
    return Chat(player=player, text=text) if player and text else None


def read_me(message: str, names: Names) -> Me | None:
    """`* display name text`."""
    if not message.startswith(ME):
        return None
    name, _, text = message.removeprefix(ME).partition(" ")
    opened = (name, text) if name in NOT_PLAYERS else names.opening(message.removeprefix(ME))
    if opened is None or not opened[1].strip():
        return None
    return Me(player=opened[0], text=opened[1].strip())


def read_said(message: str, names: Names) -> Chat | Me | None:
    """Chat or `/me`, whatever may stand before it: all that a thread of players' words can tell."""
    message = message.removeprefix(NOT_SECURE)
    if message.startswith(ME):
        return read_me(message, names)
    if tag := _TAGGED_CHAT.match(message):
        message = message[tag.end() :]
    return read_chat(message, names) if message.startswith("<") else None


def read_bracket(message: str, names: Names, *, tags: bool) -> Chat | Say | None:
    """A message that begins with `[`: tagged chat, or `/say`.

    `tags`: plugins put their own `[Name] ` before what they print there, which alone is no proof
    of a `/say` while it is unknown who is online. (Behind `[Not Secure] ` there is only chat.)
    """
    if tag := _TAGGED_CHAT.match(message):
        return read_chat(message[tag.end() :], names)
    split = _split(message)
    if split is None or split.colon or not split.rest.startswith(" "):
        return None
    text = split.rest[1:].strip()
    if not text or _NOT_SAID.match(text):
        return None
    if split.name in NOT_PLAYERS:
        return Say(player=split.name, text=text)
    if tags and names.everybody:
        return None
    player = names.stated(split.name)
    return Say(player=player, text=text) if player else None


def is_tagged(message: str) -> bool:
    """Whether a message begins as what a plugin prints does: `[Name] `."""
    return _TAG.match(message) is not None


def read_feedback(message: str, names: Names) -> Feedback | None:
    """`[display name: text]`, the whole message."""
    split = _split(message) if message.startswith("[") else None
    if split is None or not split.colon or not message.endswith("]"):
        return None
    player = split.name if split.name in NOT_PLAYERS else names.stated(split.name)
    text = split.rest[:-1]
    return Feedback(player=player, text=text) if player and text else None


class _Split(NamedTuple):
    """The first bracket's name; whether a colon ended it, else the bracket did; what follows."""

    name: str
    colon: bool
    rest: str


def _split(message: str) -> _Split | None:
    """Names may hold brackets themselves (`[[Warrior]Mara] hi`), so pairs are counted."""
    depth = 0
    for match in _BRACKET_OR_COLON.finditer(message):
        match match[0]:
            case "[":
                depth += 1
            case "]":
                depth -= 1
                if depth == 0:
                    return _Split(message[1 : match.start()], False, message[match.end() :])
            case _:
                if depth == 1:
                    return _Split(message[1 : match.start()], True, message[match.end() :])
    return None
