"""`demo`: a simulated server to try it with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.cli.command import Command

if TYPE_CHECKING:
    from bridge.cli.command import Given


def _run(given: Given) -> int:
    from bridge.cli import input as standard_input
    from bridge.cli.chatbox import run_demo
    from bridge.cli.place import locate

    return run_demo(locate(given.options), standard_input.text())


COMMAND = Command(
    summary="A simulated server with the daemon beside it; you are Mara in its chat.", run=_run
)
