"""Tags of plugins, mods and bridges, told from a name that says something."""

from __future__ import annotations

import pytest

from bridge.core.events import Join, Leave, Say
from bridge.minecraft.dialects.flavours import named
from bridge.minecraft.dialects.judge import parse
from bridge.minecraft.dialects.names import OnlineNames
from bridge.minecraft.dialects.plugins import tag_of
from tests.fakes.roster import Online

HEADER = "[12:00:00] [Server thread/INFO]: "
FABRIC = named("fabric")


ONLINE = OnlineNames(Online("Mara", "Spark"), ["Teo"])


@pytest.mark.parametrize(
    ("thread", "message", "tag"),
    [
        ("Server thread", "[LuckPerms] Loading", "LuckPerms"),
        ("Server thread", "[discord] Juno: hi", "discord"),
        ("Server thread", "[Mine] Enabling Mine v1.0", "Mine"),
        ("Server thread", "[Mine] Loading server plugin Mine v1.0", "Mine"),
        ("Server-Worker-3", "[Mine] hi", "Mine"),
        ("main", "[Mine] hi", "Mine"),
        ("Server thread", "[Mine] hi", None),
        ("Server thread", "[Mara] Enabling us to build", None),
        ("Server thread", "[LuckPerms]Mara hi", None),
        ("Server thread", "[LuckPerms: hi] x", None),
        ("Server thread", "Mara [LuckPerms] x", None),
        ("Region Scheduler Thread #2", "[Mine] hi", None),
    ],
)
def test_tags(thread: str, message: str, tag: str | None) -> None:
    assert tag_of(thread, message) == tag


def test_a_player_who_is_there_and_called_so_may_speak() -> None:
    assert parse(f"{HEADER}[spark] hi") is None
    assert parse(f"{HEADER}[Spark] hi", dialect=FABRIC, names=ONLINE) == Say(
        player="Spark", text="hi"
    )


def test_a_bridge_brings_nobody_into_the_game() -> None:
    for front in ("[Discord] ", "[Lobby] "):
        for happens in ("joined", "left"):
            line = f"{HEADER}{front}Ghost {happens} the game"
            assert parse(line, dialect=FABRIC, names=ONLINE) is None


def test_a_team_does() -> None:
    joined = f"{HEADER}[Red] Teo joined the game"
    assert parse(joined, dialect=FABRIC, names=ONLINE) == Join(player="Teo")
    left = f"{HEADER}[Red] Mara left the game"
    assert parse(left, dialect=FABRIC, names=ONLINE) == Leave(player="Mara")
