"""The commands that the simulated server knows, and how one is run.

Permission levels: reference page "Minecraft Java server facts", B4. A command above the source's
level does not exist for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridge.demo import score_commands, server_commands, text_commands
from bridge.demo.call import Call
from bridge.demo.reader import CommandError, Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bridge.demo.game import Game
    from bridge.demo.source import Source


@dataclass(frozen=True, slots=True)
class Command:
    """The level that a command needs, and what it does."""

    level: int
    run: Callable[[Call], None]


_COMMANDS: Mapping[str, Command] = {
    "data": Command(2, server_commands.data),
    "deop": Command(3, server_commands.deop),
    "list": Command(0, server_commands.list_players),
    "op": Command(3, server_commands.op),
    "reload": Command(2, server_commands.reload),
    "save-all": Command(4, server_commands.save_all),
    "say": Command(2, text_commands.say),
    "scoreboard": Command(2, score_commands.scoreboard),
    "stop": Command(4, server_commands.stop),
    "tellraw": Command(2, text_commands.tellraw),
    "title": Command(2, text_commands.title),
    "trigger": Command(0, score_commands.trigger),
}


def execute(game: Game, source: Source, text: str) -> None:
    """Run a command, with or without one leading slash; its source is told what comes of it."""
    reader = Reader(text.removeprefix("/"), game.version.unknown_command)
    try:
        _command(reader, source).run(Call(game, source, reader))
    except CommandError as error:
        for message in error.messages():
            source.tell(message)


def _command(reader: Reader, source: Source) -> Command:
    command = _COMMANDS.get(reader.word())
    if command is None or source.level < command.level:
        raise reader.error(reader.unknown, 0)
    return command
