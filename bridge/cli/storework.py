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
    from collections.abc import Iterable, Mapping

    from bridge.access.events import AccessEvent
    from bridge.cli.place import Place
    from bridge.core.actors import Player
    from bridge.daemon.access_desk import AccessDesk
    from bridge.daemon.player_desk import PlayerDesk
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
    days = settings.file.state.keep_days.history
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
        if verb.startswith("player."):
            players = await _players(db, days, desk, place, name)
            return answer(await players.call(verb, args))
        return answer(await desk.call(verb, args, SHELL))


async def _players(
    db: Database, days: int, desk: AccessDesk, place: ServerPlace, server: str
) -> PlayerDesk:
    # Imported here: no other word needs them, and each word waits for its imports.
    from bridge.agent.generations import Generations
    from bridge.daemon.personal import Personal
    from bridge.daemon.player_desk import PlayerDesk
    from bridge.prompts.library import PromptLibrary
    from bridge.prompts.shipped import shipped_pack

    clock = SystemClock()
    personal = await Personal.load(db, clock, days=days)
    history = personal.history(desk.access.name, Generations())

    async def forget(player: Player) -> None:
        if player.uuid is not None:
            await history.forget(player.uuid)

    async def systems() -> Iterable[str]:
        library = PromptLibrary(
            place.world_directory, server=server, shipped=shipped_pack(), clock=clock
        )
        await library.reload()
        return library.current.systems

    return PlayerDesk(
        players=desk.players,
        personal=personal,
        bindings=await personal.bindings(desk.access.name),
        history=history,
        forget=forget,
        systems=systems,
    )


def _nobody(event: AccessEvent) -> None:
    """The next daemon reads the store when it starts."""
    del event
