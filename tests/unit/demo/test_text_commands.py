from collections.abc import Callable

import pytest

from bridge.demo.screen import Kind, Shown
from tests.unit.demo.conftest import Table


def last(table: Table, name: str) -> Shown:
    return table.game.player(name).screen.shown[-1]


def test_tellraw_reaches_one_player_and_tells_nobody(table: Table) -> None:
    before, others = list(table.log), table.game.player("Mara").screen.shown
    component = '["",{"text":"Storage ","color":"gold"},{"text":"Basics","bold":true}]'
    assert table.rcon(f"tellraw Teo {component}") == ""
    shown = last(table, "Teo")
    assert (shown.kind, shown.text) == (Kind.SYSTEM, "Storage Basics")
    assert shown.component == [
        "",
        {"text": "Storage ", "color": "gold"},
        {"text": "Basics", "bold": True},
    ]
    assert table.log == before
    assert table.game.player("Mara").screen.shown == others


def test_tellraw_takes_a_uuid(table: Table) -> None:
    assert table.rcon(f'tellraw {table.game.player("Teo").uuid} "hi"') == ""
    assert last(table, "Teo").text == "hi"


def test_tellraw_to_nobody_says_so_and_no_more(table: Table) -> None:
    table.game.leave("Teo")
    assert table.rcon('tellraw Teo "hi"') == "No player was found"


def test_a_malformed_component_is_found_before_the_player(table: Table) -> None:
    answer = table.rcon("tellraw Nobody {text:hi}")
    assert answer.startswith("Invalid chat component: ")
    assert answer.endswith("<--[HERE]")


def test_nothing_may_follow_the_component(table: Table) -> None:
    assert table.rcon('tellraw Mara "a" b').startswith("Incorrect argument for command")
    assert table.rcon('tellraw Mara "a"b').startswith("Expected whitespace to end one argument")


def test_a_button_of_the_other_generation_is_shown_and_does_nothing(
    make_table: Callable[..., Table],
) -> None:
    old = '{"text":"[1]","clickEvent":{"action":"suggest_command","value":"@ai 1"}}'
    new = '{"text":"[1]","click_event":{"action":"suggest_command","command":"@ai 1"}}'
    for version in ("1.21.4", "1.21.5"):
        table = make_table(version)
        table.game.join("Mara")
        assert table.rcon(f"tellraw Mara {old}") == ""
        assert table.rcon(f"tellraw Mara {new}") == ""
        assert last(table, "Mara").text == "[1]"


def test_an_action_bar_is_shown_and_reported(make_table: Callable[..., Table]) -> None:
    table = make_table(rcon_informs=True)
    table.game.join("Mara")
    table.game.join("Teo")
    told = "Showing new actionbar title for Teo"
    assert table.rcon('title Teo actionbar {"text":"thinking"}') == told
    assert (last(table, "Teo").kind, last(table, "Teo").text) == (Kind.ACTIONBAR, "thinking")
    assert table.log[-1] == f"[Rcon: {told}]"
    assert table.rcon('title @a actionbar "x"') == "Showing new actionbar title for 2 players"


@pytest.mark.parametrize("command", ["title Teo title {}", "title Teo actionbar", "title"])
def test_other_titles_are_not_simulated(table: Table, command: str) -> None:
    assert table.rcon(command).endswith("<--[HERE]")


def test_say_is_chat_by_whoever_says_it(table: Table) -> None:
    assert table.rcon("say hi all") == ""
    assert table.log[-1] == "[Not Secure] [Rcon] hi all"
    assert (last(table, "Teo").kind, last(table, "Teo").text) == (Kind.CHAT, "[Rcon] hi all")
    assert table.console("say hi") == ["[Not Secure] [Server] hi"]
    table.by("Mara", "say hi")
    assert table.log[-1] == "[Mara] hi"


def test_say_has_a_longest_text(table: Table) -> None:
    assert table.rcon(f"say {'🎉' * 128}") == ""
    assert table.rcon(f"say {'x' * 257}") == (
        "Chat message was too long (257 > maximum 256 characters)"
    )
