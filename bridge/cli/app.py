"""The table of commands. Adding one is a module in `bridge.cli.commands` and its word here."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, cast

from bridge import __version__
from bridge.cli.arguments import Help, Tree, parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bridge.cli.command import Command, Group

SECTIONS: Final = {
    "Beside your server": ("init", "doctor"),
    "The daemon": ("run", "demo", "status", "reload", "pause", "resume", "trace"),
    "Who may do what": ("ai", "access", "player"),
    "As a player asks": ("ask",),
    "What the pack knows": ("quests", "items", "players", "notes", "manual"),
    "What a line means": ("route", "log"),
    "What stands in the world": ("pack",),
}
"""The words under the headings of the help."""


def invoke(arguments: Sequence[str]) -> int:
    """Run one command; its exit code. Raises UsageError and other BridgeErrors."""
    if "--version" in arguments[:1]:
        print(f"system-bridge {__version__}")
        return 0
    asked = parse(arguments, TREE)
    if isinstance(asked, Help):
        from bridge.cli.help import page

        print(page(asked, SECTIONS))
        return 0
    return asked.command.run(asked.given)


def load(word: str) -> Command | Group:
    """What the word does. Only its module is imported: the others' imports would be waited for."""
    module = import_module(f"bridge.cli.commands.{word}")
    return cast("Command | Group", module.COMMAND)


TREE: Final = Tree(words=[word for words in SECTIONS.values() for word in words], load=load)
