"""The files of the simulated server's world and of its pack."""

from __future__ import annotations

import gzip
import struct
from importlib import resources
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from bridge.demo.version import GameVersion

PACK = "pack"
"""The folder beside this module whose content is copied into a new server's directory."""
BOOK = "config/ftbquests"

_WORLD_FORMAT = 19133


class Long(int):
    """A 64-bit number; a plain int is written as 32 bits, a bool as a byte."""


Tag: TypeAlias = "bool | int | Long | str | list[str] | dict[str, Tag]"
_BYTE, _INT, _LONG, _STRING, _LIST, _COMPOUND = 1, 3, 4, 8, 9, 10


def install_pack(directory: Path) -> None:
    """Copy the pack into a folder without a quest book; never a book of ours into another's."""
    if not (directory / BOOK).exists():
        _copy(resources.files("bridge.demo") / PACK, directory)


def _copy(source: Traversable, target: Path) -> None:
    for entry in source.iterdir():
        beside = target / entry.name
        if entry.is_dir():
            beside.mkdir(parents=True, exist_ok=True)
            _copy(entry, beside)
        else:
            beside.write_bytes(entry.read_bytes())


def create(directory: Path, *, version: GameVersion, seed: int, milliseconds: int) -> None:
    """Make the world's folder with its `datapacks/` and `level.dat`; one that is there stays.

    `milliseconds` since 1970 is when it was last played.
    """
    (directory / "datapacks").mkdir(parents=True, exist_ok=True)
    level = directory / "level.dat"
    if level.exists():
        return
    tags: dict[str, Tag] = {
        "Data": {
            "DataPacks": {"Disabled": [], "Enabled": ["vanilla"]},
            "DataVersion": version.data_version,
            "GameType": 0,
            "LastPlayed": Long(milliseconds),
            "LevelName": directory.name,
            "Version": {
                "Id": version.data_version,
                "Name": version.name,
                "Series": "main",
                "Snapshot": "-" in version.name,
            },
            "WorldGenSettings": {
                "bonus_chest": False,
                "generate_features": True,
                "seed": Long(seed),
            },
            "allowCommands": False,
            "initialized": True,
            "version": _WORLD_FORMAT,
        }
    }
    level.write_bytes(gzip.compress(nbt(tags)))


def nbt(root: Mapping[str, Tag]) -> bytes:
    """A compound with an empty name, as the game writes it to files (big-endian)."""
    return struct.pack(">b", _COMPOUND) + _text("") + _compound(root)


def _compound(members: Mapping[str, Tag]) -> bytes:
    parts: list[bytes] = []
    for name, value in members.items():
        kind, payload = _tag(value)
        parts += [struct.pack(">b", kind), _text(name), payload]
    return b"".join(parts) + b"\0"


def _tag(value: Tag) -> tuple[int, bytes]:
    match value:
        case bool():
            return _BYTE, struct.pack(">b", value)
        case Long():
            return _LONG, struct.pack(">q", value)
        case int():
            return _INT, struct.pack(">i", value)
        case str():
            return _STRING, _text(value)
        case list():
            head = struct.pack(">bi", _STRING if value else 0, len(value))
            return _LIST, head + b"".join(map(_text, value))
        case dict():
            return _COMPOUND, _compound(value)


def _text(text: str) -> bytes:
    # Java's "modified UTF-8" is UTF-8 for a text without NUL and characters over U+FFFF,
    # and this file has no other.
    encoded = text.encode("utf-8")
    return struct.pack(">H", len(encoded)) + encoded
