from collections.abc import Callable

import pytest

from bridge.core.errors import ConfigurationError, RefusedError
from bridge.demo.accounts import account
from bridge.demo.game import Rules
from bridge.demo.properties import defaults
from bridge.demo.screen import Kind
from tests.unit.demo.conftest import Table

MARA = account("Mara", online_mode=True)


def seen(table: Table, name: str) -> list[tuple[Kind, str]]:
    return [(shown.kind, shown.text) for shown in table.game.player(name).screen.shown]


def test_a_player_comes_in_by_uuid_login_and_join(make_table: Callable[..., Table]) -> None:
    table = make_table()
    table.game.join("Mara")
    assert table.log == [
        f"UUID of player Mara is {MARA.uuid}",
        "Mara[/127.0.0.1:50001] logged in with entity id 1 at (0.5, 64.0, 0.5)",
        "Mara joined the game",
    ]


def test_offline_mode_tells_no_uuid(make_table: Callable[..., Table]) -> None:
    table = make_table(online_mode=False)
    table.game.join("Mara")
    assert not any("UUID" in line for line in table.log)
    assert table.game.player("Mara").uuid == account("Mara", online_mode=False).uuid


def test_others_see_who_comes_and_goes(table: Table) -> None:
    table.game.leave("Teo")
    assert seen(table, "Mara") == [
        (Kind.SYSTEM, "Teo joined the game"),
        (Kind.SYSTEM, "Teo left the game"),
    ]
    assert seen(table, "Teo") == []
    assert table.log[-2:] == ["Teo lost connection: Disconnected", "Teo left the game"]


def test_26_3_marks_system_messages_in_the_log_alone(make_table: Callable[..., Table]) -> None:
    table = make_table("26.3")
    table.game.join("Mara")
    table.game.join("Teo")
    table.game.chat("Mara", "hi")
    table.game.leave("Teo")
    assert table.log[-4:] == [
        "System chat: Teo joined the game",
        "<Mara> hi",
        "Teo lost connection: Disconnected",
        "System chat: Teo left the game",
    ]
    assert [text for _, text in seen(table, "Mara")] == [
        "Teo joined the game",
        "<Mara> hi",
        "Teo left the game",
    ]


@pytest.mark.parametrize("name", ["", "a b", "seventeen_letters", "Zoë", "<x>"])
def test_what_is_no_name_does_not_come_in(table: Table, name: str) -> None:
    with pytest.raises(RefusedError, match="not a player's name"):
        table.game.join(name)


def test_nobody_comes_in_twice_or_leaves_twice(table: Table) -> None:
    with pytest.raises(RefusedError, match="in the game already"):
        table.game.join("Mara")
    table.game.leave("Mara")
    with pytest.raises(RefusedError, match="not in the game"):
        table.game.leave("Mara")


def test_a_full_server_takes_nobody_in(make_table: Callable[..., Table]) -> None:
    table = make_table(max_players=1)
    table.game.join("Mara")
    with pytest.raises(RefusedError, match="server is full"):
        table.game.join("Teo")


def test_chat_reaches_everybody_and_the_log(table: Table) -> None:
    table.game.chat("Mara", "@ai where are the drives?")
    assert table.log[-1] == "<Mara> @ai where are the drives?"
    for name in ("Mara", "Teo"):
        assert seen(table, name)[-1] == (Kind.CHAT, "<Mara> @ai where are the drives?")


def test_unsigned_chat_is_marked_in_the_log_alone(make_table: Callable[..., Table]) -> None:
    table = make_table(online_mode=False)
    table.game.join("Mara")
    table.game.chat("Mara", "hi")
    assert table.log[-1] == "[Not Secure] <Mara> hi"
    assert seen(table, "Mara") == [(Kind.CHAT, "<Mara> hi")]


@pytest.mark.parametrize("text", ["", "x" * 257, "a§b", "a\nTeo joined the game"])
def test_what_no_client_can_send_is_not_said(table: Table, text: str) -> None:
    before = list(table.log)
    with pytest.raises(RefusedError):
        table.game.chat("Mara", text)
    assert table.log == before


def test_who_is_not_there_says_nothing(table: Table) -> None:
    table.game.leave("Teo")
    with pytest.raises(RefusedError, match="Teo is not in the game"):
        table.game.chat("Teo", "hi")


def test_the_end_puts_everybody_out_and_saves(table: Table) -> None:
    table.game.shut_down("world")
    assert table.game.online == []
    log = table.log
    assert log.index("Stopping server") < log.index("Mara lost connection: Server closed")
    assert "Saving chunks for level 'ServerLevel[world]'/minecraft:the_nether" in log
    assert log[-1] == "ThreadedAnvilChunkStorage: All dimensions are saved"


def test_rules_come_from_server_properties() -> None:
    rules = Rules.of(defaults() | {"max-players": "7", "broadcast-rcon-to-ops": "true"})
    assert (rules.online_mode, rules.secure_chat, rules.max_players) == (True, True, 7)
    assert (rules.operator_level, rules.rcon_informs) == (4, True)
    assert not Rules.of(defaults() | {"online-mode": "false"}).secure_chat
    with pytest.raises(ConfigurationError, match="max-players: not a number: 'many'"):
        Rules.of(defaults() | {"max-players": "many"})
    assert not Rules.of(defaults() | {"enforce-secure-profile": "false"}).secure_chat
