"""Language files of a pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import ReadError
from bridge.quests.langfiles import language_files, read_language

if TYPE_CHECKING:
    from pathlib import Path


def test_the_files_of_a_locale_are_found_and_kubejs_wins(tmp_path: Path) -> None:
    files = [
        "resources/pack/lang/zh_cn.lang",
        "config/openloader/resources/mine/assets/pack/lang/zh_cn.json",
        "kubejs/assets/a/lang/zh_cn.json",
        "kubejs/assets/b/lang/zh_cn.json",
    ]
    for file in [*files, "kubejs/assets/a/lang/en_us.json", "kubejs/assets/a/zh_cn.json"]:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    found = [path.relative_to(tmp_path).as_posix() for path in language_files(tmp_path, "zh_cn")]
    assert found == files
    assert language_files(tmp_path, "de_de") == []


def test_a_json_file_is_one_object_of_strings() -> None:
    data = '\ufeff{"a.b": "中", "a.list": ["x"], "a.number": 5}'.encode()
    assert read_language(data, "kubejs/x.json") == {"a.b": "中"}


def test_half_a_character_does_not_come_through() -> None:
    data = rb'{"a.b": "\ud83d x \ud83d\ude00"}'
    assert read_language(data, "x.json") == {"a.b": "\ufffd x \U0001f600"}


def test_a_lang_file_is_lines() -> None:
    data = b"# comment\na.b=one = two\n\nno equals\n c.d =x\r\n"
    assert read_language(data, "resources/x.lang") == {"a.b": "one = two", "c.d": "x"}


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b'{"a": }', "x.json:1:7: Expecting value"),
        (b"[]", "x.json:1:1: not an object"),
        (b'{\n"\xff": 1}', "x.json:2:1: not UTF-8"),
        (b'{"a": ' + b"1" * 5_000 + b"}", "x.json: a number is too long"),
        (b"[" * 100_000, "x.json: nested too deep"),
    ],
)
def test_what_cannot_be_read_says_where(data: bytes, problem: str) -> None:
    with pytest.raises(ReadError) as raised:
        read_language(data, "x.json")
    assert str(raised.value) == problem
