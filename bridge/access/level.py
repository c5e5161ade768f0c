"""What a world's own files say about it: its seed and its data version.

The seed tells a world from another in the same folder. It stands in level.dat up to 1.21
(`Data.WorldGenSettings.seed` from 1.16 on, `Data.RandomSeed` before) and in
`world_gen_settings.dat` from 26.1 on (Mojira MC-307144), which Paper keeps in the overworld's own
data folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from bridge.core.errors import NbtError
from bridge.minecraft import nbt

if TYPE_CHECKING:
    from pathlib import Path

_LEVEL = "level.dat"
_SEEDS = (
    (_LEVEL, ("Data", "WorldGenSettings", "seed")),
    (_LEVEL, ("Data", "RandomSeed")),
    ("data/minecraft/world_gen_settings.dat", ("data", "seed")),
    (
        "dimensions/minecraft/overworld/data/minecraft/world_gen_settings.dat",
        ("data", "seed"),
    ),
)
_DATA_VERSION = ("Data", "DataVersion")


@dataclass(frozen=True, slots=True)
class Level:
    """None is what no file tells now; the game may be about to write it."""

    seed: int | None
    data_version: int | None


def read_level(world: Path) -> Level:
    """What the files of this world folder say. Blocks for a few small files."""
    files: dict[str, object] = {}
    seed: int | None = None
    for file, keys in _SEEDS:
        if file not in files:
            files[file] = _read(world / file)
        if (seed := _number(files[file], keys)) is not None:
            break
    return Level(seed, _number(files[_LEVEL], _DATA_VERSION))


def _read(path: Path) -> object:
    try:
        return nbt.read(path.read_bytes())
    except (OSError, NbtError):
        return None


def _number(root: object, keys: tuple[str, ...]) -> int | None:
    value = root
    for key in keys:
        value = cast("Mapping[str, object]", value).get(key) if isinstance(value, Mapping) else None
    return value if isinstance(value, int) else None
