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
# A name may hold anything but a blank here, commas and brackets too: only its UUID ends it.
_LISTED = re.compile(r"\s*(?P<name>\S.*?) \((?P<uuid>[0-9a-f]{8}(?:-[0-9a-f]{4,12}){4})\)(?:,|$)")

_MOST_LEFT = 10_000


class Presence:
    """Names online now, and the UUIDs that the server itself has told."""

    def __init__(self) -> None:
        self._online: dict[str, None] = {}
        self._uuids: dict[str, UUID] = {}
        self._listed = False
        self._entered: set[str] = set()
        self._left: dict[str, None] = {}

    @property
    def listed(self) -> bool:
        """Whether the running server has listed its players, so that no others are there."""
        return self._listed

    @property
    def online(self) -> tuple[str, ...]:
        """Names in the order of their coming."""
        return tuple(self._online)

    @property
    def uuids(self) -> Mapping[str, UUID]:
        """What the server told since it started, by name."""
        return self._uuids

    def has_entered(self, name: object) -> bool:
        """Whether the log told that this player came and not that they went."""
        return name in self._entered

    def has_left(self, name: object) -> bool:
        """Whether this player was seen to go, or the server stopped with them in it."""
        return name in self._left

    def identify(self, name: str, uuid: UUID) -> None:
        """A program in the server told a player's UUID."""
        self._uuids[name] = uuid

    def __contains__(self, name: object) -> bool:
        return name in self._online

    def apply(self, event: GameEvent, *, past: bool = False) -> None:
        """Take in one event; those that say nothing of presence are ignored.

        `past`: it happened before anybody listened. The server's list, once there, is newer.
        """
        stale = past and self._listed
        match event:
            case Join(player=name) | Login(player=name):
                self._entered.add(name)
                self._left.pop(name, None)
                if not stale:
                    self._online[name] = None
            case Leave(player=name):
                self._entered.discard(name)
                self._went((name,))
                if not stale:
                    self._online.pop(name, None)
            case UuidSeen(player=name, uuid=uuid):
                self._uuids[name] = uuid
            case VersionSeen() | Stopping():
                inside = (*self._entered, *self._online)
                self._entered.clear()
                self._went(inside)
                if not stale:
                    self._online.clear()
                    self._listed = False
            case _:
                pass

    def reconcile(
        self, listed: Iterable[tuple[str, UUID]], *, asked: Iterable[str] | None = None
    ) -> None:
        """Take the server's own list for what is true now.

        `asked`: who was online when it was asked for. Who came or went since then may be in it or
        not, so there the log is believed.
        """
        players = tuple(listed)
        before = self._online if asked is None else dict.fromkeys(asked)
        came = [name for name in self._online if name not in before]
        went = {name for name in before if name not in self._online}
        self._online = dict.fromkeys([*(name for name, _ in players if name not in went), *came])
        self._went(name for name in before if name not in self._online)
        for name in self._online:
            self._left.pop(name, None)
        self._uuids.update(players)
        self._listed = True

    def _went(self, names: Iterable[str]) -> None:
        for name in names:
            if name not in self._entered:
                self._left[name] = None
        while len(self._left) > _MOST_LEFT:
            del self._left[next(iter(self._left))]


def parse_list_uuids(reply: str) -> tuple[tuple[str, UUID], ...] | None:
    """The players in the answer to `list uuids`: `There are 1 of …: Mara (<uuid>), Teo (<uuid>)`.

    Up to 1.12 there is no such form; None for an answer that is not of this one.
    """
    if (header := _LIST.match(reply)) is None:
        return None
    players = tuple(
        (match["name"], UUID(match["uuid"]))
        for match in _LISTED.finditer(reply.rstrip(), header.end())
    )
    return players if len(players) == int(header["count"]) else None
