import pytest

from bridge.core.errors import RefusedError
from tests.unit.demo.conftest import Table


def test_console_and_rcon_have_every_right(table: Table) -> None:
    console, rcon = table.game.console(), table.game.rcon(print)
    assert (console.name, console.level, console.player) == ("Server", 4, None)
    assert (rcon.name, rcon.level, rcon.player) == ("Rcon", 4, None)
    assert (console.informs, rcon.informs) == (True, False)


def test_a_player_s_level_is_the_operator_s(table: Table) -> None:
    assert table.game.player_source("Mara").level == 4
    assert table.game.player_source("Teo").level == 0
    table.game.leave("Teo")
    with pytest.raises(RefusedError):
        table.game.player_source("Teo")
