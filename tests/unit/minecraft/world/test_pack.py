from __future__ import annotations

import json
from typing import Any

import pytest

from bridge.core.errors import ReadError, RefusedError
from bridge.files.shipped import shipped
from bridge.minecraft.version import GameVersion
from bridge.minecraft.world.pack import MCMETA, Release, built

# The reference page's table (minecraft-server.md D1), one version of each of its ranges' ends.
FORMATS: dict[str, int | list[int]] = {
    "1.13": 4,
    "1.14.4": 4,
    "1.15": 5,
    "1.16.1": 5,
    "1.16.2": 6,
    "1.16.5": 6,
    "1.17": 7,
    "1.17.1": 7,
    "1.18.1": 8,
    "1.18.2": 9,
    "1.19": 10,
    "1.19.3": 10,
    "1.19.4": 12,
    "1.20.1": 15,
    "1.20.2": 18,
    "1.20.4": 26,
    "1.20.6": 41,
    "1.21.1": 48,
    "1.21.3": 57,
    "1.21.4": 61,
    "1.21.5": 71,
    "1.21.6": 80,
    "1.21.8": 81,
    "1.21.9": [88, 0],
    "1.21.10": [88, 0],
    "1.21.11": [94, 1],
    "26.1": [101, 1],
    "26.1.2": [101, 1],
    "26.2": [107, 1],
    "26.3": [121, 0],
    "26.3-rc-1": [121, 0],
    "26.4-snapshot-1": [122, 0],
    "27.1": [122, 0],
}


def release(text: str) -> Release:
    parsed = GameVersion.parse(text)
    assert parsed is not None
    return parsed.release


def source() -> dict[str, bytes]:
    data = shipped("datapack") / "data"
    files = (file for file in data.rglob("*") if file.is_file())
    return {file.relative_to(data).as_posix(): file.read_bytes() for file in files}


def pack_of(text: str) -> dict[str, Any]:
    return json.loads(built({}, release(text))[MCMETA])["pack"]


@pytest.mark.parametrize(("text", "form"), FORMATS.items())
def test_each_version_has_its_format(text: str, form: int | list[int]) -> None:
    pack = pack_of(text)
    if isinstance(form, int):
        assert pack["pack_format"] == form
        assert set(pack) == {"description", "pack_format"}
    else:
        assert pack["min_format"] == pack["max_format"] == form
        assert set(pack) == {"description", "min_format", "max_format"}


@pytest.mark.parametrize("text", ["1.12.2", "1.7.10"])
def test_there_is_no_pack_before_datapacks(text: str) -> None:
    with pytest.raises(RefusedError, match=r"1\.13"):
        built({}, release(text))


def test_folders_lost_their_plural_with_1_21() -> None:
    files = {
        "a/function/x.mcfunction": b"",
        "a/advancement/x.json": b"{}",
        "minecraft/tags/function/load.json": b"{}",
        "system/system/prompts/function/x.txt": b"hi",
    }
    assert set(built(files, release("1.21"))) == {MCMETA, *(f"data/{path}" for path in files)}
    assert set(built(files, release("1.20.6"))) == {
        MCMETA,
        "data/a/functions/x.mcfunction",
        "data/a/advancements/x.json",
        "data/minecraft/tags/functions/load.json",
        "data/system/system/prompts/function/x.txt",
    }


def test_a_function_may_be_for_later_versions_alone() -> None:
    files = {"a/function/x.mcfunction": b"# mc >= 1.20.2\n$say $(x)\n"}
    assert "data/a/functions/x.mcfunction" in built(files, release("1.20.2"))
    assert set(built(files, release("1.20.1"))) == {MCMETA}


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("a/advancement/x.json", b"{"),
        ("a/function/x.mcfunction", b"\xff"),
        ("a/function/x.mcfunction", b"# mc >= new\n"),
        ("a/function/x.py", b""),
    ],
)
def test_what_no_game_could_read_is_not_built(path: str, content: bytes) -> None:
    with pytest.raises(ReadError):
        built({path: content}, release("1.21"))


@pytest.mark.parametrize("text", list(FORMATS))
def test_the_shipped_pack_has_what_each_version_can_read(text: str) -> None:
    files = built(source(), release(text))
    macros = release(text) >= (1, 20, 2)
    for path, content in files.items():
        if path.endswith(".mcfunction"):
            lines = content.decode().splitlines()
            commands = [line for line in lines if line and not line.startswith("#")]
            assert commands, path
            assert macros or not any("$" in line or " storage " in line for line in commands)
    names = {path.rpartition("/")[2] for path in files}
    assert ("limit.mcfunction" in names) == macros
    assert {"default.mcfunction", "default_free.mcfunction", "load.json", "arm.json"} <= names


def test_every_function_that_is_named_is_there() -> None:
    files = built(source(), release("1.21"))
    text = "\n".join(content.decode() for content in files.values())
    for name in ("load", "arm"):
        assert f"system:internal/{name}" in text
        assert f"data/system/function/internal/{name}.mcfunction" in files
