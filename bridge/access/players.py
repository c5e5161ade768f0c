"""Which player an administrator means: by name in any case if it is unique, or by UUID."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol
from uuid import UUID

from bridge.core.actors import Player

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


@dataclass(frozen=True, slots=True)
class UnknownPlayer:
    """Nobody of that name or UUID was ever seen on this server."""

    who: str


@dataclass(frozen=True, slots=True)
class AmbiguousPlayer:
    """Several players have that name."""

    who: str
    players: tuple[Player, ...]


Resolved = Player | UnknownPlayer | AmbiguousPlayer


class KnownPlayers(Protocol):
    """Who was ever seen on one server."""

    def resolve(self, who: str | UUID) -> Resolved:
        """The player of that name (any case, if unique) or UUID."""
        ...


class Directory:
    """The players of several sources: those online now, then those that were seen."""

    def __init__(
        self, online: Callable[[], Iterable[Player]], *seen: Callable[[], Iterable[Player]]
    ) -> None:
        self._online = online
        self._seen = seen

    def resolve(self, who: str | UUID) -> Resolved:
        """As `KnownPlayers.resolve`.

        The exact case of a name goes before any case. A name that changed hands is still its old
        owner's in what was seen: the one who is online has it now.
        """
        if isinstance(who, UUID):
            named = [player for player in self._everyone() if player.uuid == who]
            return named[0] if named else UnknownPlayer(str(who))
        alike = [p for p in self._everyone() if p.name.lower() == who.lower()]
        candidates = _distinct([p for p in alike if p.name == who] or alike)
        if len(candidates) > 1 and len({player.name for player in candidates}) == 1:
            present = {player.uuid for player in self._online()}
            candidates = [p for p in candidates if p.uuid in present] or candidates
        if not candidates:
            return UnknownPlayer(who)
        return candidates[0] if len(candidates) == 1 else AmbiguousPlayer(who, tuple(candidates))

    def names(self) -> set[str]:
        """Every name, for completion."""
        return {player.name for player in self._everyone()}

    def _everyone(self) -> Iterable[Player]:
        yield from self._online()
        for source in self._seen:
            yield from source()


def _distinct(players: Iterable[Player]) -> list[Player]:
    """One entry a UUID, the first; one without UUID only where nobody has one."""
    by_uuid: dict[UUID | None, Player] = {}
    for player in players:
        by_uuid.setdefault(player.uuid, player)
    return [player for uuid, player in by_uuid.items() if uuid is not None or len(by_uuid) == 1]
