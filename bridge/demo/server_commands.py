"""`list`, `data get entity`, `op`, `deop`, `reload`, `save-all` and `stop`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.demo import entity_data, targets
from bridge.demo.reader import CommandError

if TYPE_CHECKING:
    from bridge.demo.call import Call
    from bridge.demo.player import Player


def list_players(call: Call) -> None:
    """`list`, `list uuids`."""
    uuids = call.reader.rest != ""
    if uuids:
        call.reader.literal({"uuids"})
        call.reader.end()
    online = call.game.online
    names = [f"{one.name} ({one.uuid})" if uuids else one.name for one in online]
    limit = call.game.rules.max_players
    call.tell(f"There are {len(online)} of a max of {limit} players online: {', '.join(names)}")


def data(call: Call) -> None:
    """`data get entity <entity> [path]`."""
    call.reader.literal({"get"})
    call.reader.literal({"entity"})
    call.reader.argument()
    target = targets.read_entity(call.reader)
    path = ""
    if call.reader.rest:
        call.reader.argument()
        path = call.reader.word()
    call.reader.end()
    player = call.entity(target)
    fields = entity_data.of_player(player.uuid, data_version=call.game.version.data_version)
    shown = entity_data.text(entity_data.at_path(fields, path))
    call.tell(f"{player.name} has the following entity data: {shown}")


def op(call: Call) -> None:
    """`op <player>`."""
    player = _profile(call)
    if not call.game.operators.add(player.account, call.game.rules.operator_level):
        raise CommandError("Nothing changed. The player already is an operator")
    call.report(f"Made {player.name} a server operator")


def deop(call: Call) -> None:
    """`deop <player>`."""
    player = _profile(call)
    if not call.game.operators.remove(player.uuid):
        raise CommandError("Nothing changed. The player is not an operator")
    call.report(f"Made {player.name} no longer a server operator")


def _profile(call: Call) -> Player:
    call.reader.argument()
    name = call.reader.word()
    call.reader.end()
    player = call.game.known(name)
    if player is None:
        raise CommandError("That player does not exist")
    return player


def reload(call: Call) -> None:
    """`reload`."""
    call.reader.end()
    call.report("Reloading!")


def save_all(call: Call) -> None:
    """`save-all`, `save-all flush`."""
    if call.reader.rest:
        call.reader.literal({"flush"})
        call.reader.end()
    call.tell("Saving the game (this may take a moment!)")
    call.report("Saved the game")


def stop(call: Call) -> None:
    """`stop`."""
    call.reader.end()
    call.report("Stopping the server")
    call.game.request_stop()
