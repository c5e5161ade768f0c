"""`run`: the daemon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.cli.command import Command

if TYPE_CHECKING:
    from bridge.cli.command import Given


def _run(given: Given) -> int:
    from bridge.cli.place import locate

    place = locate(given.options)
    # First of all, so that a command which comes too early knows that it need only wait.
    with place.held():
        settings = place.settings()
        from bridge.daemon.run import run_daemon

        run_daemon(settings)
    return 0


COMMAND = Command(
    summary="The daemon in the foreground. SIGTERM and Ctrl-C end it, SIGHUP reloads.", run=_run
)
