"""Which player a name means, and what it proves."""

from __future__ import annotations

from uuid import UUID, uuid5

import pytest

from bridge.core.actors import Player
from bridge.minecraft.identity import PROOFS, Identity, Proof, Transport, Trust, nickname_plugin

TOLD = UUID("11111111-2222-4333-8444-555555555555")
CACHED = UUID("99999999-2222-4333-8444-555555555555")


def nobody(name: str) -> None:
    del name


def computed(name: str) -> UUID:
    return uuid5(TOLD, name)


def test_the_server_s_word_comes_before_the_cache() -> None:
    identity = Identity(
        told={"Mara": TOLD}, cached=lambda: {"Mara": CACHED, "Teo": CACHED}, computed=nobody
    )
    assert identity.player("Mara") == Player(name="Mara", uuid=TOLD)
    assert identity.player("Teo") == Player(name="Teo", uuid=CACHED)
    assert identity.player("mara") == Player(name="mara", uuid=None)


def test_a_uuid_is_computed_only_where_names_are_not_verified_and_nobody_tells_one() -> None:
    identity = Identity(told={"Mara": TOLD}, cached=dict, computed=computed)
    assert identity.player("Mara").uuid == TOLD
    assert identity.player("Teo").uuid == computed("Teo")


@pytest.mark.parametrize(
    ("files", "plugin"),
    [
        ([], ""),
        (["LuckPerms-5.4.jar", "worldedit.jar"], ""),
        (["EssentialsX-2.20.jar", "worldedit.jar"], "EssentialsX-2.20.jar"),
        (["styled-nicknames-1.4.jar"], "styled-nicknames-1.4.jar"),
        (["CMI-9.7.jar"], "CMI-9.7.jar"),
        (["ftb-essentials-forge.jar"], "ftb-essentials-forge.jar"),
        (["Essentials"], ""),
        (["cmilib-readme.txt", "acme-1.jar"], ""),
    ],
)
def test_what_can_change_a_name_is_found_among_the_jars(files: list[str], plugin: str) -> None:
    assert nickname_plugin(files) == plugin


VERIFIED = Trust(names_verified=True, nickname_plugin="")
NICKNAMES = Trust(names_verified=True, nickname_plugin="nick.jar")
OFFLINE = Trust(names_verified=False, nickname_plugin="")


@pytest.mark.parametrize(
    ("proof", "believed_by"),
    [
        (Proof.HOLDER, [VERIFIED, NICKNAMES, OFFLINE]),
        (Proof.GAME, [VERIFIED, NICKNAMES, OFFLINE]),
        (Proof.UUID, [VERIFIED, NICKNAMES]),
        (Proof.ACCOUNT, [VERIFIED]),
        (Proof.SHOWN, [VERIFIED]),
        (Proof.NOTHING, []),
    ],
)
def test_what_each_proof_is_worth(proof: Proof, believed_by: list[Trust]) -> None:
    believing = [trust for trust in (VERIFIED, NICKNAMES, OFFLINE) if trust.believes(proof)]
    assert believing == believed_by


def test_every_way_in_has_its_proof_and_no_name_is_more_than_a_name() -> None:
    assert set(PROOFS) == set(Transport)
    by_name = {Transport.PEER_BY_NAME, Transport.ISSUED_COMMAND, Transport.CHAT}
    assert {PROOFS[transport] for transport in by_name} == {Proof.ACCOUNT, Proof.SHOWN}
    assert PROOFS[Transport.DECORATED_CHAT] is Proof.NOTHING
