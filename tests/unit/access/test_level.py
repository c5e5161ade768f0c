from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bridge.access.level import Level, read_level
from bridge.minecraft import nbt

if TYPE_CHECKING:
    from bridge.minecraft.nbt import Tag

SEED = -(2**62)
NEW_FORMAT: "dict[str, Tag]" = {"data": {"seed": nbt.Long(SEED)}}


def put(world: Path, file: str, root: "dict[str, Tag]") -> None:
    path = world / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(nbt.write(root))


@pytest.mark.parametrize(
    "data", [{"WorldGenSettings": {"seed": nbt.Long(SEED)}}, {"RandomSeed": nbt.Long(SEED)}]
)
def test_the_seed_of_older_versions_stands_in_level_dat(
    tmp_path: Path, data: "dict[str, Tag]"
) -> None:
    put(tmp_path, "level.dat", {"Data": {"DataVersion": 3953, **data}})
    assert read_level(tmp_path) == Level(SEED, 3953)


@pytest.mark.parametrize("folder", ["data", "dimensions/minecraft/overworld/data"])
def test_the_seed_of_newer_versions_stands_in_its_own_file(tmp_path: Path, folder: str) -> None:
    put(tmp_path, "level.dat", {"Data": {"DataVersion": 4786}})
    put(tmp_path, f"{folder}/minecraft/world_gen_settings.dat", NEW_FORMAT)
    assert read_level(tmp_path) == Level(SEED, 4786)


def test_what_cannot_be_read_is_not_known(tmp_path: Path) -> None:
    assert read_level(tmp_path) == Level(None, None)
    (tmp_path / "level.dat").write_bytes(b"half")
    assert read_level(tmp_path) == Level(None, None)
    put(tmp_path, "level.dat", {"Data": 3})
    assert read_level(tmp_path) == Level(None, None)
