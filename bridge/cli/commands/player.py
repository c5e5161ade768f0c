"""`player NAME show|bind SYSTEM|forget`: a player's data. It works without a daemon as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.cli import asking
from bridge.cli.command import Command, Words
from bridge.core.errors import UsageError

if TYPE_CHECKING:
    from bridge.cli.command import Given

USAGE: Final = "NAME show|bind SYSTEM|forget"


def _run(given: Given) -> int:
    match given.words:
        case (name, "show" | "forget" as word):
            return asking.answered(given.options, f"player.{word}", {"player": name})
        case (name, "bind", system):
            return asking.answered(given.options, "player.bind", {"player": name, "system": system})
        case _:
            problem = f"write it like this: player {USAGE}"
            raise UsageError(problem)


COMMAND = Command(
    summary="What is kept of a player; the system they are bound to; let it be forgotten.",
    run=_run,
    words=Words(USAGE, "NAME is a name or a UUID", least=2, most=3),
)
