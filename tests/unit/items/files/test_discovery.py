"""What a server's sources are, and in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.items.files.discovery import Origin, sources
from bridge.minecraft import nbt

if TYPE_CHECKING:
    from pathlib import Path


def touch(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()


def places(root: Path, version: str | None = None) -> list[str]:
    return [source.place for source in sources(root, root / "world", version=version)]


def test_vanilla_then_mods_then_packs_then_kubejs_then_its_export(tmp_path: Path) -> None:
    touch(
        tmp_path,
        *("kubejs/data/a.json", "local/kubejs/export/index.json", "mods/b.jar", "mods/A.jar"),
        *("world/datapacks/z.zip", "config/openloader/data/o.zip", "server.jar", "mods/read.me"),
    )
    assert places(tmp_path) == [
        *("server.jar", "mods/A.jar", "mods/b.jar", "config/openloader/data/o.zip"),
        *("world/datapacks/z.zip", "kubejs", "local/kubejs/export"),
    ]
    origins = [source.origin for source in sources(tmp_path, tmp_path / "world")]
    assert origins[0] is Origin.VANILLA
    assert origins[-1] is Origin.EXPORT


def test_datapacks_stand_in_the_worlds_order_without_the_disabled(tmp_path: Path) -> None:
    touch(tmp_path, *(f"world/datapacks/{name}.zip" for name in "abcd"))
    (tmp_path / "world/datapacks/folder").mkdir()
    packs = {
        "Enabled": ["vanilla", "file/c.zip", "mod:x", "file/folder", "file/a.zip"],
        "Disabled": ["file/d.zip"],
    }
    (tmp_path / "world/level.dat").write_bytes(nbt.write({"Data": {"DataPacks": packs}}))
    names = [place.rpartition("/")[2] for place in places(tmp_path)]
    assert names == ["c.zip", "folder", "a.zip", "b.zip"]


def test_a_world_that_cannot_be_read_has_its_packs_by_name(tmp_path: Path) -> None:
    touch(tmp_path, "world/datapacks/b.zip", "world/datapacks/a.zip")
    (tmp_path / "world/level.dat").write_bytes(b"junk")
    assert places(tmp_path) == ["world/datapacks/a.zip", "world/datapacks/b.zip"]


def test_of_several_vanilla_jars_the_named_one_else_the_newest(tmp_path: Path) -> None:
    touch(tmp_path, *(f"versions/{v}/server-{v}.jar" for v in ("1.20.1", "1.9", "1.21.4")))
    touch(tmp_path, "server.jar")
    assert places(tmp_path) == ["versions/1.21.4/server-1.21.4.jar"]
    assert places(tmp_path, "1.20.1") == ["versions/1.20.1/server-1.20.1.jar"]


def test_forge_keeps_the_game_among_its_libraries(tmp_path: Path) -> None:
    place = "libraries/net/minecraft/server/1.20.1-2023/server-1.20.1-2023-extra.jar"
    touch(tmp_path, place, "forge-1.20.1.jar")
    assert places(tmp_path) == [place]


def test_the_old_export_is_a_file(tmp_path: Path) -> None:
    touch(tmp_path, "kubejs/exported/kubejs-server-export.json")
    assert places(tmp_path)[-1] == "kubejs/exported/kubejs-server-export.json"


def test_the_clients_files_are_the_lowest(tmp_path: Path) -> None:
    touch(tmp_path, "mods/a.jar", "client.jar")
    found = sources(tmp_path, tmp_path / "world", client=(tmp_path / "client.jar",))
    assert found[0].origin is Origin.CLIENT
