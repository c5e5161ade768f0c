"""Where a book's words come from, the best first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.quests.filereading import FileReading
from bridge.quests.folder import BookFolder
from bridge.quests.lexicon import no_names
from bridge.quests.locales import Wanted, lexicons_of
from bridge.quests.model import Era

if TYPE_CHECKING:
    from pathlib import Path

    from bridge.quests.lexicon import Lexicon

WANTED = Wanted(("en_us", "zh_cn"), no_names)


def lexicons(root: Path, era: Era, languages: dict[str, str]) -> dict[str, Lexicon]:
    for name, text in languages.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    folder = BookFolder(root=root, era=era, languages=tuple(languages))
    found = lexicons_of(folder, FileReading(root), {}, WANTED, {})
    return {lexicon.locale: lexicon for lexicon in found}


def test_a_language_without_words_has_no_book(tmp_path: Path) -> None:
    assert list(lexicons(tmp_path, Era.LANG, {"lang/en_us.snbt": "{ a: x }"})) == ["en_us"]
    assert list(lexicons(tmp_path, Era.INLINE, {})) == ["en_us"]


def test_of_era_4_a_file_and_of_era_5_a_folder_is_a_language(tmp_path: Path) -> None:
    one = lexicons(tmp_path, Era.LANG, {"lang/zh_cn.snbt": '{ k: "一" }'})
    assert one["zh_cn"].line("k", {}, "") == "一"
    several = {"lang/zh_cn/a.json5": "{ k: '一' }", "lang/zh_cn/b/c.json5": "{ l: '二' }"}
    more = lexicons(tmp_path, Era.JSON5, several)
    assert [more["zh_cn"].line(key, {}, "") for key in ("k", "l")] == ["一", "二"]


def test_the_packs_keys_are_below_the_books_own_words(tmp_path: Path) -> None:
    path = tmp_path / "kubejs/assets/p/lang/zh_cn.json"
    path.parent.mkdir(parents=True)
    path.write_text('{"p.k": "键"}', encoding="utf-8")
    found = lexicons(tmp_path, Era.INLINE, {})
    assert found["zh_cn"].plain("{p.k}") == "键"
    assert found["en_us"].plain("{p.k}") == ""


def test_an_id_in_a_key_counts_in_either_case(tmp_path: Path) -> None:
    text = '{ quest.00000000000000ab.title: "x" other.key_abc.title: "y" }'
    words = lexicons(tmp_path, Era.LANG, {"lang/en_us.snbt": text})["en_us"]
    assert words.line("quest.00000000000000AB.title", {}, "") == "x"
    assert words.line("other.key_abc.title", {}, "") == "y"
