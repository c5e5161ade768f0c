"""`ask --player NAME [--explain] TEXT...`: one chat request, answered on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.cli import control, output
from bridge.cli.command import Command, Words
from bridge.cli.options import Option
from bridge.cli.place import locate
from bridge.core.errors import UsageError

if TYPE_CHECKING:
    from bridge.cli.command import Given

PLAYER: Final = Option("--player", "who asks", "NAME")
EXPLAIN: Final = Option("--explain", "how it was routed: scores, coverage, margin, rule")


def _run(given: Given) -> int:
    player = given.values.get(PLAYER.name)
    if player is None:
        problem = "ask needs --player NAME. See system-bridge --help"
        raise UsageError(problem)
    args = {
        "player": player,
        "text": given.text,
        "explain": EXPLAIN.name in given.values,
        "server": given.options.server,
    }
    answer = control.call(locate(given.options), "ask", args)
    if answer is None:
        raise control.nobody()
    if not answer.ok:
        output.warn(answer.text)
    elif given.options.json:
        output.document(answer.data)
    else:
        print(answer.text)
    return answer.exit


COMMAND = Command(
    summary="One chat request of a player, answered here.",
    run=_run,
    words=Words("TEXT...", "as in the game, without the prefix", least=1),
    options=(PLAYER, EXPLAIN),
    free=True,
)
