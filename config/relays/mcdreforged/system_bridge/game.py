"""What is written to the server's standard input, and what its lines tell. Pure.

Nothing that a player, a model or a page wrote may become a second line or a selector there.
"""

from __future__ import annotations

import json
import re
from typing import Any

_WORD = re.compile(r"[A-Za-z0-9_.+-]+", re.ASCII)
_LONGEST_NAME = 40
_RELEASE = re.compile(r"1\.(\d+)")
_SYSTEM_AI = re.compile(r"\s*/?system\s+ai(?:\s|$)", re.IGNORECASE)
_READING = re.compile(
    r"list(?: uuids)?|data get .+|scoreboard players (?:get|list) .+", re.IGNORECASE
)
# The whole message, so that no chat that MCDReforged does not know as such can be one.
_SAVED = re.compile(r"(?:System chat: )?(?:\[\w{1,16}: Saved the (?:game|world)\]|Saved the game)")
_RELOADING = re.compile(r"(?:System chat: )?(?:\[\w{1,16}: Reloading!\]|Reloading!)")


class NotSafeError(ValueError):
    """It cannot be written as one harmless command."""


def addressee(name: str, uuid: str | None, version: str | None) -> str:
    """The player as an argument of `tellraw`.

    Up to 1.12 a name with blanks can only be named by UUID; since 1.13 a UUID there is refused,
    and what is no plain word stands in quotes. Raises NotSafeError.
    """
    release = _RELEASE.match(version or "")
    if uuid and release is not None and 8 <= int(release[1]) < 13:
        return uuid
    if not name.strip() or len(name) > _LONGEST_NAME or not name.isprintable():
        raise NotSafeError("not a player's name")
    if _WORD.fullmatch(name):
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def tellraw(who: str, components: Any) -> str:
    """The command that shows components to an `addressee`.

    In ASCII: a server's standard input is not everywhere UTF-8, and `\\u` is read by JSON and, from
    1.21.5, by the game's own notation.
    """
    return f"tellraw {who} {json.dumps(components, separators=(',', ':'))}"


def checked_command(command: str) -> str:
    """A command that is one line. Raises NotSafeError."""
    if not command.strip() or any(c < " " or c in "\x7f\x85\u2028\u2029" for c in command):
        raise NotSafeError("not one line")
    return command


def only_reads(command: str) -> bool:
    """Whether a command may be repeated: MCDReforged's RCON sends one again after a loss."""
    return _READING.fullmatch(command) is not None


def is_system_ai(text: str) -> bool:
    """Whether a console line is ours."""
    return _SYSTEM_AI.match(text) is not None


def happened(content: str) -> str | None:
    """`saved` or `reload`, as frames call it, for a line that no player said."""
    if _SAVED.fullmatch(content):
        return "saved"
    return "reload" if _RELOADING.fullmatch(content) else None
