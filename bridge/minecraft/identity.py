"""Which player a name means, and what a name in chat proves (contract section 4, "Identity")."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import TYPE_CHECKING, Final

from bridge.core.actors import Player

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from uuid import UUID

_NICKNAMES: Final = re.compile(
    r"essentials|nick|cmi[-_]|styledchat|styled-nicknames|drogtor|ftb-?essentials", re.IGNORECASE
)
"""Plugins and mods that let a player take another name in chat (minecraft-server.md A7)."""


class Proof(Enum):
    """What stands for it that somebody is who they are said to be."""

    HOLDER = auto()
    """Whoever holds the console, or this machine's shell: no player, and level 4."""
    GAME = auto()
    """The game itself has checked the level of whoever did it."""
    UUID = auto()
    """A program in the server told the player's UUID."""
    ACCOUNT = auto()
    """The account's own name, as the server or a program in it gives it."""
    SHOWN = auto()
    """The name as it is shown in chat, with nothing around it, of somebody in the game."""
    NOTHING = auto()
    """A decorated name, or one of nobody known to be in the game: a chat bridge's, perhaps."""


class Transport(StrEnum):
    """The ways in which somebody can ask for something."""

    CONSOLE = "console"
    """The wrapper's, MCDReforged's or another peer's console."""
    CONSOLE_ECHO = "console echo"
    FUNCTION = "function"
    """`/function system:ai/...` of the pack, by its feedback in the log."""
    SCRIPT_COMMAND = "script command"
    """KubeJS's real command, by a signed line."""
    SCRIPT_CHAT = "script chat"
    PEER = "peer"
    PEER_BY_NAME = "peer, by name"
    """A server peer that gives no UUID, as MCDReforged's plugin, which knows names alone."""
    PEER_NAMELESS = "peer, without a UUID"
    """Any other one that gives none."""
    ISSUED_COMMAND = "issued command"
    CHAT = "chat"
    DECORATED_CHAT = "decorated chat"


PROOFS: Final[Mapping[Transport, Proof]] = {
    Transport.CONSOLE: Proof.HOLDER,
    Transport.CONSOLE_ECHO: Proof.HOLDER,
    Transport.FUNCTION: Proof.GAME,
    Transport.SCRIPT_COMMAND: Proof.GAME,
    Transport.SCRIPT_CHAT: Proof.UUID,
    Transport.PEER: Proof.UUID,
    Transport.PEER_BY_NAME: Proof.ACCOUNT,
    Transport.PEER_NAMELESS: Proof.NOTHING,
    Transport.ISSUED_COMMAND: Proof.ACCOUNT,
    Transport.CHAT: Proof.SHOWN,
    Transport.DECORATED_CHAT: Proof.NOTHING,
}
"""The one place that says what each way in is worth (contract section 4, "Identity")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trust:
    """What this server's names are worth."""

    names_verified: bool
    nickname_plugin: str
    """The file that lets players rename themselves in chat; "" where none is known."""

    def believes(self, proof: Proof) -> bool:
        """Whether somebody so proven may open what only they may: by itself this gives no level.

        A nickname does not change a UUID; where names are not verified anybody may have either.
        """
        match proof:
            case Proof.HOLDER | Proof.GAME:
                return True
            case Proof.UUID:
                return self.names_verified
            case Proof.ACCOUNT | Proof.SHOWN:
                return self.names_verified and not self.nickname_plugin
            case Proof.NOTHING:
                return False


def nickname_plugin(files: Iterable[str]) -> str:
    """The first of a server's plugin and mod files that can change a name in chat, or ""."""
    jars = sorted(name for name in files if name.endswith(".jar"))
    return next((name for name in jars if _NICKNAMES.search(name)), "")


class Identity:
    """Names to players, by the sources this server has, the most trusted first.

    `told` is what the server itself said since it started (UUID lines, `list uuids`), `cached`
    reads usercache.json. `computed` is the UUID that a server which does not verify names gives
    to one, and None on any other server.
    """

    def __init__(
        self,
        *,
        told: Mapping[str, UUID],
        cached: Callable[[], Mapping[str, UUID]],
        computed: Callable[[str], UUID | None],
    ) -> None:
        self._told = told
        self._cached = cached
        self._computed = computed

    def player(self, name: str) -> Player:
        """The player of that very name; without a UUID where no source tells one."""
        uuid = self._told.get(name) or self._cached().get(name)
        return Player(name=name, uuid=uuid or self._computed(name))
