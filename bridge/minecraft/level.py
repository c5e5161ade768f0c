"""What a world's level.dat says of the game that saved it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.core.errors import NbtError
from bridge.minecraft import nbt
from bridge.minecraft.version import GameVersion

if TYPE_CHECKING:
    from pathlib import Path

LEVEL: Final = "level.dat"


def saved_version(world: Path) -> GameVersion | None:
    """The version that last saved the world; None where no file tells it."""
    try:
        level = nbt.read((world / LEVEL).read_bytes())
    except (OSError, NbtError):
        return None
    match level:
        case {"Data": {"Version": {"Name": str(name)}}}:
            return GameVersion.parse(name)
        case _:
            return None
