"""The packs of a world: which there are, which win, and what tells that they stand still."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import ConfigurationError
from bridge.prompts.world_packs import look_at, stamps
from tests.fakes.world_packs import PROMPTS, level_dat

if TYPE_CHECKING:
    from bridge.prompts.pack import Pack
    from bridge.prompts.world_packs import Look
    from tests.fakes.world_packs import WorldFiles

CHAT = f"{PROMPTS}/chat.txt"


def chat(look: Look) -> str:
    assert not isinstance(look.result, ConfigurationError), look.result
    return look.result.text("system:chat", "en_us")


def problem(look: Look) -> str:
    assert isinstance(look.result, ConfigurationError)
    return str(look.result)


def test_without_a_world_there_are_the_shipped_prompts(world: WorldFiles, shipped: Pack) -> None:
    look = look_at(world.root, shipped)
    assert chat(look).startswith("You answer one message")
    assert look.packs == 0
    assert look.before == look.after == {}


def test_folders_and_archives_lie_above_the_shipped_pack(world: WorldFiles, shipped: Pack) -> None:
    world.folder("a", {CHAT: "folder", "data/mine/system/prompts/x.txt": "mine"})
    world.zip("b.zip", {CHAT: "zip"})
    look = look_at(world.root, shipped)
    assert (chat(look), look.packs) == ("zip", 2)
    assert not isinstance(look.result, ConfigurationError)
    assert look.result.text("mine:x", "en_us") == "mine"
    assert look.result.text("system:route", "en_us").startswith("You route")


def test_level_dat_orders_and_disables(world: WorldFiles, shipped: Pack) -> None:
    world.folder("a", {CHAT: "a"})
    world.zip("b.zip", {CHAT: "b"})
    world.level(["file/b.zip", "vanilla", "file/a"])
    assert chat(look_at(world.root, shipped)) == "a"
    world.level(["file/b.zip"], ["file/a"])
    assert chat(look_at(world.root, shipped)) == "b"
    world.level([], ["file/a", "file/b.zip"])
    assert look_at(world.root, shipped).packs == 0


def test_a_disabled_pack_is_not_even_read(world: WorldFiles, shipped: Pack) -> None:
    world.zip("bad.zip", {CHAT: "{{nonsense}}"})
    world.packs.joinpath("worse.zip").write_bytes(b"half")
    assert problem(look_at(world.root, shipped))
    world.level([], ["file/bad.zip", "file/worse.zip"])
    assert chat(look_at(world.root, shipped)).startswith("You answer")


def test_what_is_no_pack_is_left_alone(world: WorldFiles, shipped: Pack) -> None:
    world.folder(".a.zip.tmp", {CHAT: "hidden"})
    world.packs.joinpath(".b.zip").write_bytes(b"half")
    world.packs.joinpath("c.rar").write_bytes(b"other")
    world.packs.joinpath("d.ZIP").write_bytes(b"other")
    assert look_at(world.root, shipped).packs == 0


def test_one_wrong_file_in_any_pack_refuses_all(world: WorldFiles, shipped: Pack) -> None:
    world.folder("a", {CHAT: "right"})
    world.zip("b.zip", {f"{PROMPTS}/route.txt": "one\n{{two}}"})
    assert problem(look_at(world.root, shipped)).startswith(
        f"datapacks/b.zip/{PROMPTS}/route.txt:2: unknown placeholder"
    )


def test_a_damaged_level_dat_refuses_all(world: WorldFiles, shipped: Pack) -> None:
    world.folder("a", {CHAT: "right"})
    (world.root / "level.dat").write_bytes(level_dat()[:9])
    assert problem(look_at(world.root, shipped)).startswith("level.dat:?: ")


@pytest.mark.skipif(sys.platform == "win32", reason="ends as a missing folder there")
def test_what_the_system_does_not_let_us_read_is_told(world: WorldFiles, shipped: Pack) -> None:
    world.root.mkdir()
    world.packs.write_text("a file")
    told = problem(look_at(world.root, shipped))
    assert told == "datapacks:?: cannot be read: Not a directory"


@pytest.mark.parametrize(
    "change",
    ["text", "new text", "removed", "zip", "level", "pack removed", "new pack"],
)
def test_every_change_of_what_is_read_shows(world: WorldFiles, change: str) -> None:
    world.folder("a", {CHAT: "a", f"{PROMPTS}/other.txt": "b"})
    world.zip("b.zip", {CHAT: "zip"})
    world.level()
    before = stamps(world.root)
    match change:
        case "text":
            world.folder("a", {CHAT: "another"})
        case "new text":
            world.folder("a", {f"{PROMPTS}/deep/new.txt": "new"})
        case "removed":
            (world.packs / "a" / CHAT).unlink()
        case "zip":
            world.zip("b.zip", {CHAT: "zipped"})
        case "level":
            world.level(["file/a"])
        case "pack removed":
            (world.packs / "b.zip").unlink()
        case _:
            world.folder("c", {})
            world.packs.joinpath("c").mkdir()
    assert stamps(world.root) != before


def test_what_is_not_read_does_not_show(world: WorldFiles) -> None:
    world.folder("a", {CHAT: "a", "data/a/recipe/x.json": "{}"})
    before = stamps(world.root)
    world.folder("a", {"data/a/recipe/x.json": "{1}", "data/b/recipe/y.json": "{}"})
    assert stamps(world.root) == before
