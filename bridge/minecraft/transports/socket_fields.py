"""The kinds of field that a frame has: each reads what came, and writes what goes out. Pure.

A reader gives the value, or raises ValueError with what is wrong (`is not ...`). Sizes of texts
are in bytes of UTF-8, those of short words in characters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any, Final, cast
from uuid import UUID

from bridge.core.actors import Player
from bridge.minecraft.transports.socket_messages import CommandHint, PeerPlayer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from enum import StrEnum

JSON_DEPTH: Final = 64
"""Nesting that free values may have; whoever walks through them may recurse."""

_WIDEST_CHARACTER = 4
_ID_LENGTH = 128
_ID_BITS = 63
_NAME_LENGTH = 64
_UUID = re.compile("[0-9a-f]{32}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)


def _as_it_is(value: object) -> object:
    return value


@dataclass(frozen=True, slots=True)
class Kind:
    """How one field is read and written. An optional one may be missing or nil."""

    read: Callable[[object], object]
    write: Callable[[Any], object] = _as_it_is
    optional: bool = False


def optional(kind: Kind) -> Kind:
    """The same kind, where the field may be missing."""
    return Kind(kind.read, kind.write, optional=True)


def text(limit: int) -> Kind:
    """Text of at most that many bytes; it may be empty."""

    def read(value: object) -> str:
        # Encoding is only needed where the characters alone do not settle it.
        if isinstance(value, str) and (
            len(value) * _WIDEST_CHARACTER <= limit or len(value.encode()) <= limit
        ):
            return value
        problem = f"is not text of at most {limit} bytes"
        raise ValueError(problem)

    return Kind(read)


def word(limit: int) -> Kind:
    """A name or an id without control characters, of 1 to that many characters."""

    def read(value: object) -> str:
        if isinstance(value, str) and 0 < len(value) <= limit and value.isprintable():
            return value
        problem = f"is not a word of 1 to {limit} characters"
        raise ValueError(problem)

    return Kind(read)


def whole(least: int, most: int) -> Kind:
    """A whole number in that range."""

    def read(value: object) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        problem = f"is not a whole number from {least} to {most}"
        raise ValueError(problem)

    return Kind(read)


def choice(words: type[StrEnum]) -> Kind:
    """One of the words of an enumeration."""
    members = {str(member): member for member in words}

    def read(value: object) -> StrEnum:
        if isinstance(value, str) and value in members:
            return members[value]
        problem = f"is not one of {', '.join(members)}"
        raise ValueError(problem)

    return Kind(read, str)


def _read_flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    problem = "is not true or false"
    raise ValueError(problem)


def _read_id(value: object) -> str | int:
    if isinstance(value, str) and 0 < len(value) <= _ID_LENGTH:
        return value
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() <= _ID_BITS:
        return value
    problem = f"is not an id: text of 1 to {_ID_LENGTH} characters, or a whole number"
    raise ValueError(problem)


def _read_json(value: object, depth: int = JSON_DEPTH) -> object:
    match value:
        case None | str() | int():
            return value
        case float() if isfinite(value):
            return value
        case list() if depth:
            for item in cast("list[object]", value):
                _read_json(item, depth - 1)
            return cast("object", value)
        case dict() if depth:
            for item in cast("dict[str, object]", value).values():
                _read_json(item, depth - 1)
            return cast("object", value)
        case _:
            problem = f"is not a JSON value of at most {JSON_DEPTH} levels"
            raise ValueError(problem)


def _read_json_object(value: object) -> object:
    if isinstance(value, dict):
        return _read_json(cast("object", value))
    problem = "is not a map"
    raise ValueError(problem)


def _members(value: object) -> Mapping[str, object]:
    if isinstance(value, dict):
        return cast("Mapping[str, object]", value)
    problem = "is not a map"
    raise ValueError(problem)


def _read_name(value: object) -> str:
    # A name may go into a command: no selector, and nothing that begins or ends a string. (Where
    # Bedrock players are, it may have blanks.)
    if (
        isinstance(value, str)
        and 0 < len(value) <= _NAME_LENGTH
        and value.isprintable()
        and not value.startswith(("@", " "))
        and not set(value) & set("\"'\\")
    ):
        return value
    problem = "is not a player's name"
    raise ValueError(problem)


def _read_uuid(value: object) -> UUID | None:
    if value is None:
        return None
    if isinstance(value, str) and _UUID.fullmatch(value):
        return UUID(value)
    problem = "is not a UUID"
    raise ValueError(problem)


def _read_peer_player(value: object) -> PeerPlayer:
    members = _members(value)
    lang = members.get("lang")
    return PeerPlayer(
        name=_read_name(members.get("name")),
        uuid=_read_uuid(members.get("uuid")),
        op=members.get("op") is True,
        lang=lang if isinstance(lang, str) and 0 < len(lang) <= _NAME_LENGTH else None,
    )


def _write_peer_player(player: PeerPlayer) -> object:
    lang = {} if player.lang is None else {"lang": player.lang}
    return {"name": player.name, **_written_uuid(player.uuid), "op": player.op, **lang}


def _read_player(value: object) -> Player:
    members = _members(value)
    return Player(name=_read_name(members.get("name")), uuid=_read_uuid(members.get("uuid")))


def _write_player(player: Player) -> object:
    return {"name": player.name, **_written_uuid(player.uuid)}


def _written_uuid(uuid: UUID | None) -> dict[str, str]:
    return {} if uuid is None else {"uuid": str(uuid)}


def _read_items(value: object) -> list[object]:
    if isinstance(value, list):
        return cast("list[object]", value)
    problem = "is not an array"
    raise ValueError(problem)


def _read_words(value: object) -> tuple[str, ...]:
    items = _read_items(value)
    words = tuple(item for item in items if isinstance(item, str))
    if len(words) == len(items):
        return words
    problem = "is not an array of texts"
    raise ValueError(problem)


def _read_hint(value: object) -> CommandHint:
    match value:
        case {"name": str(name), "usage": str(usage), "description": str(description)}:
            return CommandHint(name=name, usage=usage, description=description)
        case _:
            problem = "holds something without name, usage and description"
            raise ValueError(problem)


def _read_hints(value: object) -> tuple[CommandHint, ...]:
    return tuple(_read_hint(item) for item in _read_items(value))


def _write_hints(hints: tuple[CommandHint, ...]) -> object:
    return [
        {"name": hint.name, "usage": hint.usage, "description": hint.description} for hint in hints
    ]


FLAG: Final = Kind(_read_flag)
ID: Final = Kind(_read_id)
JSON: Final = Kind(_read_json)
JSON_OBJECT: Final = Kind(_read_json_object)
PEER_PLAYER: Final = Kind(_read_peer_player, _write_peer_player)
PLAYER: Final = Kind(_read_player, _write_player)
WORDS: Final = Kind(_read_words, list)
HINTS: Final = Kind(_read_hints, _write_hints)
