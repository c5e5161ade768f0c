"""Who is online on one server, from what its log says and what it answers to `list uuids`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from uuid import UUID

from bridge.core.events import Join, Leave, Login, Stopping, UuidSeen, VersionSeen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bridge.core.events import GameEvent

_LIST = re.compile(r"There are (?P<count>\d+) of a max of \d+ players online:")
_LISTED = re.compile(r"(?P<name>[^,:()]+) \((?P<uuid>[0-9a-f-]{36})\)")


class Presence:
    """Names online now, and the UUIDs that the server itself has told."""

    def __init__(self) -> None:
        self._online: dict[str, None] = {}
        self._uuids: dict[str, UUID] = {}

    @property
    def online(self) -> tuple[str, ...]:
        """Names in the order of their coming."""
        return tuple(self._online)

    @property
    def uuids(self) -> Mapping[str, UUID]:
        """What the server told since it started, by name."""
        return self._uuids

    def __contains__(self, name: object) -> bool:
        return name in self._online

    def apply(self, event: GameEvent) -> None:
        """Take in one event; those that say nothing of presence are ignored."""
        match event:
            case Join(player=name) | Login(player=name):
                self._online[name] = None
            case Leave(player=name):
                self._online.pop(name, None)
            case UuidSeen(player=name, uuid=uuid):
                self._uuids[name] = uuid
            case VersionSeen() | Stopping():
                self._online.clear()
            case _:
                pass

    def reconcile(self, listed: Iterable[tuple[str, UUID]]) -> None:
        """Take the server's own list for what is true now."""
        players = tuple(listed)
        self._online = {name: None for name, _ in players}
        self._uuids.update(players)


def parse_list_uuids(reply: str) -> tuple[tuple[str, UUID], ...] | None:
    """The players in the answer to `list uuids`: `There are 1 of …: Mara (<uuid>), Teo (<uuid>)`.

    Up to 1.12 there is no such form; None for an answer that is not of this one.
    """
    if (header := _LIST.match(reply)) is None:
        return None
    players = tuple(
        (match["name"].strip(), UUID(match["uuid"]))
        for match in _LISTED.finditer(reply, header.end())
    )
    return players if len(players) == int(header["count"]) else None
