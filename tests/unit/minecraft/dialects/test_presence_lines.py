from uuid import UUID

import pytest

from bridge.core.events import Join, Leave, Login, UuidSeen
from bridge.minecraft.dialects.names import EVERY_NAME
from bridge.minecraft.dialects.presence_lines import read_join, read_leave, read_login, read_uuid


@pytest.mark.parametrize(
    ("line", "player"),
    [
        ("Mara[/192.0.2.7:11115] logged in with entity id 665 at (1.5, 2.5, -3.5)", "Mara"),
        ("Mara[/[2001:db8::8a2e]:9864] logged in with entity id 1 at (1, 2, 3)", "Mara"),
        ("Mara[IP hidden] logged in with entity id 1 at ([world]1.5, 2.5, -3.5)", "Mara"),
        ("Mara[local] logged in with entity id 1 at (1, 2, 3)", "Mara"),
        ("Mara[local:E:5b2a] logged in with entity id 1 at (1, 2, 3)", "Mara"),
        (".Juno Smith[/192.0.2.7:1] logged in with entity id 1 at (1, 2, 3)", ".Juno Smith"),
        ("Mara [/192.0.2.7:1] logged in with entity id 1", "Mara"),
        ("a-b[/192.0.2.7:1] logged in with entity id 1 at (1, 2, 3)", "a-b"),
        ("[Mod]Mara[/192.0.2.7:1] logged in with entity id 1 at (1, 2, 3)", "[Mod]Mara"),
        ("Ma[ra[IP hidden] logged in with entity id 1 at (1, 2, 3)", "Ma[ra"),
    ],
)
def test_login(line: str, player: str) -> None:
    assert read_login(line) == Login(player=player)


@pytest.mark.parametrize(
    "line",
    [
        "Mara logged in with entity id 665 at (1, 2, 3)",
        "Mara[/192.0.2.7:1] logged in with entity id x at (1, 2, 3)",
        "Mara[/192.0.2.7:1] logged in with entity id 1 at (1, 2, 3) and more",
        "GameProfile@3e[id=<null>,name=Mara] (/192.0.2.1:5) logged in with entity id 1 at (1)",
        "[Teo] [/192.0.2.7:1] logged in with entity id 1 at (1, 2, 3)",
        "[Teo] x[/192.0.2.7:1] logged in with entity id 1 at (1, 2, 3)",
        "<Teo> Mara[/192.0.2.7:1] logged in with entity id 1 at (1, 2, 3)",
    ],
)
def test_what_is_no_login(line: str) -> None:
    assert read_login(line) is None


def test_uuid() -> None:
    uuid = "11111111-2222-4333-8444-555555555555"
    assert read_uuid(f"UUID of player Mara is {uuid}") == UuidSeen(player="Mara", uuid=UUID(uuid))
    odd = UuidSeen(player="[Mod]Mara", uuid=UUID(uuid))
    assert read_uuid(f"UUID of player [Mod]Mara is {uuid}") == odd
    assert read_uuid(f"UUID of player Mara is {uuid}0") is None
    assert read_uuid(f"UUID of player a: b is {uuid}") is None


@pytest.mark.parametrize(
    ("display", "player"),
    [
        ("Mara", "Mara"),
        ("[Warrior]Mara", "Mara"),
        (".Juno", ".Juno"),
        ("张三", "张三"),
        ("Mara (formerly known as Teo)", "Mara"),
        ("[x] Mara (formerly known as [y] Teo)", "Mara"),
    ],
)
def test_join_and_leave(display: str, player: str) -> None:
    assert read_join(f"{display} joined the game", EVERY_NAME) == Join(player=player)
    assert read_leave(f"{player} left the game", EVERY_NAME) == Leave(player=player)


def test_a_sentence_around_it_is_no_join() -> None:
    assert read_join("Some plugin says that Teo joined the game", EVERY_NAME) is None
    assert read_leave("Mara was slain by Teo left the game", EVERY_NAME) is None
