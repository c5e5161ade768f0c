"""`scoreboard` (objectives add; players enable, get, set) and `trigger`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.demo import targets
from bridge.demo.reader import CommandError
from bridge.demo.scoreboard import DUMMY, TRIGGER

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bridge.demo.call import Call


def scoreboard(call: Call) -> None:
    """`scoreboard objectives ...`, `scoreboard players ...`."""
    if call.reader.literal({"objectives", "players"}) == "objectives":
        call.reader.literal({"add"})
        _add(call)
    else:
        _ON_PLAYERS[call.reader.literal(_ON_PLAYERS.keys())](call)


def _add(call: Call) -> None:
    objective = _objective(call)
    call.reader.argument()
    start = call.reader.cursor
    criterion = call.reader.word()
    if criterion not in {TRIGGER, DUMMY}:
        raise call.reader.error(f"Unknown criterion '{criterion}'", start)
    call.reader.end()
    call.game.scoreboard.add(objective, criterion)
    call.report(f"Created new objective [{objective}]")


def _enable(call: Call) -> None:
    holders = _holders(call)
    objective = _objective(call)
    call.reader.end()
    board = call.game.scoreboard
    names = holders()
    board.enable(names, board.known(objective))
    call.report(f"Enabled trigger [{objective}] for {_counted(names)}")


def _get(call: Call) -> None:
    holders = _holders(call)
    objective = _objective(call)
    call.reader.end()
    board = call.game.scoreboard
    name = holders()[0]
    score = board.get(name, board.known(objective))
    call.tell(f"{name} has {score} [{objective}]")


def _set(call: Call) -> None:
    holders = _holders(call)
    objective = _objective(call)
    call.reader.argument()
    score = call.reader.integer()
    call.reader.end()
    board = call.game.scoreboard
    board.known(objective)
    names = holders()
    for name in names:
        board.set(name, objective, score)
    call.report(f"Set [{objective}] for {_counted(names)} to {score}")


_ON_PLAYERS: Mapping[str, Callable[[Call], None]] = {"enable": _enable, "get": _get, "set": _set}


def trigger(call: Call) -> None:
    """`trigger <objective> [add|set <value>]`, for players alone."""
    objective = _objective(call)
    how, value = "add", 1
    bare = call.reader.rest == ""
    if not bare:
        how = call.reader.literal({"add", "set"})
        call.reader.argument()
        value = call.reader.integer()
        call.reader.end()
    player = call.source.player
    if player is None:
        raise CommandError("A player is required to run this command here")
    board = call.game.scoreboard
    board.trigger(player.name, board.known(objective), value=value, add=how == "add")
    call.report(f"Triggered [{objective}]{_TRIGGERED[how].format(value) if not bare else ''}")


_TRIGGERED = {"add": " (added {} to value)", "set": " (set value to {})"}


def _objective(call: Call) -> str:
    call.reader.argument()
    return call.reader.unquoted()


def _holders(call: Call) -> Callable[[], list[str]]:
    """The score holders that come next, to be looked up when all is read: any word is one."""
    call.reader.argument()
    if call.reader.peek() != "@":
        name = call.reader.word()
        return lambda: [name]
    target = targets.read_players(call.reader)
    return lambda: [player.name for player in call.players(target)]


def _counted(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{len(names)} entities"
