import pytest

from bridge.demo.reader import CommandError
from bridge.demo.scoreboard import DUMMY, TRIGGER, Scoreboard


@pytest.fixture
def board() -> Scoreboard:
    board = Scoreboard()
    board.add("sysai", TRIGGER)
    board.add("kills", DUMMY)
    return board


def test_a_trigger_works_once_for_each_time_it_is_enabled(board: Scoreboard) -> None:
    assert board.enable(["Mara", "Teo"], "sysai") == 2
    assert board.get("Mara", "sysai") == 0
    board.trigger("Mara", "sysai", value=5, add=False)
    assert board.get("Mara", "sysai") == 5
    with pytest.raises(CommandError, match="cannot trigger this objective yet"):
        board.trigger("Mara", "sysai", value=6, add=False)
    assert board.enable(["Mara", "Teo"], "sysai") == 1
    board.trigger("Mara", "sysai", value=2, add=True)
    assert board.get("Mara", "sysai") == 7


def test_an_objective_is_made_once(board: Scoreboard) -> None:
    assert board.known("sysai") == "sysai"
    with pytest.raises(CommandError, match="already exists by that name"):
        board.add("sysai", DUMMY)
    with pytest.raises(CommandError, match="Unknown scoreboard objective 'nope'"):
        board.known("nope")


def test_no_score_is_no_zero(board: Scoreboard) -> None:
    with pytest.raises(CommandError, match="Can't get value of kills for Mara; none is set"):
        board.get("Mara", "kills")


def test_only_triggers_are_triggered(board: Scoreboard) -> None:
    with pytest.raises(CommandError, match="only works on trigger-objectives"):
        board.enable(["Mara"], "kills")
    with pytest.raises(CommandError, match="You can only trigger objectives"):
        board.trigger("Mara", "kills", value=1, add=True)


def test_enabling_twice_is_refused(board: Scoreboard) -> None:
    board.enable(["Mara"], "sysai")
    with pytest.raises(CommandError, match="already enabled"):
        board.enable(["Mara"], "sysai")


def test_enabling_keeps_the_score(board: Scoreboard) -> None:
    board.set("Mara", "sysai", 9)
    board.enable(["Mara"], "sysai")
    assert board.get("Mara", "sysai") == 9
