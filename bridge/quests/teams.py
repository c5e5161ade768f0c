"""Which team a player plays in, as FTB Teams keeps it (A7), and FTB Library in 1.12. Pure.

What the members of a party wrote to each other stands in the same files (`message_history`): it is
never looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from uuid import UUID

from bridge.quests import fields

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bridge.quests.fields import Tree

_MEMBERS: Final = frozenset({"owner", "officer", "member"})
_EARLY_MEMBERS: Final = frozenset({"owner", "moderator", "member"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Party:
    """Players who share their progress. Allies and invited ones are none of them."""

    id: str
    """As its progress file is called."""
    members: frozenset[str]
    """UUIDs with dashes; in 1.12 names too."""


def uuid_of(value: object) -> str:
    """A UUID with dashes and in lower case, however it is written; "" for anything else."""
    try:
        return str(UUID(value)) if isinstance(value, str) else ""
    except ValueError:
        return ""


def read_party(tree: Tree) -> Party | None:
    """A file of `ftbteams/party`; None without an id, which no progress could be found by."""
    party = uuid_of(tree.get("id"))
    if not party:
        return None
    members = {
        uuid_of(player)
        for player, rank in fields.compound(tree, "ranks").items()
        if isinstance(rank, str) and rank.lower() in _MEMBERS
    }
    members.add(uuid_of(tree.get("owner")))
    return Party(id=party, members=frozenset(filter(None, members)))


def effective_team(player: UUID, parties: Iterable[Party]) -> str:
    """The party that the player is in, else the player's own team, which has the player's UUID."""
    own = str(player)
    return next((party.id for party in parties if own in party.members), own)


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlyPlayer:
    """A player as FTB Library keeps them in 1.12."""

    uuid: str
    name: str
    team: str


def read_early_player(tree: Tree, stem: str) -> EarlyPlayer:
    """A file of `ftb_lib/players`; `stem` is its name, which may be the UUID."""
    return EarlyPlayer(
        uuid=uuid_of(tree.get("UUID")) or uuid_of(stem),
        name=fields.string(tree, "Name"),
        team=fields.string(tree, "TeamID") or fields.string(tree, "Team"),
    )


def read_early_team(tree: Tree, team: str) -> Party:
    """A file of `ftb_lib/teams`; `team` is its name. Members are names or UUIDs, as written."""
    members = {
        player
        for player, status in fields.compound(tree, "Players").items()
        if isinstance(status, str) and status.lower() in _EARLY_MEMBERS
    }
    members.add(fields.string(tree, "Owner"))
    named = {uuid_of(each) or each for each in members}
    return Party(id=team, members=frozenset(filter(None, named)))


def early_team(
    player: UUID, players: Iterable[EarlyPlayer], parties: Iterable[Party]
) -> str | None:
    """The team of a 1.12 player; None where no file names one."""
    known = next((each for each in players if each.uuid == str(player)), None)
    if known is not None and known.team:
        return known.team
    names = {str(player), known.name if known else ""} - {""}
    return next((party.id for party in parties if names & party.members), None)
