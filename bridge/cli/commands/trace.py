"""`trace`: what the assistant did, and what it cost. It works without a daemon as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.cli.command import Command, Words
from bridge.cli.options import Option

if TYPE_CHECKING:
    from bridge.cli.command import Given

FOLLOW: Final = Option("--follow", "also what comes, until Ctrl-C")
LIMIT: Final = Option("--limit", "the newest runs; default: all, with --follow 10", "N")


def _run(given: Given) -> int:
    from bridge.cli import trace
    from bridge.cli.place import locate

    view = trace.View(
        server=given.options.server,
        run=given.word,
        limit=trace.limit_of(given.values.get(LIMIT.name)),
        json=given.options.json,
    )
    place = locate(given.options)
    return trace.follow(place, view) if FOLLOW.name in given.values else trace.show(place, view)


COMMAND = Command(
    summary="Runs and their steps: models, costs, and why something was refused or stopped.",
    run=_run,
    words=Words("[RUN]", "a run's id, or how it begins", most=1),
    options=(FOLLOW, LIMIT),
)
