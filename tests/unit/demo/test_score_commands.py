from collections.abc import Callable

import pytest

from tests.unit.demo.conftest import Table


@pytest.fixture
def table(make_table: Callable[..., Table]) -> Table:
    table = make_table()
    table.game.join("Mara")
    table.game.join("Teo")
    assert table.rcon("scoreboard objectives add sysai trigger") == "Created new objective [sysai]"
    return table


def test_a_player_triggers_what_was_enabled(table: Table) -> None:
    assert table.rcon("scoreboard players enable Teo sysai") == "Enabled trigger [sysai] for Teo"
    assert table.by("Teo", "trigger sysai set 5") == ["Triggered [sysai] (set value to 5)"]
    assert table.log[-1] == "[Teo: Triggered [sysai] (set value to 5)]"
    assert table.rcon("scoreboard players get Teo sysai") == "Teo has 5 [sysai]"
    assert table.by("Teo", "trigger sysai set 5") == ["You cannot trigger this objective yet"]


def test_the_other_ways_to_trigger(table: Table) -> None:
    table.rcon("scoreboard players enable Teo sysai")
    assert table.by("Teo", "trigger sysai") == ["Triggered [sysai]"]
    table.rcon("scoreboard players enable Teo sysai")
    assert table.by("Teo", "trigger sysai add 4") == ["Triggered [sysai] (added 4 to value)"]
    assert table.rcon("scoreboard players get Teo sysai") == "Teo has 5 [sysai]"


def test_many_are_counted(table: Table) -> None:
    assert table.rcon("scoreboard players enable @a sysai") == (
        "Enabled trigger [sysai] for 2 entities"
    )
    assert table.rcon("scoreboard players set @a sysai 3") == "Set [sysai] for 2 entities to 3"
    assert table.rcon("scoreboard players set #state sysai -1") == "Set [sysai] for #state to -1"


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("scoreboard players get Teo nope", "Unknown scoreboard objective 'nope'"),
        ("scoreboard players set Teo nope 1", "Unknown scoreboard objective 'nope'"),
        ("scoreboard players get Teo sysai", "Can't get value of sysai for Teo; none is set"),
        ("scoreboard players enable @a[name=x] sysai", "No player was found"),
        ("scoreboard objectives add sysai dummy", "An objective already exists by that name"),
        (
            "scoreboard objectives add x nonsense",
            "Unknown criterion 'nonsense'...ves add x nonsense<--[HERE]",
        ),
        ("trigger sysai", "A player is required to run this command here"),
    ],
)
def test_problems_have_the_game_s_words(table: Table, command: str, answer: str) -> None:
    assert table.rcon(command) == answer
