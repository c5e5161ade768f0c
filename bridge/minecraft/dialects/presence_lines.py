"""Who comes and goes (reference page, section A3): login, UUID, joined, left.

Every pattern covers its whole message. The name in `logged in` and `UUID of player` is the
account's own; in `joined the game` it is the displayed one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from uuid import UUID

from bridge.core.events import Join, Leave, Login, UuidSeen
from bridge.minecraft.dialects.names import is_name

if TYPE_CHECKING:
    from bridge.minecraft.dialects.names import Names

JOINED = " joined the game"
LEFT = " left the game"
LOGGED_IN = "] logged in with entity id "
UUID_OF = "UUID of player "

# Offline servers let any printable name in, brackets too, so the two lines with the account's own
# name take more than `is_name` does. Without a blank in it no `/say` and no chat is one.
_ACCOUNT = r"[^\s<>:/]{1,17}"
_ANY_ACCOUNT = re.compile(_ACCOUNT)
_LOGIN = re.compile(
    rf"(?P<name>{_ACCOUNT}(?=\[)|[^\s\[\]<>:/]{{1,17}} ?|[.*]?[^\W\d_]\w*(?: \w+){{1,2}} ?)"
    r"\[(?:/\S{1,80}|IP hidden|local[^\s\]]{0,80})\]"
    r" logged in with entity id \d{1,10}(?: at \([^()]{1,200}\))?"
)
_UUID = re.compile(
    r"UUID of player (?P<name>.{1,17}) is "
    r"(?P<uuid>[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})"
)
_TAGGED = re.compile(r"\[[^\[\]]*\] ")
_RENAMED = re.compile(r"(?P<display>.{1,96}) \(formerly known as [^()]{1,40}\)")


def read_login(message: str) -> Login | None:
    """`Mara[/192.0.2.7:11115] logged in with entity id 665 at ([world]1.5, 64.0, 2.5)`."""
    match = _LOGIN.fullmatch(message)
    return Login(player=match["name"].rstrip()) if match else None


def read_uuid(message: str) -> UuidSeen | None:
    """`UUID of player Mara is 11111111-2222-4333-8444-555555555555`."""
    match = _UUID.fullmatch(message)
    if match is None:
        return None
    name = match["name"]
    if not is_name(name) and not _ANY_ACCOUNT.fullmatch(name):
        return None
    return UuidSeen(player=name, uuid=UUID(match["uuid"]))


def read_join(message: str, names: Names) -> Join | None:
    """`Mara joined the game`, `Mara (formerly known as Teo) joined the game`."""
    display = message.removesuffix(JOINED)
    if display.endswith(")") and (renamed := _RENAMED.fullmatch(display)):
        display = renamed["display"]
    player = _moved(display, names)
    return Join(player=player) if player else None


def read_leave(message: str, names: Names) -> Leave | None:
    """`Mara left the game`."""
    player = _moved(message.removesuffix(LEFT), names)
    return Leave(player=player) if player else None


def _moved(display: str, names: Names) -> str | None:
    """Behind `[Red] ` only somebody who is known: bridges tell so who came to the other side."""
    return names.stated(display) if _TAGGED.match(display) else names.moved(display)
