"""A player's own data, as an administrator asks it at the shell: `player NAME show|bind|forget`.

The daemon and the command line without a daemon build it the same way, so they answer alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridge.access import reply
from bridge.access.reply import Reply
from bridge.core.actors import Player
from bridge.core.cards import Words
from bridge.core.errors import RefusedError
from bridge.daemon.access_desk import named

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping
    from uuid import UUID

    from bridge.access.players import Directory
    from bridge.conversation.bindings import Bindings
    from bridge.conversation.history import History
    from bridge.daemon.personal import Personal

VERBS = "player."


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDesk:
    """Of one world's players."""

    players: Directory
    personal: Personal
    bindings: Bindings
    history: History
    forget: Callable[[Player], Awaitable[object]]
    systems: Callable[[], Awaitable[Iterable[str]]]
    """The ids of the systems that the packs define."""

    async def call(self, verb: str, args: Mapping[str, object]) -> Reply:
        """One word of the command line. Raises RefusedError for one that is not known here."""
        who = named(args)
        if who is None:
            raise RefusedError("name a player")
        player = self.players.resolve(who)
        if not isinstance(player, Player):
            return reply.nobody(player)
        if player.uuid is None:
            raise RefusedError(f"the UUID of {player.name} is not known here")
        match verb, args:
            case "player.show", _:
                return await self._show(player, player.uuid)
            case "player.bind", {"system": str(system)}:
                return await self._bind(player, player.uuid, system)
            case "player.forget", _:
                await self.forget(player)
                return _said("player.forgotten", player=player.name)
            case _:
                raise RefusedError(f"{verb!r} is not known here: the daemon is of another version")

    async def _show(self, player: Player, uuid: UUID) -> Reply:
        system, language = self.bindings.of(uuid), self.personal.languages.of(uuid) or "auto"
        on, messages = self.personal.choice.is_on(uuid), await self.history.count(uuid)
        told = not self.personal.told.is_due(uuid)
        return Reply(
            lines=(
                (Words("player.title", {"player": player.name, "uuid": str(uuid)}),),
                (Words("player.system", {"system": system}),),
                (Words("player.language", {"language": language}),),
                (Words(f"player.history.{'on' if on else 'off'}", {"count": messages}),),
                (Words(f"player.told.{'yes' if told else 'no'}"),),
            ),
            data={
                "player": player.name,
                "uuid": str(uuid),
                "system": system,
                "language": language,
                "history": {"on": on, "messages": messages},
                "toldOfAi": told,
            },
        )

    async def _bind(self, player: Player, uuid: UUID, system: str) -> Reply:
        known = sorted(await self.systems())
        if system not in known:
            names = ", ".join(known)
            raise RefusedError(f"no pack of this world defines the system {system!r}: {names}")
        await self.bindings.bind(uuid, system)
        return _said("player.bound", player=player.name, system=system)


def _said(key: str, **args: str) -> Reply:
    return Reply(lines=((Words(key, args),),), data=args)
