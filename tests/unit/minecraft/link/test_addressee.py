"""A name reaches one player, or is refused: it is never a selector and never ends the command."""

from __future__ import annotations

from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.actors import Player
from bridge.core.errors import LinkError
from bridge.core.events import Join, VersionSeen
from bridge.minecraft.link.addressee import Audience, addressee
from bridge.minecraft.presence import Presence
from bridge.minecraft.version import GameVersion

MARA = UUID("11111111-2222-4333-8444-555555555555")
OLD, NEW = GameVersion((1, 12, 2)), GameVersion((1, 21, 4))


@pytest.mark.parametrize(
    ("player", "version", "argument"),
    [
        (Player(name="Mara"), NEW, "Mara"),
        (Player(name="Mara", uuid=MARA), NEW, "Mara"),
        (Player(name="Mara", uuid=MARA), None, "Mara"),
        (Player(name="Mara", uuid=MARA), OLD, str(MARA)),
        (Player(name=".Juno"), NEW, ".Juno"),
        (Player(name=".Bed Rock"), NEW, '".Bed Rock"'),
        (Player(name="张三"), NEW, '"张三"'),
        (Player(name="@a"), NEW, '"@a"'),
        (Player(name="@e[type=player]"), NEW, '"@e[type=player]"'),
        (Player(name='x" {"text":"'), NEW, '"x\\" {\\"text\\":\\""'),
        (Player(name="back\\slash"), NEW, '"back\\\\slash"'),
    ],
)
def test_the_argument(player: Player, version: GameVersion | None, argument: str) -> None:
    assert addressee(player, version) == argument


@pytest.mark.parametrize("name", ["", "   ", "a\nstop", "x" * 41, "a\x00b"])
def test_what_can_be_no_name_is_refused(name: str) -> None:
    with pytest.raises(LinkError, match="not a player's name"):
        addressee(Player(name=name), NEW)


@given(st.text(min_size=1))
def test_any_name_is_one_word_or_one_quoted_string(name: str) -> None:
    try:
        argument = addressee(Player(name=name), NEW)
    except LinkError:
        return
    if argument.startswith('"'):
        inside = argument[1:-1].replace("\\\\", "").replace('\\"', "")
        assert argument.endswith('"')
        assert '"' not in inside
        assert "\\" not in inside
    else:
        assert argument == name
        assert " " not in argument
        assert not argument.startswith("@")


def test_whoever_is_online_counts_and_so_does_a_plain_name() -> None:
    presence = Presence()
    presence.apply(Join(player=".Bed Rock"))
    audience = Audience(presence)
    assert ".Bed Rock" in audience
    assert "Mara" in audience
    assert "[Mod] Mara" not in audience
    assert ".Juno" not in audience
    assert list(audience.online) == [".Bed Rock"]


def test_once_the_server_has_listed_them_only_those_online_count() -> None:
    presence = Presence()
    audience = Audience(presence)
    presence.reconcile([("Mara", MARA)])
    assert "Mara" in audience
    assert "Ghost" not in audience
    presence.apply(VersionSeen(version="1.21.4"))
    assert "Ghost" in audience
