"""`status`: what is up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.cli import control, output
from bridge.cli.command import Command
from bridge.cli.options import Option
from bridge.cli.place import locate

if TYPE_CHECKING:
    from bridge.cli.command import Given

WATCH: Final = Option("--watch", "again and again, until Ctrl-C")


def _run(given: Given) -> int:
    place = locate(given.options)
    if WATCH.name in given.values:
        from bridge.cli.watch import watch_status

        return watch_status(place)
    reply = control.required(place, "status")
    if given.options.json:
        output.document(reply.data)
    else:
        print(reply.text)
    return reply.exit


COMMAND = Command(
    summary="What is up. Exit code 0 when players can be answered.", run=_run, options=(WATCH,)
)
