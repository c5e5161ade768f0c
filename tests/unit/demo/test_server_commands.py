from collections.abc import Callable

import pytest

from tests.unit.demo.conftest import Table


def test_list_names_who_is_online(table: Table) -> None:
    assert table.rcon("list") == "There are 2 of a max of 20 players online: Mara, Teo"
    mara, teo = (table.game.player(name).uuid for name in ("Mara", "Teo"))
    assert table.rcon("list uuids") == (
        f"There are 2 of a max of 20 players online: Mara ({mara}), Teo ({teo})"
    )


def test_list_of_nobody_ends_with_a_blank(make_table: Callable[..., Table]) -> None:
    assert make_table().rcon("list") == "There are 0 of a max of 20 players online: "


def test_list_is_not_told_to_others(make_table: Callable[..., Table]) -> None:
    table = make_table(rcon_informs=True)
    table.rcon("list")
    assert table.log == []


def test_data_shows_a_field_or_all(table: Table) -> None:
    assert table.rcon("data get entity Mara Pos[1]") == (
        "Mara has the following entity data: 64.0d"
    )
    assert table.rcon("data get entity mara").startswith("Mara has the following entity data: {")
    assert table.rcon("data get entity Mara Nope") == "Found no elements matching Nope"
    assert table.rcon("data get entity Nobody Pos") == "No entity was found"
    assert table.rcon("data get entity Mara Pos 2").startswith("Incorrect argument")


def test_an_operator_is_made_and_unmade(table: Table) -> None:
    assert table.rcon("op teo") == "Made Teo a server operator"
    assert table.game.player_source("Teo").level == 4
    assert table.rcon("op Teo") == "Nothing changed. The player already is an operator"
    assert table.rcon("deop Teo") == "Made Teo no longer a server operator"
    assert table.rcon("deop Teo") == "Nothing changed. The player is not an operator"
    assert table.rcon("op Nobody") == "That player does not exist"


def test_feedback_goes_to_console_log_and_operators(table: Table) -> None:
    assert table.console("op Teo") == ["Made Teo a server operator"]
    assert table.game.player("Mara").screen.shown[-1].text == (
        "[Server: Made Teo a server operator]"
    )
    assert table.by("Mara", "deop Teo") == ["Made Teo no longer a server operator"]
    assert table.log[-1] == "[Mara: Made Teo no longer a server operator]"


def test_rcon_s_feedback_is_broadcast_only_where_that_is_on(
    make_table: Callable[..., Table],
) -> None:
    quiet, loud = make_table(), make_table(rcon_informs=True)
    for table in (quiet, loud):
        table.game.join("Mara")
        assert table.rcon("save-all") == "Saving the game (this may take a moment!)Saved the game"
    assert quiet.log[-1] == "Mara joined the game"
    assert loud.log[-1] == "[Rcon: Saved the game]"
    assert loud.game.player("Mara").screen.shown[-1].text == "[Rcon: Saved the game]"


@pytest.mark.parametrize(("version", "mark"), [("1.21.4", ""), ("26.3", "System chat: ")])
def test_saving_is_told_in_the_log(
    make_table: Callable[..., Table], version: str, mark: str
) -> None:
    table = make_table(version)
    assert table.console("save-all flush") == [
        f"{mark}Saving the game (this may take a moment!)",
        f"{mark}Saved the game",
    ]
    assert make_table(version, rcon_informs=True).rcon("reload") == "Reloading!"


def test_stop_is_handed_on(table: Table) -> None:
    assert table.rcon("stop") == "Stopping the server"
    assert table.stops == [None]
