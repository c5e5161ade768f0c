"""Which team a player plays in."""

from __future__ import annotations

from uuid import UUID

import pytest

from bridge.quests.teams import (
    EarlyPlayer,
    Party,
    early_team,
    effective_team,
    read_early_player,
    read_early_team,
    read_party,
)

MARA = UUID("01234567-89ab-cdef-0123-456789abcdef")
TEO = UUID("11111111-2222-3333-4444-555555555555")
PARTY = "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"


@pytest.mark.parametrize(
    ("rank", "is_in"),
    [
        *(("owner", True), ("officer", True), ("member", True), ("MEMBER", True)),
        *(("ally", False), ("invited", False), ("enemy", False), ("none", False), (3, False)),
    ],
)
@pytest.mark.parametrize("written", [str(MARA), MARA.hex])
def test_members_and_nobody_else_share_the_progress(
    rank: object, is_in: bool, written: str
) -> None:
    party = read_party({"id": PARTY, "type": "party", "ranks": {written: rank}})
    assert party is not None
    assert effective_team(MARA, [party]) == (PARTY if is_in else str(MARA))


def test_the_owner_is_in_without_a_rank() -> None:
    party = read_party({"id": PARTY.replace("-", ""), "owner": str(MARA)})
    assert party == Party(id=PARTY, members=frozenset({str(MARA)}))


@pytest.mark.parametrize("tree", [{}, {"id": "x"}, {"id": 3}])
def test_a_party_without_an_id_is_none(tree: dict[str, object]) -> None:
    assert read_party(tree) is None


def test_what_was_said_in_a_party_is_not_kept() -> None:
    tree: dict[str, object] = {"id": PARTY, "message_history": [{"text": "sesame"}]}
    assert "sesame" not in repr(read_party(tree))


def test_a_team_of_1_12_is_found_by_the_player_or_by_its_members() -> None:
    player = read_early_player({"UUID": MARA.hex, "Name": "Mara", "TeamID": "mine"}, "x")
    assert player == EarlyPlayer(uuid=str(MARA), name="Mara", team="mine")
    assert early_team(MARA, [player], []) == "mine"
    unsaid = read_early_player({"Name": "Mara"}, str(MARA))
    team = read_early_team({"Owner": "Teo", "Players": {"Mara": "member", "Kim": "ally"}}, "ours")
    assert team.members == {"Teo", "Mara"}
    assert early_team(MARA, [unsaid], [team]) == "ours"
    assert early_team(TEO, [unsaid], [team]) is None
    by_uuid = read_early_team({"Owner": TEO.hex}, "his")
    assert early_team(TEO, [], [team, by_uuid]) == "his"
