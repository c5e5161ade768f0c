"""The client's languages are behind an index of hashes."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import ReadError
from bridge.items.files.assets import languages, newest_index

if TYPE_CHECKING:
    from pathlib import Path

HASH = "ab" + "0" * 38


def test_an_index_leads_to_the_languages_that_are_there(tmp_path: Path) -> None:
    index = tmp_path / "indexes" / "5.json"
    file = tmp_path / "objects" / "ab" / HASH
    file.parent.mkdir(parents=True)
    file.write_text("{}")
    objects = {
        "minecraft/lang/zh_cn.json": {"hash": HASH},
        "minecraft/lang/de_de.json": {"hash": "cd" + "0" * 38},
        "minecraft/sounds/a.ogg": {"hash": HASH},
    }
    content = json.dumps({"objects": objects}).encode()
    assert [*languages(index, content)] == [("zh_cn", "minecraft", file)]


def test_a_hash_that_is_a_path_is_refused(tmp_path: Path) -> None:
    content = b'{"objects": {"minecraft/lang/zh_cn.json": {"hash": "../../etc/passwd"}}}'
    with pytest.raises(ReadError, match="no hash"):
        list(languages(tmp_path / "indexes" / "5.json", content))


def test_a_language_file_stands_for_itself(tmp_path: Path) -> None:
    path = tmp_path / "zh_CN.json"
    assert [*languages(path, b'{"item.minecraft.stick": "x"}')] == [("zh_cn", "minecraft", path)]


def test_the_newest_index_of_a_client(tmp_path: Path) -> None:
    assert newest_index(tmp_path) is None
    for number, name in enumerate(("assets/indexes/9.json", "assets/indexes/17.json")):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        os.utime(path, (100 - number, 100 - number))
    assert newest_index(tmp_path) == tmp_path / "assets/indexes/9.json"
