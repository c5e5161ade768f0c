import gzip
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import pytest
from nbtlib import Byte, File, Int

from bridge.demo import world
from bridge.demo.version import GameVersion

Compound = Mapping[str, Any]

VERSION = GameVersion.parse("1.21.4")


def level_data(folder: Path) -> Compound:
    with gzip.open(folder / "level.dat") as file:
        return parsed(file.read())["Data"]


def parsed(nbt: bytes) -> Compound:
    return cast("Compound", File.parse(BytesIO(nbt)))  # pyright: ignore[reportUnknownMemberType] -- nbtlib has no types


def test_level_dat_is_what_another_reader_makes_of_it(tmp_path: Path) -> None:
    folder = tmp_path / "world"
    world.create(folder, version=VERSION, seed=-5_000_000_000, milliseconds=1_796_000_000_000)
    data = level_data(folder)
    assert data["LevelName"] == "world"
    assert data["DataVersion"] == 4189
    assert data["LastPlayed"] == 1_796_000_000_000
    assert data["WorldGenSettings"]["seed"] == -5_000_000_000
    assert data["DataPacks"] == {"Enabled": ["vanilla"], "Disabled": []}
    assert data["Version"] == {"Id": 4189, "Name": "1.21.4", "Series": "main", "Snapshot": 0}
    assert isinstance(data["initialized"], Byte)
    assert isinstance(data["version"], Int)


def test_a_world_that_is_there_keeps_its_seed(tmp_path: Path) -> None:
    for seed in (1, 2):
        world.create(tmp_path, version=VERSION, seed=seed, milliseconds=0)
    assert level_data(tmp_path)["WorldGenSettings"]["seed"] == 1
    assert (tmp_path / "datapacks").is_dir()


def test_text_is_written_as_utf_8() -> None:
    assert dict(parsed(world.nbt({"名": "é"}))) == {"名": "é"}


def test_the_pack_is_never_mixed_into_a_book_that_is_there(tmp_path: Path) -> None:
    quests = tmp_path / "config/ftbquests/quests"
    quests.mkdir(parents=True)
    (quests / "data.snbt").write_text("{ }")
    world.install_pack(tmp_path)
    assert [path.name for path in quests.iterdir()] == ["data.snbt"]


def test_what_the_owner_changed_of_the_pack_stays(tmp_path: Path) -> None:
    world.install_pack(tmp_path)
    storage = tmp_path / "config/ftbquests/quests/chapters/storage.snbt"
    storage.write_text("{ }")
    world.install_pack(tmp_path)
    assert storage.read_text() == "{ }"


@pytest.mark.parametrize("locale", ["en_us", "zh_cn"])
def test_the_pack_speaks_both_languages(tmp_path: Path, locale: str) -> None:
    world.install_pack(tmp_path)
    assert (tmp_path / f"config/ftbquests/quests/lang/{locale}.snbt").stat().st_size > 5000
