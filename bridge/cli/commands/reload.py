"""`reload`: as the game's `/reload`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.cli import control
from bridge.cli.command import Command
from bridge.cli.place import locate

if TYPE_CHECKING:
    from bridge.cli.command import Given


def _run(given: Given) -> int:
    reply = control.required(locate(given.options), "reload")
    print(reply.text)
    return reply.exit


COMMAND = Command(summary="Read the quest book again, as /reload does.", run=_run)
