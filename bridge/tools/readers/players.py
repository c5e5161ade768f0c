"""`players.info`: who is online, and how the asker is; of others for an administrator alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import Field

from bridge.core.errors import RefusedError
from bridge.tools.tool import Tool

if TYPE_CHECKING:
    from bridge.core.actors import Player
    from bridge.tools.players.census import Census
    from bridge.tools.players.condition import Condition, Record
    from bridge.tools.tool import Asker

ITEMS: Final = 60
ADVANCEMENTS: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerInput:
    """Whom it is about."""

    player: Annotated[str, Field(max_length=40, description="a name; empty: the asking player")] = (
        ""
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """An item in an inventory."""

    item: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerInfo:
    """What is known; None for what is not."""

    player: str
    online: bool
    players_online: tuple[str, ...]
    source: str
    """live (asked of the game), saved (out of the world's files), or none."""
    age_seconds: int | None
    """How old position, health and inventory are."""
    position: tuple[float, float, float] | None
    dimension: str | None
    health: float | None
    level: int | None
    inventory: tuple[Carried, ...] | None
    played_seconds: int | None
    deaths: int | None
    kills: int | None
    walked_metres: int | None
    advancements_done: int
    newest_advancements: tuple[str, ...]


def tools(census: Census) -> tuple[Tool[Any, Any], ...]:
    """The one, over the players of one server."""

    async def info(asker: Asker, given: PlayerInput) -> PlayerInfo:
        player = whom(census, asker.player, given.player, administrator=asker.administrator)
        condition, record = await census.condition(player), await census.record(player)
        return _info(census, player, condition, record)

    return (
        Tool("players.info", PlayerInput, PlayerInfo, info).for_reasoning(
            "Who is online; and of the asking player: position, dimension, health, inventory, "
            "experience, statistics and advancements."
        ),
    )


def whom(census: Census, asker: Player, name: str, *, administrator: bool) -> Player:
    """The player that is asked about. Raises RefusedError for one that this asker may not see.

    A stranger's name is refused alike whether there is such a player or not.
    """
    if not name or name.casefold() == asker.name.casefold():
        return asker
    if not administrator:
        raise RefusedError("only one's own data can be seen")
    found = census.named(name)
    if found is None:
        raise RefusedError(f"no player is known as {name}")
    return found


def _info(
    census: Census, player: Player, condition: Condition | None, record: Record | None
) -> PlayerInfo:
    online = tuple(each.name for each in census.online)
    inventory = condition.inventory if condition else None
    return PlayerInfo(
        player=player.name,
        online=player.name in online,
        players_online=online,
        source="none" if condition is None else "live" if condition.live else "saved",
        age_seconds=None if condition is None else round(condition.age),
        position=condition.position if condition else None,
        dimension=condition.dimension if condition else None,
        health=condition.health if condition else None,
        level=condition.level if condition else None,
        inventory=None
        if inventory is None
        else tuple(
            Carried(item=item, count=count) for item, count in sorted(inventory.items())[:ITEMS]
        ),
        played_seconds=record.played if record else None,
        deaths=record.deaths if record else None,
        kills=record.kills if record else None,
        walked_metres=record.walked if record else None,
        advancements_done=len(record.advancements) if record else 0,
        newest_advancements=record.advancements[:ADVANCEMENTS] if record else (),
    )
