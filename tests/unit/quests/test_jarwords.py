"""Language keys out of mod jars: only what is asked for, whatever the jars are."""

from __future__ import annotations

import json
import zipfile
from typing import TYPE_CHECKING

import pytest

from bridge.quests import jarwords
from bridge.quests.jarwords import JarWords, ModJars, mod_jars
from bridge.quests.loading import load_book

if TYPE_CHECKING:
    from pathlib import Path


def jar(root: Path, name: str, files: dict[str, str | bytes]) -> Path:
    path = root / "mods" / name
    path.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, content in files.items():
            archive.writestr(entry, content)
    return path


def words(root: Path, locale: str = "en_us") -> JarWords:
    return JarWords(ModJars(mod_jars(root)), locale)


def lang(**keys: str) -> str:
    return json.dumps({key.replace("__", "."): value for key, value in keys.items()})


def test_a_key_is_found_in_the_mod_that_it_names(tmp_path: Path) -> None:
    jar(tmp_path, "a.jar", {"assets/gears/lang/en_us.json": lang(item__gears__cog="Cog")})
    jar(tmp_path, "b.jar", {"assets/old/lang/en_US.lang": "old.title=Old One\n"})
    found = words(tmp_path)
    assert found.get("item.gears.cog") == "Cog"
    assert found.get("old.title") == "Old One"
    assert found.get("item.gears.none") is None
    assert found.get("nothing") is None
    assert words(tmp_path, "zh_cn").get("item.gears.cog") is None


def test_what_was_asked_for_stays_when_the_rest_is_dropped(tmp_path: Path) -> None:
    both = lang(gears__a="A", gears__b="B")
    path = jar(tmp_path, "a.jar", {"assets/gears/lang/en_us.json": both})
    found = words(tmp_path)
    assert found.get("gears.a") == "A"
    found.rest()
    path.unlink()
    assert found.get("gears.a") == "A"
    assert found.get("gears.b") is None


@pytest.mark.parametrize(
    "content",
    [
        b"not json",
        b"[" * 100_000,
        b"\xff\xfe",
        b"[]",
        json.dumps({"gears.a": "x" * 200}).encode(),
    ],
)
def test_a_file_that_is_none_has_no_words(
    tmp_path: Path, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jarwords, "LARGEST", 100)
    jar(tmp_path, "a.jar", {"assets/gears/lang/en_us.json": content})
    assert words(tmp_path).get("gears.a") is None


def test_a_jar_that_is_none_is_passed_over(tmp_path: Path) -> None:
    whole = jar(tmp_path, "a.jar", {"assets/gears/lang/en_us.json": lang(gears__a="A")})
    (tmp_path / "mods" / "b.jar").write_bytes(b"PK\x03\x04 nothing")
    (tmp_path / "mods" / "c.jar").write_bytes(whole.read_bytes()[:-30])
    assert words(tmp_path).get("gears.a") == "A"


def test_a_book_has_titles_and_names_from_the_mods_below_those_of_the_pack(
    tmp_path: Path,
) -> None:
    keys = {"gears.quest": "From the mod", "gears.own": "Hidden", "item.gears.cog": "Cogwheel"}
    jar(
        tmp_path,
        "a.jar",
        {
            "assets/gears/lang/en_us.json": json.dumps(keys),
            "assets/gears/lang/zh_cn.json": json.dumps({"gears.quest": "来自模组"}),
        },
    )
    own = tmp_path / "kubejs/assets/gears/lang/en_us.json"
    own.parent.mkdir(parents=True)
    own.write_text(json.dumps({"gears.own": "From the pack"}))
    chapters = tmp_path / "config/ftbquests/quests/chapters"
    chapters.mkdir(parents=True)
    (chapters / "a.snbt").write_text(
        '{ id: "00000000000000C1", title: "{gears.own}", quests: ['
        '{ id: "00000000000000A1", title: "{gears.quest}", tasks: ['
        '{ id: "00000000000000B1", type: "item", item: "gears:cog" }] }] }'
    )
    loaded = load_book(tmp_path, others=("zh_cn",))
    assert loaded.book is not None
    assert loaded.book.chapters[0].title == "From the pack"
    (quest,) = loaded.book.quests()
    assert (quest.title, quest.tasks[0].title) == ("From the mod", "Cogwheel")
    chinese = loaded.in_locale("zh_cn")
    assert chinese is not None
    assert next(chinese.quests()).title == "来自模组"
    again = load_book(tmp_path, others=("zh_cn",), before=loaded)
    assert again.book is not None
    assert again.book.chapters[0] is loaded.book.chapters[0]
