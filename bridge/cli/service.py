"""`run`, `demo`, `status`, `reload`: the daemon as a service."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from bridge.cli import control, output
from bridge.cli.place import locate
from bridge.core.errors import RefusedError

if TYPE_CHECKING:
    from bridge.minecraft.transports.socket_messages import Reply

NOBODY = "no daemon runs here; start it with system-bridge run (or ./scripts/run DIRECTORY)"


def add_to(tree: typer.Typer) -> None:
    """Add the commands."""
    for command in (run, demo, status, reload):
        tree.command()(command)


def run(ctx: typer.Context) -> int:
    """The daemon in the foreground. SIGTERM and Ctrl-C end it, SIGHUP reloads."""
    from bridge.daemon.rendezvous import only_daemon

    place = locate(ctx.obj)
    # First of all, so that a command which comes too early knows that it need only wait.
    with only_daemon(place.state):
        settings = place.settings()
        from bridge.daemon.run import run_daemon

        run_daemon(settings)
    return 0


def demo(ctx: typer.Context) -> int:
    """A simulated server with the daemon beside it; you are Mara in its chat."""
    from bridge.cli.chatbox import run_demo

    return run_demo(locate(ctx.obj), sys.stdin)


def status(
    ctx: typer.Context,
    watch: Annotated[bool, typer.Option("--watch", help="again and again")] = False,
) -> int:
    """What is up. Exit code 0 when players can be answered."""
    options = ctx.obj
    if watch:
        from bridge.cli.watch import watch_status

        return watch_status(locate(options))
    reply = answered(control.call(locate(options), "status"))
    if options.json:
        output.document(reply.data)
    else:
        print(reply.text)
    return reply.exit


def reload(ctx: typer.Context) -> int:
    """Read the quest book again, as /reload does."""
    reply = answered(control.call(locate(ctx.obj), "reload"))
    print(reply.text)
    return reply.exit


def answered(reply: Reply | None) -> Reply:
    """The daemon's reply. Raises RefusedError when no daemon runs."""
    if reply is None:
        raise RefusedError(NOBODY)
    return reply
