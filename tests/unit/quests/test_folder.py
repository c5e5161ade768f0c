"""Which era a book is of, by what lies there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridge.quests.folder import find_book
from bridge.quests.model import Era

if TYPE_CHECKING:
    from pathlib import Path


def _lay(root: Path, *files: str) -> None:
    for file in files:
        path = root / "config/ftbquests" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


@pytest.mark.parametrize(
    ("files", "era"),
    [
        (["normal/file.nbt", "normal/chapters/a/chapter.nbt"], Era.BINARY),
        (["normal/file.nbt", "normal/chapters/index.nbt"], Era.BINARY),
        (["normal/file.snbt", "normal/chapters/a/chapter.snbt"], Era.EARLY),
        (["normal/chapters/a/chapter.nbt", "normal/chapters/a/b.snbt"], Era.EARLY),
        (["quests/chapters/a/chapter.snbt", "quests/chapters/a/b.snbt"], Era.EARLY),
        (["quests/data.snbt", "quests/chapters/a.snbt"], Era.INLINE),
        (["quests/data.snbt", "quests/lang/en_us/chapters/a.snbt"], Era.INLINE),
        (["quests/chapters/a.snbt", "normal/file.nbt"], Era.INLINE),
        (["quests/data.snbt", "quests/lang/en_us.snbt"], Era.LANG),
        (["quests/data.json5", "quests/chapters/a.json5"], Era.JSON5),
        (["quests/chapters/a.json5"], Era.JSON5),
        (["other.txt"], Era.INLINE),
    ],
)
def test_the_era_is_seen_by_content(tmp_path: Path, files: list[str], era: Era) -> None:
    _lay(tmp_path, *files)
    folder = find_book(tmp_path)
    assert folder is not None
    assert folder.era is era


def test_no_folder_is_no_book(tmp_path: Path) -> None:
    assert find_book(tmp_path) is None


def test_a_modern_book_is_listed_without_strangers(tmp_path: Path) -> None:
    _lay(
        tmp_path,
        *("quests/data.snbt", "quests/notes.snbt", "quests/chapter_groups.snbt"),
        *("quests/chapters/b.snbt", "quests/chapters/a.snbt", "quests/chapters/a.snbt.bak"),
        *("quests/reward_tables/t.snbt", "quests/lang/en_us.snbt", "quests/lang/zh_cn.snbt"),
        *("quests/lang/recovery/en_us.snbt", "quests/lang/en_us/file.snbt"),
    )
    folder = find_book(tmp_path)
    assert folder is not None
    assert folder.frame == ("data.snbt", "chapter_groups.snbt", "reward_tables/t.snbt")
    assert [unit.files for unit in folder.chapters] == [
        ("chapters/a.snbt",),
        ("chapters/b.snbt",),
    ]
    assert folder.languages == ("lang/en_us.snbt", "lang/zh_cn.snbt")


def test_an_early_book_takes_the_text_form_of_a_file_that_has_both(tmp_path: Path) -> None:
    _lay(
        tmp_path,
        *("normal/file.nbt", "normal/file.snbt", "normal/chapters/index.snbt"),
        *("normal/chapters/a/chapter.nbt", "normal/chapters/a/chapter.snbt"),
        *("normal/chapters/a/b.nbt", "normal/reward_tables/index.nbt"),
    )
    folder = find_book(tmp_path)
    assert folder is not None
    assert folder.frame == ("file.snbt", "chapters/index.snbt", "reward_tables/index.nbt")
    assert [(unit.file, set(unit.files)) for unit in folder.chapters] == [
        ("chapters/a", {"chapters/a/chapter.snbt", "chapters/a/b.nbt"})
    ]


@pytest.mark.parametrize(
    ("setting", "mode"),
    [
        ("", "normal"),
        ("general {\n    S:currentPackMode=expert\n}", "expert"),
        ('    S:"packmode"=expert', "expert"),
        ("S:packMode=missing", "normal"),
    ],
)
def test_a_pack_mode_chooses_the_book(tmp_path: Path, setting: str, mode: str) -> None:
    _lay(tmp_path, "normal/file.snbt", "expert/file.snbt", "pictures/a.png")
    (tmp_path / "config/packmode.cfg").write_text(setting, "utf-8")
    folder = find_book(tmp_path)
    assert folder is not None
    assert folder.root.name == mode


def test_a_mode_alone_is_taken_whatever_its_name(tmp_path: Path) -> None:
    _lay(tmp_path, "hard/chapters/index.snbt", "easy_pictures/a.png")
    folder = find_book(tmp_path)
    assert folder is not None
    assert folder.root.name == "hard"
