"""Where a world keeps its players' data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from uuid import UUID

DATA: Final = ("playerdata", "players/data")
STATISTICS: Final = ("stats", "players/stats")
ADVANCEMENTS: Final = ("advancements", "players/advancements")
"""The second place of each is where 26.1 and later may keep them."""


def player_file(world: Path, places: tuple[str, ...], uuid: UUID, suffix: str) -> Path:
    """The player's file in the first of these folders that has it, else where it would be."""
    paths = [world / place / f"{uuid}{suffix}" for place in places]
    return next((path for path in paths if path.exists()), paths[0])


def known_players(world: Path) -> Iterator[str]:
    """The UUIDs, as written, of all who have data in this world."""
    for place in DATA:
        folder = world / place
        if folder.is_dir():
            yield from sorted(path.stem for path in folder.glob("*-*.dat"))
