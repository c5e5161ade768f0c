"""Where players' files are."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from bridge.minecraft.world.playerfiles import DATA, known_players, player_file

if TYPE_CHECKING:
    from pathlib import Path

MARA = UUID(int=1)


def test_the_place_that_has_the_file_counts_and_else_the_usual_one(tmp_path: Path) -> None:
    usual = tmp_path / "playerdata" / f"{MARA}.dat"
    assert player_file(tmp_path, DATA, MARA, ".dat") == usual
    later = tmp_path / "players/data" / f"{MARA}.dat"
    later.parent.mkdir(parents=True)
    later.touch()
    assert player_file(tmp_path, DATA, MARA, ".dat") == later


def test_who_has_data_is_known(tmp_path: Path) -> None:
    assert list(known_players(tmp_path)) == []
    folder = tmp_path / "playerdata"
    folder.mkdir()
    for name in (f"{MARA}.dat", f"{MARA}.dat_old", "notes.txt"):
        (folder / name).touch()
    assert list(known_players(tmp_path)) == [str(MARA)]
