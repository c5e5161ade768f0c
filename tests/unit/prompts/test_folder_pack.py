"""A pack that is a folder: our places alone are read, and nothing outside it ever."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import ConfigurationError
from bridge.prompts.folder_pack import read_folder
from bridge.prompts.pack import LARGEST, Allowance
from tests.fakes.world_packs import PROMPTS, SYSTEMS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.fakes.world_packs import WorldFiles

posix = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes of POSIX")


def read(root: Path) -> dict[str, bytes]:
    pack = read_folder(root, label="datapacks/p", allowance=Allowance())
    return {name.id: content for name, content in pack.files.items()}


def refused(root: Path) -> str:
    with pytest.raises(ConfigurationError) as caught:
        read(root)
    return str(caught.value)


def test_prompts_and_systems_of_every_namespace_are_read(world: WorldFiles) -> None:
    root = world.folder(
        "p",
        {
            "pack.mcmeta": "{}",
            f"{PROMPTS}/chat.txt": "chat",
            f"{PROMPTS}/chat.txt~": "backup",
            "data/mine/system/prompts/personality/calm.txt": "calm",
            "data/mine/system/systems/calm.json": "{}",
            "data/mine/function/x.mcfunction": "say x",
            "data/mine/recipe/x.json": "{",
        },
    )
    assert read(root) == {
        "system:chat": b"chat",
        "mine:personality/calm": b"calm",
        "mine:calm": b"{}",
    }


@pytest.mark.parametrize("files", [{}, {"data": "a file"}, {"data/a/system": "a file"}])
def test_a_pack_without_anything_of_ours_is_empty(world: WorldFiles, files: dict[str, str]) -> None:
    assert read(world.folder("p", {"pack.mcmeta": "{}", **files})) == {}


def test_a_file_of_64_kib_is_read_and_a_longer_one_refused(world: WorldFiles) -> None:
    root = world.folder("p", {f"{PROMPTS}/a.txt": b"x" * LARGEST})
    assert len(read(root)["system:a"]) == LARGEST
    world.folder("p", {f"{PROMPTS}/a.txt": b"x" * (LARGEST + 1)})
    assert refused(root) == f"datapacks/p/{PROMPTS}/a.txt:?: is longer than 65536 bytes"


@pytest.mark.parametrize(
    "path",
    [f"{PROMPTS}/Chat.txt", "data/system/System/prompts/chat.txt", f"{PROMPTS}/a/b/c/d/e/f.txt"],
)
def test_names_that_the_game_would_not_load_are_refused(world: WorldFiles, path: str) -> None:
    assert f"datapacks/p/{path}:?: " in refused(world.folder("p", {path: "x"}))


@posix
def test_a_link_to_a_file_is_refused(world: WorldFiles, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("key")
    root = world.folder("p", {f"{PROMPTS}/a.txt": "x"})
    (root / PROMPTS / "b.txt").symlink_to(tmp_path / "secret")
    assert refused(root) == f"datapacks/p/{PROMPTS}/b.txt:?: is a link; put the file itself there"


@posix
@pytest.mark.parametrize("linked", ["data", "data/system", "data/system/system", PROMPTS, SYSTEMS])
def test_a_place_reached_through_a_link_is_refused(
    world: WorldFiles, tmp_path: Path, linked: str
) -> None:
    outside = WorldFilesElsewhere(tmp_path, linked)
    root = world.folder("p", {"pack.mcmeta": "{}"})
    (root / linked).parent.mkdir(parents=True, exist_ok=True)
    (root / linked).symlink_to(outside.folder, target_is_directory=True)
    assert "is reached through a link" in refused(root)


class WorldFilesElsewhere:
    """What a link leads to, with a prompt and a system in the right places below it."""

    def __init__(self, root: Path, linked: str) -> None:
        tree = root / "elsewhere"
        for place in (PROMPTS, SYSTEMS):
            (tree / place).mkdir(parents=True)
        (tree / PROMPTS / "a.txt").write_text("x")
        (tree / SYSTEMS / "a.json").write_text("{}")
        self.folder = tree / linked


@posix
def test_a_loop_of_links_ends(world: WorldFiles) -> None:
    root = world.folder("p", {f"{PROMPTS}/a.txt": "x"})
    (root / PROMPTS / "loop").symlink_to(root / PROMPTS, target_is_directory=True)
    assert read(root) == {"system:a": b"x"}


@posix
def test_the_folder_of_the_pack_may_be_a_link(world: WorldFiles, tmp_path: Path) -> None:
    root = world.folder("p", {f"{PROMPTS}/a.txt": "x"})
    (tmp_path / "linked").symlink_to(root, target_is_directory=True)
    assert read(tmp_path / "linked") == {"system:a": b"x"}


@posix
def test_a_pipe_is_refused_and_not_waited_for(world: WorldFiles) -> None:
    root = world.folder("p", {f"{PROMPTS}/a.txt": "x"})
    os.mkfifo(root / PROMPTS / "pipe.txt")
    assert "pipe.txt:?: is no file" in refused(root)


def test_many_levels_of_folders_are_walked(world: WorldFiles) -> None:
    root = world.folder("p", {f"{PROMPTS}/{'d/' * 400}readme.md": "x"})
    assert read(root) == {}
