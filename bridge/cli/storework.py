"""What the command line does on the store itself, where no daemon runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.daemon.access_desk import Population, opened, shared
from bridge.daemon.clock import SystemClock
from bridge.daemon.loop import run_on_loop
from bridge.daemon.server_place import ServerPlace
from bridge.daemon.shell import SHELL, answer
from bridge.daemon.system_files import SystemFiles
from bridge.storage.database import Database

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.access.events import AccessEvent
    from bridge.cli.place import Place
    from bridge.minecraft.transports.socket_handler import Answer
    from bridge.settings.snapshot import Settings


def call(place: Place, verb: str, args: Mapping[str, object]) -> Answer:
    """Carry out one word while no daemon can. Raises RefusedError when one starts meanwhile."""
    settings = place.settings()
    with place.held():
        return run_on_loop(_call(settings, verb, args))


async def _call(settings: Settings, verb: str, args: Mapping[str, object]) -> Answer:
    wanted = args.get("server")
    name = settings.server_name(wanted if isinstance(wanted, str) else None)
    table = settings.file.servers[name]
    place = ServerPlace(settings.directory(table), table)
    clock = SystemClock()
    await place.settled(clock)
    async with Database.open(settings.database, clock=clock) as db:
        in_common = await shared(
            db,
            clock=clock,
            zone=settings.file.state.timezone,
            system=SystemFiles(settings.system_directory, clock=clock, announce=_nobody),
            announce=_nobody,
        )
        desk = await opened(
            db,
            place.world_name(name),
            table=table,
            shared=in_common,
            population=Population(online=tuple, cached=place.cached_players),
        )
        return answer(await desk.call(verb, args, SHELL))


def _nobody(event: AccessEvent) -> None:
    """The next daemon reads the store when it starts."""
    del event
