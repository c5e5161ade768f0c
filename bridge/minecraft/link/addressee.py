"""Naming one player to a command of the game, so that the name is neither selector nor command."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from bridge.core.errors import LinkError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bridge.core.actors import Player
    from bridge.minecraft.presence import Presence
    from bridge.minecraft.version import GameVersion

_WORD: Final = re.compile(r"[A-Za-z0-9_.+-]+", re.ASCII)
"""What the game's command parser reads as one word without quotes."""
_PLAIN_NAME: Final = re.compile(r"[A-Za-z0-9_]{1,16}", re.ASCII)
_LONGEST: Final = 40


def addressee(player: Player, version: GameVersion | None) -> str:
    """The player as an argument of `tellraw` and `title`: the UUID where the version takes it.

    Since 1.13 a UUID there is refused ("only players may be affected"), so it is the name, in
    quotes where it is no plain word. Raises LinkError for what can be no player's name.
    """
    if player.uuid is not None and version is not None and version.tellraw_takes_uuid:
        return str(player.uuid)
    name = player.name
    if len(name) > _LONGEST or not name.isprintable() or not name.strip():
        raise LinkError(f"not a player's name: {name[:_LONGEST]!r}")
    if _WORD.fullmatch(name):
        return name
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


class Audience:
    """Whose chat counts: whom the server's list or its log says to be there (A7).

    While the server has listed nobody (no RCON yet, an answer in another form, an empty list, a log
    without its start) any plain name does. An answer to somebody who is not there reaches nobody,
    and what such a name opens is only what everybody may read; so it is answered rather than met
    with silence.
    """

    def __init__(self, presence: Presence) -> None:
        self._presence = presence

    @property
    def online(self) -> Iterable[str]:
        """The names known to be online."""
        return self._presence.online

    def __contains__(self, name: object) -> bool:
        if name in self._presence or self._presence.has_entered(name):
            return True
        if self._presence.listed and self._presence.online:
            return False
        return isinstance(name, str) and _PLAIN_NAME.fullmatch(name) is not None
