"""The target of a command: a name, a UUID or a selector, read first and looked for afterwards.

Simulated are the selectors `@a @e @n @p @r @s` with the options `name` and `limit`; any other
option is answered as one that the game does not know. `@r` and `@p` mean who came in first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from bridge.demo.reader import CommandError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bridge.demo.player import Player
    from bridge.demo.reader import Reader

_UUID = re.compile(r"([0-9a-fA-F]{1,8})" + r"-([0-9a-fA-F]{1,4})" * 3 + r"-([0-9a-fA-F]{1,12})")
_UUID_DIGITS = (8, 4, 4, 4, 12)
_LONGEST_NAME = 16
_ONE_ONLY = frozenset("npr")
_NOT_PLAYERS = frozenset("en")
_SELECTORS = frozenset("aenprs")
_UNLIMITED = 1 << 31


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Whom a command means. `selector` is one letter, or empty where a name or UUID was given."""

    name: str | None = None
    uuid: UUID | None = None
    selector: str = ""
    limit: int = 1


def read_players(reader: Reader) -> Target:
    """A target of players, any number of them."""
    target = _read(reader)
    if target.selector in _NOT_PLAYERS:
        raise reader.error(
            "Only players may be affected by this command, but the provided selector includes"
            " entities",
            0,
        )
    return target


def read_entity(reader: Reader) -> Target:
    """A target of one entity."""
    target = _read(reader)
    if target.limit > 1:
        raise reader.error(
            "Only one entity is allowed, but the provided selector allows more than one", 0
        )
    return target


def find_players(target: Target, online: Sequence[Player], asking: Player | None) -> list[Player]:
    """The players meant. Raises CommandError: there are none."""
    found = _find(target, online, asking)
    if not found:
        raise CommandError("No player was found")
    return found


def find_entity(target: Target, online: Sequence[Player], asking: Player | None) -> Player:
    """The one entity meant (the simulated world has players only). Raises CommandError: none."""
    found = _find(target, online, asking)
    if not found:
        raise CommandError("No entity was found")
    return found[0]


def _read(reader: Reader) -> Target:
    if reader.peek() == "@":
        return _selector(reader)
    start = reader.cursor
    text = reader.quotable()
    if match := _UUID.fullmatch(text):
        sized = zip(match.groups(), _UUID_DIGITS, strict=True)
        return Target(uuid=UUID("".join(part.rjust(size, "0") for part, size in sized)))
    if not text or len(text) > _LONGEST_NAME:
        raise reader.error("Invalid name or UUID", start)
    return Target(name=text)


def _selector(reader: Reader) -> Target:
    start = reader.cursor
    letter = reader.text[start + 1 : start + 2]
    if not letter.strip():
        raise reader.error("Missing selector type", start)
    if letter not in _SELECTORS:
        raise reader.error(f"Unknown selector type '@{letter}'", start)
    reader.cursor += 2
    options = _options(reader) if reader.peek() == "[" else {}
    own_limit = 1 if letter in _ONE_ONLY or letter == "s" else _UNLIMITED
    limit = int(options["limit"]) if "limit" in options else own_limit
    return Target(name=options.get("name"), selector=letter, limit=limit)


def _options(reader: Reader) -> dict[str, str]:
    options: dict[str, str] = {}
    reader.cursor += 1
    while reader.peek() != "]":
        start = reader.cursor
        key = reader.quotable()
        if key not in {"name", "limit"} or key in options:
            raise reader.error(f"Unknown option '{key}'", start)
        if not reader.take("="):
            raise reader.error(f"Expected value for option '{key}'", start)
        options[key] = _limit(reader) if key == "limit" else reader.quotable()
        if not reader.take(",") and reader.peek() != "]":
            raise reader.error("Expected end of options")
    reader.cursor += 1
    return options


def _limit(reader: Reader) -> str:
    start = reader.cursor
    limit = reader.integer()
    if limit < 1:
        raise reader.error("Limit must be at least 1", start)
    return str(limit)


def _find(target: Target, online: Sequence[Player], asking: Player | None) -> list[Player]:
    if target.uuid is not None:
        return [player for player in online if player.uuid == target.uuid]
    if not target.selector:
        # Only here the game takes names in any case.
        wanted = (target.name or "").lower()
        return [player for player in online if player.name.lower() == wanted]
    seen = [player for player in online if target.selector != "s" or player is asking]
    named = [player for player in seen if target.name in {None, player.name}]
    return named[: target.limit]
