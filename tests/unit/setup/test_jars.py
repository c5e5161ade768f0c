from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

import pytest

from bridge.setup.flavours import JarWords
from bridge.setup.jars import jar_words

if TYPE_CHECKING:
    from pathlib import Path


def jar(path: Path, files: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


MANIFEST = "Manifest-Version: 1.0\r\nMain-Class: a.b.Main\r\n"


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({}, JarWords()),
        ({"META-INF/MANIFEST.MF": MANIFEST}, JarWords(main_class="a.b.Main")),
        ({"version.json": '{"id": "1.21.4", "name": "x"}'}, JarWords(version="1.21.4")),
        ({"version.json": '{"name": "1.14"}'}, JarWords(version="1.14")),
        ({"version.json": "[1, 2"}, JarWords()),
        ({"version.json": '{"id": 7}'}, JarWords()),
        ({"version.json": "[" * 100_000}, JarWords()),
        ({"install.properties": "a=b\ngame-version=1.19.2\n"}, JarWords(version="1.19.2")),
    ],
)
def test_a_jar_says_what_it_starts_and_for_which_version(
    tmp_path: Path, files: dict[str, str], words: JarWords
) -> None:
    assert jar_words(jar(tmp_path / "server.jar", files)) == words


def test_half_a_jar_says_nothing(tmp_path: Path) -> None:
    whole = jar(
        tmp_path / "a.jar", {"META-INF/MANIFEST.MF": MANIFEST, "x": "y" * 5000}
    ).read_bytes()
    for length in range(0, len(whole), 7):
        (tmp_path / "half.jar").write_bytes(whole[:length])
        assert jar_words(tmp_path / "half.jar") is None


def test_damage_inside_a_jar_is_no_error(tmp_path: Path) -> None:
    whole = jar(tmp_path / "a.jar", {"META-INF/MANIFEST.MF": MANIFEST}).read_bytes()
    for at in range(len(whole)):
        damaged = bytearray(whole)
        damaged[at] ^= 0xFF
        (tmp_path / "damaged.jar").write_bytes(damaged)
        assert jar_words(tmp_path / "damaged.jar") in {None, JarWords(), *KNOWN}


KNOWN = {JarWords(main_class="a.b.Main")}


@pytest.mark.parametrize("there", [False, True])
def test_no_file_says_nothing(tmp_path: Path, there: bool) -> None:
    if there:
        (tmp_path / "server.jar").mkdir()
    assert jar_words(tmp_path / "server.jar") is None
