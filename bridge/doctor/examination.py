"""All checks in their order: of the daemon, then of each server."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bridge.core.errors import BridgeError
from bridge.daemon.server_place import ServerPlace
from bridge.doctor import links, management, ports, program, rcon, server
from bridge.doctor.finding import broken, of_server, ok
from bridge.doctor.server import Site
from bridge.setup import telling
from bridge.setup.last_start import last_start
from bridge.setup.survey import survey

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from bridge.core.clock import Clock
    from bridge.doctor.finding import Finding
    from bridge.doctor.rcon import Tried
    from bridge.settings.snapshot import Settings

_OF_A_SERVER: Final = (
    ("dialect", server.dialect),
    ("world", server.played_world),
    ("datapack", server.pack),
    ("relays", server.relays),
    ("quests", server.quests),
    ("prompts", server.prompts),
    ("names", server.names),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """What was found; `tried` are RCON's endpoints by server, for a second opinion."""

    findings: tuple[Finding, ...]
    tried: tuple[tuple[str, Tried], ...] = ()


async def examine(
    settings: Settings, clock: Clock, *, only: str | None, status: object | None
) -> Examination:
    """Every check. `status` is what a running daemon told of itself; None: none runs.

    `only` is the one server to look at. Raises UsageError for one that is not there.
    """
    names = [settings.server_name(only)] if only is not None else list(settings.file.servers)
    findings: list[Finding] = []
    tries: list[tuple[str, Tried]] = []
    with _kept(findings, "configuration"):
        findings += program.configuration(settings)
    with _kept(findings, "model"):
        findings.append(await program.model(settings, clock))
    findings.append(program.time_zone(settings, clock))
    if status is None:
        with _kept(findings, "store"):
            findings.append(await program.store(settings))
        with _kept(findings, "socket"):
            findings.append(ports.listening(settings))
    else:
        findings += links.of_status(status)
    for name in names:
        found: list[Finding] = []
        site = _site(settings, name, found)
        if site is not None:
            found.append(ok("server", telling.found(site.there)))
            if status is None:
                tries += [(name, each) for each in await _live(site, clock, found)]
            _files(site, found)
        findings += of_server(name, found)
    return Examination(findings=tuple(findings), tried=tuple(tries))


def _site(settings: Settings, name: str, found: list[Finding]) -> Site | None:
    table = settings.file.servers[name]
    directory = settings.directory(table)
    with _kept(found, "folder"):
        log = settings.log(table)
        return Site(
            name=name,
            place=ServerPlace(directory, table),
            there=survey(directory),
            log=log,
            started=last_start(log),
            state=Path(os.path.realpath(settings.state_directory)),
        )
    return None


async def _live(site: Site, clock: Clock, found: list[Finding]) -> list[Tried]:
    """What the server itself tells. Nobody else may be asking it now."""
    needs_rcon = site.place.table.launch is None and not site.place.has_management
    tried: list[Tried] = []
    with _kept(found, "log"):
        found += server.log(site)
    with _kept(found, rcon.LINK):
        tried.append(await rcon.tried(site.place, needed=needs_rcon))
        found.append(tried[0].finding)
    with _kept(found, management.LINK):
        port = site.started.management_port
        found.append(await management.tried(site.place, clock, port))
    return tried


def _files(site: Site, found: list[Finding]) -> None:
    with _kept(found, rcon.LINK):
        found += rcon.remarks(site.place)
    for link, check in _OF_A_SERVER:
        _checked(found, link, check, site)


def _checked(
    found: list[Finding], link: str, check: Callable[[Site], Iterable[Finding]], site: Site
) -> None:
    with _kept(found, link):
        found += check(site)


@contextmanager
def _kept(found: list[Finding], link: str) -> Generator[None]:
    """What a check cannot read is what it found."""
    try:
        yield
    except BridgeError as error:
        found.append(broken(link, str(error), _todo(error.__cause__)))
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        found.append(broken(link, f"{where}{error.strerror or error}", _todo(error)))


def _todo(cause: BaseException | None) -> str:
    return "run this as the server's user" if isinstance(cause, PermissionError) else ""


def second_opinions(examined: Examination) -> Iterator[Finding]:
    """Of another client, after ours has left. Blocking, on the main thread and with no loop."""
    for name, tried in examined.tried:
        if (finding := rcon.second_opinion(tried)) is not None:
            yield from of_server(name, [finding])
