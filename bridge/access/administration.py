"""Carries out what an administrator orders. Whether they may is asked before (level 2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bridge.access import reply, wire
from bridge.access.effective import UNSET, Permissions
from bridge.access.history import Field
from bridge.access.orders import (
    Reset,
    SetAi,
    SetCalls,
    SetDefault,
    SetFlag,
    SetFreeChat,
    SetLimit,
    ShowDefault,
    ShowPermissions,
    Status,
)
from bridge.access.reply import Reply
from bridge.core.actors import Player
from bridge.core.cards import Words

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from bridge.access.history import Author
    from bridge.access.orders import Order, PermissionField
    from bridge.access.players import KnownPlayers
    from bridge.access.world import WorldAccess
    from bridge.core.modes import Mode

OnePlayer = SetAi | SetFreeChat | SetLimit | Reset
"""The orders that change what is set for one player."""


class Administration:
    """Orders for one world. `used_today` tells a player's calls of the day."""

    def __init__(self, world: WorldAccess, used_today: Callable[[UUID], int]) -> None:
        self._world = world
        self._used_today = used_today

    async def carry_out(self, order: Order, *, author: Author, players: KnownPlayers) -> Reply:
        """Do it and answer; a change is durable, in force and announced when this returns.

        Raises StoreError; then nothing changed.
        """
        match order:
            case ShowDefault():
                return _default("access.default.current", self._world.rules.default)
            case SetDefault(mode=mode):
                return await self._set_default(mode, author)
            case ShowPermissions(field=field):
                return self._permissions(field)
            case SetFlag() | SetCalls():
                return await self._set_permission(order, author)
            case Status(player=who):
                player = players.resolve(who)
                if not isinstance(player, Player):
                    return reply.nobody(player)
                return self._status(player)
            case SetAi() | SetFreeChat() | SetLimit() | Reset():
                player = players.resolve(order.player)
                if not isinstance(player, Player):
                    return reply.nobody(player)
                return await self._set_for_player(order, player, author)

    async def _set_default(self, mode: Mode, author: Author) -> Reply:
        changed = await self._world.amend(lambda rules: replace(rules, default=mode), author)
        return _default("access.default.set" if changed else "access.default.same", mode)

    def _permissions(self, field: PermissionField | None) -> Reply:
        values = _values(self._world.rules.defaults)
        shown = values if field is None else {field: values[field]}
        return Reply(
            lines=tuple(reply.permission(name, value) for name, value in shown.items()),
            data={str(name): value for name, value in shown.items()},
        )

    async def _set_permission(self, order: SetFlag | SetCalls, author: Author) -> Reply:
        await self._world.amend(
            lambda rules: replace(rules, defaults=_permitted(rules.defaults, order)), author
        )
        changed = order.field if isinstance(order, SetFlag) else Field.MODEL_CALLS_PER_DAY
        return self._permissions(changed)

    async def _set_for_player(self, order: OnePlayer, player: Player, author: Author) -> Reply:
        uuid = player.uuid
        if uuid is None:
            words = Words("access.player.unidentified", {"player": player.name})
            return Reply(lines=((words,),), exit=1)
        changed = await self._world.amend(
            lambda rules: rules.with_override(uuid, _applied(rules.override(uuid), order)), author
        )
        return Reply(
            lines=(
                (_done(order, player.name, changed=bool(changed)),),
                reply.in_force(player.name, self._world.effective(uuid)),
            ),
            data=self._data(player),
        )

    def _status(self, player: Player) -> Reply:
        access = self._world.effective(player.uuid)
        return Reply(
            lines=reply.status(player.name, access, self._used(player)), data=self._data(player)
        )

    def _data(self, player: Player) -> dict[str, object]:
        return wire.of_player(self._world.effective(player.uuid), player, self._used(player))

    def _used(self, player: Player) -> int:
        return 0 if player.uuid is None else self._used_today(player.uuid)


def _default(key: str, mode: Mode) -> Reply:
    return Reply(lines=((Words(key, {"mode": str(mode)}),),), data={"default": str(mode)})


def _applied(override: Permissions, order: OnePlayer) -> Permissions:
    match order:
        case SetAi(allowed=allowed):
            return replace(override, allow_ai=allowed)
        case SetFreeChat(allowed=allowed):
            return replace(override, allow_free_chat=allowed)
        case SetLimit(count=count):
            return replace(override, model_calls_per_day=count)
        case Reset():
            return UNSET


def _done(order: OnePlayer, name: str, *, changed: bool) -> Words:
    args: dict[str, str | int] = {"player": name}
    match order:
        case SetAi(allowed=allowed):
            return Words(f"access.ai.{'on' if allowed else 'off'}", args)
        case SetFreeChat(allowed=allowed):
            return Words(f"access.freechat.{'on' if allowed else 'off'}", args)
        case SetLimit(count=count):
            return Words("access.limit.set", {**args, "count": count})
        case Reset():
            return Words(f"access.reset.{'done' if changed else 'nothing'}", args)


def _values(defaults: Permissions) -> dict[PermissionField, bool | int | None]:
    return {
        Field.ALLOW_AI: defaults.allow_ai,
        Field.ALLOW_FREE_CHAT: defaults.allow_free_chat,
        Field.MODEL_CALLS_PER_DAY: defaults.model_calls_per_day,
    }


def _permitted(defaults: Permissions, order: SetFlag | SetCalls) -> Permissions:
    if isinstance(order, SetCalls):
        return replace(defaults, model_calls_per_day=order.value)
    match order.field:
        case Field.ALLOW_AI:
            return replace(defaults, allow_ai=order.value)
        case Field.ALLOW_FREE_CHAT:
            return replace(defaults, allow_free_chat=order.value)
