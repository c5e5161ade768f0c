"""What the management protocol's methods ask and its notifications tell, as values. Pure.

Methods and fields: reference real-peers.md 6. A notification's value is the only item of an array,
or stands under its parameter's name. What is unknown or has another form tells nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast
from uuid import UUID

from typing_extensions import TypeIs

from bridge.core.actors import Player
from bridge.core.errors import LinkError
from bridge.core.events import Join, Leave, Ready, Saved, Stopping, UuidSeen, VersionSeen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

STATUS: Final = "minecraft:server/status"
PLAYERS: Final = "minecraft:players"
OPERATORS: Final = "minecraft:operators"
SYSTEM_MESSAGE: Final = "minecraft:server/system_message"

_NOTIFICATION: Final = "minecraft:notification/"
_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_LONGEST_NAME: Final = 40
_HIGHEST_LEVEL: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Operator:
    """An entry of ops.json; `level` is None where the server does not tell it."""

    player: Player
    level: int | None


@dataclass(frozen=True, slots=True)
class PlayersListed:
    """Everybody who is in the game, at this place in the stream of events."""

    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class OperatorsListed:
    """All operators, at this place in the stream of events."""

    operators: tuple[Operator, ...]


@dataclass(frozen=True, slots=True)
class OperatorAdded:
    """Somebody became an operator, or an operator's entry was replaced."""

    operator: Operator


@dataclass(frozen=True, slots=True)
class OperatorRemoved:
    """Somebody is no operator any more."""

    player: Player


OperatorChange = OperatorsListed | OperatorAdded | OperatorRemoved
ManagementEvent = (
    Join
    | Leave
    | UuidSeen
    | Saved
    | Ready
    | Stopping
    | VersionSeen
    | PlayersListed
    | OperatorChange
)


def system_message(player: Player, text: str, *, overlay: bool) -> Mapping[str, object]:
    """The parameter of `SYSTEM_MESSAGE` for one player: by UUID if known, else by name.

    The server shows a message whose receivers it cannot read to everybody, so a receiver is
    always one UUID or one name. `overlay`: above the hotbar instead of in the chat. Raises
    LinkError for what can be no player's name.
    """
    if player.uuid is not None:
        receiver = {"id": str(player.uuid)}
    elif _is_name(player.name):
        receiver = {"name": player.name}
    else:
        problem = f"not a player's name: {player.name[:_LONGEST_NAME]!r}"
        raise LinkError(problem)
    return {"message": {"literal": text}, "overlay": overlay, "receivingPlayers": [receiver]}


def answered(method: str, result: object) -> Iterator[ManagementEvent]:
    """What the answer to a question tells."""
    match method:
        case "minecraft:server/status":
            yield from _status(result)
        case "minecraft:players":
            yield from _players(result)
        case "minecraft:operators" if isinstance(result, list):
            entries = cast("list[object]", result)
            operators = tuple(one for entry in entries if (one := _operator(entry)) is not None)
            yield OperatorsListed(operators)
        case _:
            pass


def notified(method: str, params: object) -> Iterator[ManagementEvent]:
    """What a notification tells."""
    told = _TOLD.get(method.removeprefix(_NOTIFICATION))
    if told is not None and method.startswith(_NOTIFICATION):
        yield from told(params)


def _status(value: object) -> Iterator[ManagementEvent]:
    fields = _fields(value)
    name = _fields(fields.get("version")).get("name")
    if _is_name(name):
        yield VersionSeen(version=name)
    yield from _players(fields.get("players"))  # absent when nobody is there


def _players(value: object) -> Iterator[ManagementEvent]:
    if isinstance(value, list):
        entries = cast("list[object]", value)
        listed = tuple(one for entry in entries if (one := _player(entry)) is not None)
        yield PlayersListed(listed)


def _joined(params: object) -> Iterator[ManagementEvent]:
    if (player := _player(_argument(params, "player"))) is not None:
        if player.uuid is not None:
            yield UuidSeen(player=player.name, uuid=player.uuid)
        yield Join(player=player.name)


def _left(params: object) -> Iterator[ManagementEvent]:
    if (player := _player(_argument(params, "player"))) is not None:
        yield Leave(player=player.name)


def _operator_added(params: object) -> Iterator[ManagementEvent]:
    if (operator := _operator(_argument(params, "player"))) is not None:
        yield OperatorAdded(operator)


def _operator_removed(params: object) -> Iterator[ManagementEvent]:
    if (operator := _operator(_argument(params, "player"))) is not None:
        yield OperatorRemoved(operator.player)


def _heartbeat(params: object) -> Iterator[ManagementEvent]:
    yield from _status(_argument(params, "status"))


def _always(event: ManagementEvent) -> Callable[[object], Iterator[ManagementEvent]]:
    return lambda _: iter((event,))


_TOLD: Final[Mapping[str, Callable[[object], Iterator[ManagementEvent]]]] = {
    "server/started": _always(Ready()),
    "server/stopping": _always(Stopping()),
    "server/saved": _always(Saved()),
    "server/status": _heartbeat,
    "players/joined": _joined,
    "players/left": _left,
    "operators/added": _operator_added,
    "operators/removed": _operator_removed,
}


def _argument(params: object, name: str) -> object:
    if isinstance(params, list):
        items = cast("list[object]", params)
        return items[0] if items else None
    return _fields(params).get(name)


def _operator(value: object) -> Operator | None:
    fields = _fields(value)
    if (player := _player(fields.get("player"))) is None:
        return None
    match fields.get("permissionLevel"):
        case int(level) if type(level) is int and 0 <= level <= _HIGHEST_LEVEL:
            return Operator(player=player, level=level)
        case _:
            return Operator(player=player, level=None)


def _player(value: object) -> Player | None:
    fields = _fields(value)
    name, uuid = fields.get("name"), fields.get("id")
    if not _is_name(name):
        return None
    if isinstance(uuid, str) and _UUID.fullmatch(uuid):
        return Player(name=name, uuid=UUID(uuid))
    return Player(name=name)


def _is_name(value: object) -> TypeIs[str]:
    return (
        isinstance(value, str)
        and 0 < len(value) <= _LONGEST_NAME
        and value.isprintable()
        and not value.isspace()
    )


def _fields(value: object) -> Mapping[str, object]:
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}
