import pytest

from bridge.demo import targets
from bridge.demo.call import Call
from bridge.demo.reader import CommandError, Reader
from tests.unit.demo.conftest import Table


def call(table: Table, text: str, told: list[str]) -> Call:
    return Call(table.game, table.game.rcon(told.append), Reader(text, "unknown"))


def test_a_report_is_told_to_more_than_feedback_is(table: Table) -> None:
    player = table.game.player_source("Mara")
    one = Call(table.game, player, Reader("", "unknown"))
    before = len(table.log)
    one.tell("quiet")
    one.report("loud")
    assert table.log[before:] == ["[Mara: loud]"]
    assert [shown.text for shown in table.game.player("Mara").screen.shown[-2:]] == [
        "quiet",
        "loud",
    ]


def test_targets_are_looked_up_among_who_is_online(table: Table) -> None:
    one = call(table, "Teo", [])
    target = targets.read_players(one.reader)
    assert [player.name for player in one.players(target)] == ["Teo"]
    assert one.entity(target).name == "Teo"
    table.game.leave("Teo")
    with pytest.raises(CommandError, match="No player was found"):
        one.players(target)
