"""`doctor`: how each link is, and what to do. It works with a daemon and without one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.cli import control, output
from bridge.cli.command import Command
from bridge.cli.place import locate
from bridge.core.errors import ConfigurationError, LinkError, ProtocolError
from bridge.daemon.rendezvous import is_held

if TYPE_CHECKING:
    from bridge.cli.command import Given
    from bridge.cli.options import Options
    from bridge.cli.place import Place
    from bridge.doctor.finding import Finding


def _run(given: Given) -> int:
    from bridge.doctor.finding import as_json, as_lines, is_broken

    place = locate(given.options)
    daemon, findings = _examined(place, given.options)
    if given.options.json:
        output.document(as_json(findings, daemon=daemon))
    else:
        for line in as_lines(findings):
            print(line)
    return int(is_broken(findings))


def _examined(place: Place, options: Options) -> tuple[bool, list[Finding]]:
    """Whether a daemon runs here, and what was found."""
    from bridge.core.invoked import ANY_DIRECTORY, typed
    from bridge.daemon.clock import SystemClock
    from bridge.daemon.loop import run_on_loop
    from bridge.doctor.examination import examine, second_opinions
    from bridge.doctor.finding import broken

    if place.config is None and place.directory is None:
        todo = typed("init", directory=ANY_DIRECTORY)
        return False, [broken("configuration", "there is none from this folder upward", todo)]
    try:
        settings = place.settings()
    except ConfigurationError as error:
        return is_held(place.state), [broken("configuration", str(error))]
    status, findings = _daemon(place)
    examining = examine(settings, SystemClock(), only=options.server, status=status)
    examined = run_on_loop(examining)
    findings += [*examined.findings, *second_opinions(examined)]
    return status is not None, findings


def _daemon(place: Place) -> tuple[object | None, list[Finding]]:
    """What the daemon says of itself. One that says nothing may hold RCON all the same."""
    from bridge.doctor.finding import broken, ok

    problem = "it does not answer"
    try:
        reply = control.call(place, "status")
    except (LinkError, ProtocolError) as error:
        reply, problem = None, str(error)
    if reply is not None:
        return reply.data, [ok("daemon", "it runs, and says how its links are")]
    if is_held(place.state):
        todo = "restart it; its log says more"
        return {}, [broken("daemon", problem, todo)]
    return None, [ok("daemon", "none runs; what it would use was tried without it")]


COMMAND = Command(
    summary="How each link is, and what to do. Exit code 0 when nothing is broken.", run=_run
)
