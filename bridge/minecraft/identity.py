"""Which player a name means, and what a name in chat proves (contract section 4, "Identity")."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.core.actors import Player

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from uuid import UUID

_NICKNAMES: Final = re.compile(
    r"essentials|nick|cmi[-_]|styledchat|styled-nicknames|drogtor|ftb-?essentials", re.IGNORECASE
)
"""Plugins and mods that let a player take another name in chat (minecraft-server.md A7)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trust:
    """What this server's names are worth."""

    names_verified: bool
    nickname_plugin: str
    """The file that lets players rename themselves in chat; "" where none is known."""

    @property
    def proves_administrator(self) -> bool:
        """Whether a name in chat may open what only its owner may do."""
        return self.names_verified and not self.nickname_plugin


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
