"""Who may do what in one world, as administrators ask it: from the game, the socket or the shell.

The daemon and the command line without a daemon build it the same way, so they answer alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from bridge.access import reply, wire
from bridge.access.administration import Administration
from bridge.access.effective import Circumstances
from bridge.access.pause import Pause
from bridge.access.players import Directory
from bridge.access.quota import Caps, Quota
from bridge.access.reply import Reply
from bridge.access.world import WorldAccess
from bridge.commands import access_defaults
from bridge.commands.dispatch import SystemAi
from bridge.commands.grammar import Problem, Who
from bridge.core.actors import Console, Player
from bridge.core.cards import Plain, Words
from bridge.core.errors import RefusedError
from bridge.daemon.zone import named_zone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from bridge.access.events import AccessEvent
    from bridge.access.history import Author, Entry
    from bridge.core.actors import Actor
    from bridge.core.clock import Clock
    from bridge.daemon.system_files import SystemFiles
    from bridge.settings.schema import ServerTable
    from bridge.storage.database import Database

_WHO: Final = Who()


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessDesk:
    """One world's access, with everybody who was ever seen in it."""

    access: WorldAccess
    players: Directory
    administration: Administration
    system_ai: SystemAi
    quota: Quota
    pause: Pause
    system: SystemFiles

    def caps(self, player: UUID) -> Caps:
        """What holds for one model call of this player now: theirs, the server's, its money."""
        agent = self.system.agent
        return Caps(
            player_calls=self.access.effective(player).model_calls_per_day,
            server_calls=agent.model_calls_per_server_day,
            server_cost=agent.max_cost_usd_per_day,
        )

    async def call(self, verb: str, args: Mapping[str, object], author: Author) -> Reply:
        """One word of the command line. Raises RefusedError for one that is not known here."""
        match verb, args:
            case "ai", {"text": str(text)}:
                return await self.system_ai.carry_out(text, author)
            case "access.show", _:
                return self._show(named(args))
            case "access.log", _:
                return await self._log(named(args))
            case "access.defaults", {"text": str(text)}:
                return await self._defaults(text.split(), author)
            case "pause" | "resume", _:
                return await self.pause.set(verb == "pause", author)
            case _:
                raise RefusedError(f"{verb!r} is not known here: the daemon is of another version")

    def _show(self, who: str | UUID | None) -> Reply:
        if who is None:
            everybody = sorted(self.access.seen(), key=lambda player: player.name.lower())
            lines = tuple(
                reply.in_force(player.name, self.access.effective(player.uuid))
                for player in everybody
            )
            return Reply(
                lines=lines or ((Words("access.nobody_seen"),),),
                data={"players": [self._data(player) for player in everybody]},
            )
        player = self.players.resolve(who)
        if not isinstance(player, Player):
            return reply.nobody(player)
        access = self.access.effective(player.uuid)
        lines = reply.status(player.name, access, self._used(player))
        return Reply(lines=lines, data=self._data(player))

    async def _log(self, who: str | UUID | None) -> Reply:
        uuid: UUID | None = None
        if who is not None:
            player = self.players.resolve(who)
            if not isinstance(player, Player):
                return reply.nobody(player)
            uuid = player.uuid
        entries = await self.access.history(uuid)
        names = {player.uuid: player.name for player in self.access.seen()}
        return Reply(
            lines=tuple((Plain(_sentence(entry, names)),) for entry in entries),
            data={"changes": [_entry(entry) for entry in entries]},
        )

    async def _defaults(self, words: Sequence[str], author: Author) -> Reply:
        order = access_defaults.parse(words)
        return await self.administration.carry_out(order, author=author, players=self.players)

    def _data(self, player: Player) -> dict[str, Any]:
        return wire.of_player(self.access.effective(player.uuid), player, self._used(player))

    def _used(self, player: Player) -> int:
        return 0 if player.uuid is None else self.quota.used_today(player.uuid)


@dataclass(frozen=True, slots=True, kw_only=True)
class Population:
    """Where players of one server are known from."""

    online: Callable[[], Iterable[Player]]
    cached: Callable[[], Iterable[Player]]


async def opened(
    db: Database,
    world: str,
    *,
    table: ServerTable,
    shared: Shared,
    population: Population,
) -> AccessDesk:
    """The desk of one world. Raises StoreError."""
    access = await WorldAccess.load(
        db,
        world,
        clock=shared.clock,
        circumstances=lambda uuid: circumstances(table, shared.system, uuid),
        announce=shared.announce,
    )
    players = Directory(population.online, access.seen, population.cached)
    administration = Administration(access, shared.quota.used_today)
    return AccessDesk(
        access=access,
        players=players,
        administration=administration,
        system_ai=SystemAi(administration, players),
        quota=shared.quota,
        pause=shared.pause,
        system=shared.system,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """What all worlds of a daemon have in common."""

    clock: Clock
    announce: Callable[[AccessEvent], None]
    quota: Quota
    pause: Pause
    system: SystemFiles


async def shared(
    db: Database,
    *,
    clock: Clock,
    zone: str,
    system: SystemFiles,
    announce: Callable[[AccessEvent], None],
) -> Shared:
    """What is kept for all worlds. Raises StoreError."""
    return Shared(
        clock=clock,
        announce=announce,
        quota=await Quota.load(db, clock=clock, zone=named_zone(zone, clock)),
        pause=await Pause.load(db, clock=clock, announce=announce),
        system=system,
    )


def circumstances(table: ServerTable, system: SystemFiles, uuid: UUID | None) -> Circumstances:
    """What is so outside the store."""
    agent = system.agent
    return Circumstances(
        model_configured=system.model_configured,
        configured_calls=agent.model_calls_per_player_day,
        host=uuid is not None and uuid == table.host,
        identified=uuid is not None,
        free_rounds=agent.has_free_rounds,
    )


def named(args: Mapping[str, object]) -> str | UUID | None:
    """The player that is asked about, by name or UUID; None where none is."""
    word = args.get("player")
    if not isinstance(word, str):
        return None
    read = _WHO.read(word)
    return word if isinstance(read, Problem) else read


def _entry(entry: Entry) -> dict[str, Any]:
    change = entry.change
    return {
        "at": _time(entry.at),
        "player": None if change.player is None else str(change.player),
        "field": str(change.field),
        "old": change.old,
        "new": change.new,
        "by": _name(entry.author.actor),
        "from": entry.author.origin,
    }


def _sentence(entry: Entry, names: Mapping[UUID | None, str]) -> str:
    change = entry.change
    whose = "world" if change.player is None else names.get(change.player, str(change.player))
    old, new = (value if value is not None else "unset" for value in (change.old, change.new))
    by = f"{_name(entry.author.actor)}, {entry.author.origin}"
    return f"{_time(entry.at)}  {whose} {change.field}: {old} -> {new}  ({by})"


def _name(actor: Actor) -> str:
    match actor:
        case Player(name=name):
            return name
        case Console(origin=origin):
            return origin


def _time(at: datetime) -> str:
    return at.isoformat(timespec="seconds")
