"""Loading a book from disk, whatever state its files are in."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from bridge.minecraft import nbt
from bridge.quests.loading import Counts, load_book
from bridge.quests.model import Era

if TYPE_CHECKING:
    from pathlib import Path

    from bridge.quests.loading import LoadedBook

START = """{
    id: "00000000000000C1"
    title: "Start"
    quests: [
        {
            id: "00000000000000A1"
            title: "{pack.first}"
            description: ["&6Hello", "{pack.more}"]
            tasks: [{ id: "00000000000000B1", type: "item", item: "pack:gear", count: 2L }]
            rewards: [{ id: "00000000000000D1", type: "random", table_id: 225L }]
        }
        { id: "00000000000000A2", dependencies: ["00000000000000A1"], tasks: [] }
    ]
    quest_links: [{ id: "00000000000000F1", linked_quest: "00000000000000A9" }]
}
"""
TABLE = '{ id: "00000000000000E1", title: "Loot", rewards: [{ item: "pack:gear" }] }'


def _book(root: Path, files: dict[str, str | bytes]) -> LoadedBook:
    for name, content in files.items():
        path = root / "config/ftbquests" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return load_book(root)


MODERN: dict[str, str | bytes] = {
    "quests/data.snbt": '{ title: "Pack", version: 13 }',
    "quests/chapters/start.snbt": START,
    "quests/reward_tables/loot.snbt": TABLE,
}


def test_without_the_mod_there_is_no_book(tmp_path: Path) -> None:
    loaded = load_book(tmp_path)
    assert loaded.book is None
    assert loaded.in_locale("zh_cn") is None
    assert loaded.problems == ()


def test_a_book_is_loaded_with_its_counts_and_stamps(tmp_path: Path) -> None:
    loaded = _book(tmp_path, MODERN)
    assert loaded.book is not None
    assert (loaded.book.era, loaded.book.title) == (Era.INLINE, "Pack")
    assert loaded.problems == ()
    assert loaded.counts == Counts(chapters=1, quests=2, tasks=1, rewards=1, links=1, tables=1)
    first, second = loaded.book.quests()
    assert (first.title, second.title) == ("2 x Gear", "Unnamed")
    assert first.description == ("Hello",)
    assert first.rewards[0].title == "Random Reward: Loot"
    assert set(loaded.stamps) == {f"config/ftbquests/{name}" for name in MODERN}


def test_a_broken_chapter_is_one_problem_and_the_rest_is_there(tmp_path: Path) -> None:
    broken = '{\n\tid: "00000000000000C2"\n\tquests: [ {'
    loaded = _book(tmp_path, MODERN | {"quests/chapters/broken.snbt": broken})
    assert loaded.counts.quests == 2
    (problem,) = loaded.problems
    assert problem.file == "config/ftbquests/quests/chapters/broken.snbt"
    assert problem.text.startswith("config/ftbquests/quests/chapters/broken.snbt:3:")


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("quests/data.snbt", "{"),
        ("quests/chapter_groups.snbt", "[]"),
        ("quests/reward_tables/broken.snbt", "{]"),
        ("quests/chapters/broken.snbt", b'{ title: "\xff\xfe" }'),
        ("quests/chapters/broken.snbt", b""),
        ("quests/chapters/broken.snbt", b"\x1f\x8b\x08broken"),
    ],
)
def test_any_unreadable_file_is_a_problem_of_its_own(
    tmp_path: Path, file: str, content: str | bytes
) -> None:
    loaded = _book(tmp_path, MODERN | {file: content})
    assert loaded.counts.quests == 2
    assert [problem.file for problem in loaded.problems] == [f"config/ftbquests/{file}"]


@pytest.mark.parametrize("folders", [[""], ["quests/chapters", "quests/lang"], ["normal"]])
def test_an_empty_folder_is_an_empty_book_and_says_so(tmp_path: Path, folders: list[str]) -> None:
    for folder in folders:
        (tmp_path / "config/ftbquests" / folder).mkdir(parents=True)
    loaded = load_book(tmp_path)
    assert loaded.book is not None
    assert loaded.counts == Counts()
    assert [problem.text for problem in loaded.problems] == [
        "config/ftbquests: there is no quest book in it"
    ]


def test_missing_parts_are_no_problem(tmp_path: Path) -> None:
    loaded = _book(tmp_path, {"quests/chapters/start.snbt": START})
    assert loaded.problems == ()
    assert loaded.counts.quests == 2


FIFTH: dict[str, str | bytes] = {
    "quests/data.json5": "{ version: 13, progression_mode: 'linear', }",
    "quests/chapter_groups.json5": "{ chapter_groups: [{ id: '00000000000000E5' }] }",
    "quests/chapters/start.json5": """{
        // as the mod's own editor might write it
        "id": "00000000000000C1", "group": "00000000000000E5", filename: 'start',
        "quests": [
            { "id": "00000000000000A1", "x": .5, "tasks": [
                { "id": "00000000000000B1", "type": "item",
                  "item": { "id": "pack:gear", "count": 1 }, "count": 2 } ],
              "rewards": [{ "id": "00000000000000D1", "type": "random", "table_id": 225 }] },
            { "id": "00000000000000A2", "dependencies": ["00000000000000A1"],
              "hide_until_deps_complete": true, },
        ],
    }""",
    "quests/reward_tables/loot.json5": "{ id: '00000000000000E1', rewards: [] }",
    "quests/lang/en_us/file.json5": "{ 'file.0000000000000001.title': 'Pack' }",
    "quests/lang/en_us/chapters/start.json5": """{
        "chapter.00000000000000C1.title": "Start",
        "quest.00000000000000A1.title": "&6Hello",
        "quest.00000000000000A1.quest_desc": ["One", "Two"],
    }""",
    "quests/lang/zh_cn/chapters/start.json5": "{ 'quest.00000000000000A1.title': '你好' }",
}


def test_a_book_of_json5_is_read_like_one_of_era_4(tmp_path: Path) -> None:
    _book(tmp_path, FIFTH)
    loaded = load_book(tmp_path, others=("zh_cn",))
    assert loaded.problems == ()
    assert loaded.book is not None
    assert (loaded.book.era, loaded.book.title) == (Era.JSON5, "Pack")
    assert loaded.counts == Counts(chapters=1, quests=2, tasks=1, rewards=1, tables=1)
    (chapter,) = loaded.book.chapters
    assert (chapter.title, chapter.group) == ("Start", "00000000000000E5")
    first, second = chapter.quests
    assert (first.title, first.description) == ("Hello", ("One", "Two"))
    assert first.tasks[0].title == "2 x Gear"
    assert first.rewards[0].table == "00000000000000E1"
    assert (second.dependencies, second.hiding.until_complete) == (("00000000000000A1",), True)
    chinese = loaded.in_locale("zh_cn")
    assert chinese is not None
    assert next(chinese.quests()).title == "你好"


def test_json5_under_the_old_name_is_read_too(tmp_path: Path) -> None:
    text = "{ /* new */ 'id': '00000000000000C1', 'quests': [{ 'id': '0A' }] }"
    loaded = _book(tmp_path, {"quests/chapters/a.snbt": text})
    assert (loaded.problems, loaded.counts.quests) == ((), 1)


def test_an_id_used_twice_is_a_problem_and_both_quests_stay(tmp_path: Path) -> None:
    twin = '{ id: "00000000000000C2", quests: [{ id: "00000000000000A1", title: "Twin" }] }'
    loaded = _book(tmp_path, MODERN | {"quests/chapters/twin.snbt": twin})
    assert loaded.counts.quests == 3
    (problem,) = loaded.problems
    assert problem.file == "config/ftbquests/quests/chapters/twin.snbt"
    assert "00000000000000A1 is used again" in problem.text


def test_objects_of_the_wrong_shape_are_passed_over(tmp_path: Path) -> None:
    odd = (
        '{ id: 5, quests: [5, "x", { tasks: {}, rewards: "x", dependencies: 1.5 }, []], title: [] }'
    )
    loaded = _book(tmp_path, {"quests/chapters/odd.snbt": odd})
    assert loaded.problems == ()
    assert loaded.counts == Counts(chapters=1, quests=1, tasks=1)


def test_keys_are_read_from_kubejs(tmp_path: Path) -> None:
    path = tmp_path / "kubejs/assets/pack/lang/en_us.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"pack.first": "&6First", "item.pack.gear": "Cog"}), "utf-8")
    book = _book(tmp_path, MODERN).book
    assert book is not None
    first = next(book.quests())
    assert first.title == "First"
    assert first.tasks[0].title == "2 x Cog"


def test_another_language_is_loaded_where_there_are_words_in_it(tmp_path: Path) -> None:
    path = tmp_path / "kubejs/assets/pack/lang/zh_cn.json"
    path.parent.mkdir(parents=True)
    path.write_text('{"pack.first": "第一"}', "utf-8")
    _book(tmp_path, MODERN)
    loaded = load_book(tmp_path, others=("zh_cn", "de_de"))
    assert set(loaded.localised) == {"zh_cn"}
    english, chinese = loaded.book, loaded.in_locale("zh_cn")
    assert english is not None
    assert chinese is not None
    assert loaded.in_locale("de_de") is english
    assert [quest.title for quest in chinese.quests()] == ["第一", "未命名"]
    assert next(chinese.quests()).tasks is next(english.quests()).tasks


def test_names_of_items_make_every_language_worth_loading(tmp_path: Path) -> None:
    _book(tmp_path, MODERN)

    def names(item: str, locale: str) -> str | None:
        return {"zh_cn": "齿轮"}.get(locale) if item == "pack:gear" else None

    loaded = load_book(tmp_path, others=("zh_cn",), names=names)
    chinese = loaded.in_locale("zh_cn")
    assert chinese is not None
    assert next(chinese.quests()).title == "2 x 齿轮"


def test_era_4_takes_each_text_from_the_best_file(tmp_path: Path) -> None:
    quest, chapter = "00000000000000A1", "00000000000000C1"
    inline = START.replace("{pack.first}", "Inline")
    english_file = f"""{{
        file.0000000000000001.title: "Book"
        quest.{quest}.title: "File"
        quest.{quest}.quest_subtitle: "small"
        quest.00000000000000A2.title: "Two"
    }}"""
    chinese_file = f'{{ chapter.{chapter}.title: "开始", quest.{quest}.title: "一" }}'
    files = MODERN | {
        "quests/chapters/start.snbt": inline,
        "quests/lang/en_us.snbt": english_file,
        "quests/lang/zh_cn.snbt": chinese_file,
        "quests/lang/recovery/zh_cn.snbt": "{ broken",
    }
    _book(tmp_path, files)
    loaded = load_book(tmp_path, others=("zh_cn",))
    assert loaded.problems == ()
    english, chinese = loaded.book, loaded.in_locale("zh_cn")
    assert english is not None
    assert chinese is not None
    assert english.era is Era.LANG
    assert english.title == chinese.title == "Book"
    assert [each.title for each in english.quests()] == ["Inline", "Two"]
    assert [each.title for each in chinese.quests()] == ["一", "Two"]
    assert [each.subtitle for each in chinese.quests()] == ["small", ""]
    assert chinese.chapters[0].title == "开始"
    assert "config/ftbquests/quests/lang/zh_cn.snbt" in loaded.stamps


def test_a_broken_language_file_is_a_problem_and_the_texts_are_missing(tmp_path: Path) -> None:
    loaded = _book(tmp_path, MODERN | {"quests/lang/en_us.snbt": "{ broken"})
    assert [problem.file for problem in loaded.problems] == [
        "config/ftbquests/quests/lang/en_us.snbt"
    ]
    assert loaded.counts.quests == 2


def test_an_early_book_is_loaded_and_a_broken_quest_costs_only_itself(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "normal/chapters/index.nbt": nbt.write({"index": nbt.IntArray([0xA])}),
        "normal/chapters/0000000a/chapter.nbt": nbt.write({"title": "Start"}),
        "normal/chapters/0000000a/0000001b.nbt": nbt.write({"title": "One"}),
        "normal/chapters/0000000a/0000002b.nbt": nbt.write({"title": "Two"})[:-9],
    }
    loaded = _book(tmp_path, files)
    assert loaded.book is not None
    assert loaded.book.era is Era.BINARY
    assert [quest.title for quest in loaded.book.quests()] == ["One"]
    assert [problem.file for problem in loaded.problems] == [
        "config/ftbquests/normal/chapters/0000000a/0000002b.nbt"
    ]


def test_a_folder_that_cannot_be_listed_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: Path) -> None:
        raise PermissionError(13, "Permission denied", "the folder")

    monkeypatch.setattr("bridge.quests.loading.find_book", refuse)
    loaded = load_book(tmp_path)
    assert loaded.book is not None
    assert [problem.text for problem in loaded.problems] == ["the folder: Permission denied"]


def again(root: Path, before: LoadedBook) -> LoadedBook:
    return load_book(root, before=before)


def test_what_did_not_change_is_not_read_again(tmp_path: Path) -> None:
    other = START.replace("C1", "C2").replace("A1", "A3").replace("A2", "A4")
    first = _book(tmp_path, MODERN | {"quests/chapters/z.snbt": other})
    same = again(tmp_path, first)
    assert same.book is not None
    assert first.book is not None
    assert all(a is b for a, b in zip(same.book.chapters, first.book.chapters, strict=True))
    assert same.stamps == first.stamps
    path = tmp_path / "config/ftbquests/quests/chapters/z.snbt"
    path.write_text(other.replace("Start", "Later on"))
    changed = again(tmp_path, same)
    assert changed.book is not None
    start, later = changed.book.chapters
    assert start is first.book.chapters[0]
    assert later.title == "Later on"
    path.unlink()
    assert again(tmp_path, changed).counts.chapters == 1


@pytest.mark.parametrize("name", ["quests/data.snbt", "quests/reward_tables/loot.snbt"])
def test_a_change_of_what_chapters_share_reads_them_again(tmp_path: Path, name: str) -> None:
    first = _book(tmp_path, MODERN)
    path = tmp_path / "config/ftbquests" / name
    path.write_text(path.read_text().replace("Loot", "Spoils").replace("Pack", "Other"))
    changed = again(tmp_path, first).book
    fresh = load_book(tmp_path).book
    assert changed is not None
    assert fresh is not None
    assert (changed.title, changed.chapters) == (fresh.title, fresh.chapters)


def test_a_chapter_that_breaks_stays_and_says_since_when(tmp_path: Path) -> None:
    first = _book(tmp_path, MODERN)
    path = tmp_path / "config/ftbquests/quests/chapters/start.snbt"
    os.utime(path, (1_700_000_000, 1_700_000_000))
    second = again(tmp_path, first)
    path.write_text(START[:-30])
    torn = again(tmp_path, second)
    assert torn.counts == first.counts
    (problem,) = torn.problems
    assert problem.text.endswith("; it stays as it was written at 2023-11-14 22:13:20+00:00")
    assert again(tmp_path, torn).problems == torn.problems
    path.write_text(START)
    assert again(tmp_path, torn).problems == ()
