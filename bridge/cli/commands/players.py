"""`players`: what the world's files tell of its players; who is online is `status`'s to say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.cli import output
from bridge.cli.command import Command, Words
from bridge.cli.options import Option
from bridge.cli.place import locate
from bridge.core.errors import ReadError, RefusedError

if TYPE_CHECKING:
    from pathlib import Path
    from uuid import UUID

    from bridge.cli.command import Given
    from bridge.tools.players.condition import Condition, Record

AS: Final = Option("--as", "what this player may see: nobody's but their own", "PLAYER")
ADVANCEMENTS: Final = 20


def _players(given: Given) -> int:
    import asyncio

    from bridge.daemon.clock import SystemClock
    from bridge.minecraft.world.playerfiles import known_players
    from bridge.quests.names import player_named
    from bridge.quests.teams import uuid_of
    from bridge.tools.players.saved import SavedPlayers

    directory, folder = _places(given)
    names = {uuid: name for name, uuid in _names(directory)}
    asked = given.word
    if (viewer := given.values.get(AS.name)) is not None:
        own = player_named(viewer, directory, folder)
        if asked is not None and player_named(asked, directory, folder) != own:
            raise RefusedError("only one's own data can be seen")
        asked = str(own)
    if asked is None:
        from uuid import UUID

        players = [UUID(found) for each in known_players(folder) if (found := uuid_of(each))]
    else:
        players = [player_named(asked, directory, folder)]
    saved = SavedPlayers(lambda: folder, clock=SystemClock())

    async def read() -> list[dict[str, object]]:
        return [
            _told(each, names.get(each, ""), await saved.condition(each), await saved.record(each))
            for each in players
        ]

    found = asyncio.run(read())
    if asked is not None and found[0]["age"] is None and found[0]["played"] is None:
        raise RefusedError(f"the world has no data of {given.word or asked}")
    _print(given, found)
    return 0


def _places(given: Given) -> tuple[Path, Path]:
    """The server's directory and the folder of its world."""
    from bridge.minecraft import world

    settings = locate(given.options).settings()
    table = settings.file.servers[settings.server_name(given.options.server)]
    directory = settings.directory(table)
    try:
        properties = world.server_properties(directory)
    except ReadError:
        properties = world.ServerProperties()
    return directory, world.world_folder(directory, properties)


def _names(directory: Path) -> list[tuple[str, UUID]]:
    from bridge.minecraft import world

    try:
        return list(world.usercache(directory).items())
    except ReadError as error:
        output.warn(str(error))
        return []


def _told(uuid: UUID, name: str, condition: Condition | None, record: Record) -> dict[str, object]:
    inventory = condition.inventory if condition else None
    return {
        "uuid": str(uuid),
        "name": name,
        "age": None if condition is None else round(condition.age),
        "position": list(condition.position) if condition and condition.position else None,
        "dimension": condition.dimension if condition else None,
        "health": condition.health if condition else None,
        "level": condition.level if condition else None,
        "inventory": None if inventory is None else dict(inventory),
        "played": record.played,
        "deaths": record.deaths,
        "kills": record.kills,
        "walked": record.walked,
        "advancements": list(record.advancements),
    }


def _print(given: Given, found: list[dict[str, object]]) -> None:
    if given.options.json:
        output.document({"players": found})
    elif len(found) == 1 and given.word is not None:
        output.table(
            (key, _shown(value)) for key, value in found[0].items() if value not in (None, [], {})
        )
    else:
        columns = ("name", "uuid", "dimension", "level", "age")
        output.table([_shown(each[column]) for column in columns] for each in found)


def _shown(value: object) -> str:
    match value:
        case None | "":
            return "-"
        case dict():
            return ", ".join(f"{count} x {item}" for item, count in sorted(value.items()))  # pyright: ignore[reportUnknownVariableType,reportUnknownArgumentType] - an inventory
        case list():
            return ", ".join(map(str, value[:ADVANCEMENTS]))  # pyright: ignore[reportUnknownArgumentType] - a position, or ids
        case _:
            return str(value)


COMMAND = Command(
    summary="Players by the world's files: position, inventory, statistics. `age` is how many "
    "seconds ago the world saved them.",
    run=_players,
    words=Words("[PLAYER]", "a name or a UUID; without one, all in short", most=1),
    options=(AS,),
)
