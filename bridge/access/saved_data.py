"""`ai_access.dat`: the bytes of a world's rules and back (contract section 5). Pure.

Gzip NBT, root name empty, keys sorted:
`{DataVersion: int, data: {defaultMode: string, defaults: {allowAi?: byte, allowFreeChat?: byte,
modelCallsPerDay?: int}, players: {"<uuid>": {the same}}}}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast
from uuid import UUID

from bridge.access.effective import UNSET, Permissions
from bridge.access.world_rules import WorldRules
from bridge.core.errors import NbtError
from bridge.core.modes import Mode
from bridge.minecraft import nbt

if TYPE_CHECKING:
    from bridge.minecraft.nbt import Tag

_MODES = {str(mode): mode for mode in Mode}


def encode(rules: WorldRules, data_version: int) -> bytes:
    """The file; equal rules give equal bytes."""
    players: dict[str, Tag] = {
        str(uuid): _compound(override) for uuid, override in rules.overrides.items()
    }
    return nbt.write(
        {
            "DataVersion": data_version,
            "data": {
                "defaultMode": str(rules.default),
                "defaults": _compound(rules.defaults),
                "players": dict(sorted(players.items())),
            },
        }
    )


def decode(data: bytes, *, file: str = "") -> WorldRules:
    """The rules in a file, whoever wrote it; keys that are not ours are ignored.

    A missing `defaultMode` is `standard` (spec 2). Raises NbtError for bytes that are not NBT and
    for a value that the rules do not know.
    """
    try:
        return _rules(_child(nbt.read(data), "data", "data"))
    except NbtError as error:
        raise NbtError(error.problem, file=file, offset=error.offset) from error


def _rules(data: Mapping[str, object]) -> WorldRules:
    word = data.get("defaultMode", str(Mode.STANDARD))
    mode = _MODES.get(word) if isinstance(word, str) else None
    if mode is None:
        raise NbtError(f"data.defaultMode: {word!r} is no mode")
    overrides = {
        _uuid(text): _permissions(_mapping(value, f"data.players.{text}"), f"data.players.{text}")
        for text, value in _child(data, "players", "data.players").items()
    }
    return WorldRules(
        default=mode,
        defaults=_permissions(_child(data, "defaults", "data.defaults"), "data.defaults"),
        overrides={uuid: override for uuid, override in overrides.items() if override != UNSET},
    )


def _compound(permissions: Permissions) -> dict[str, Tag]:
    compound: dict[str, Tag] = {}
    if permissions.allow_ai is not None:
        compound["allowAi"] = nbt.Byte(permissions.allow_ai)
    if permissions.allow_free_chat is not None:
        compound["allowFreeChat"] = nbt.Byte(permissions.allow_free_chat)
    if permissions.model_calls_per_day is not None:
        compound["modelCallsPerDay"] = permissions.model_calls_per_day
    return compound


def _permissions(compound: Mapping[str, object], where: str) -> Permissions:
    return Permissions(
        allow_ai=_flag(compound, "allowAi", where),
        allow_free_chat=_flag(compound, "allowFreeChat", where),
        model_calls_per_day=_count(compound, "modelCallsPerDay", where),
    )


def _flag(compound: Mapping[str, object], key: str, where: str) -> bool | None:
    value = compound.get(key)
    if value is None:
        return None
    if value not in {0, 1}:
        raise NbtError(f"{where}.{key}: {value!r} is neither 0 nor 1")
    return bool(value)


def _count(compound: Mapping[str, object], key: str, where: str) -> int | None:
    value = compound.get(key)
    if value is None:
        return None
    if not isinstance(value, int) or value < 0:
        raise NbtError(f"{where}.{key}: {value!r} is not a whole number from 0 on")
    return value


def _child(parent: Mapping[str, object], key: str, where: str) -> Mapping[str, object]:
    return _mapping(parent.get(key, {}), where)


def _mapping(value: object, where: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise NbtError(f"{where}: not a compound")
    return cast("Mapping[str, object]", value)


def _uuid(text: str) -> UUID:
    try:
        uuid = UUID(text)
    except ValueError as error:
        raise NbtError(f"data.players: {text!r} is no UUID") from error
    return uuid
