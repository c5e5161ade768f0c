"""Books of 1.12, from trees."""

from __future__ import annotations

import pytest

from bridge.quests import era12
from bridge.quests.lexicon import Lexicon
from bridge.quests.model import Era


@pytest.mark.parametrize("suffix", ["nbt", "snbt"])
def test_chapters_stand_in_the_order_of_their_index(suffix: str) -> None:
    lexicon = Lexicon()
    frame: dict[str, dict[str, object]] = {
        f"file.{suffix}": {"version": 9, "title": "Pack"},
        f"chapters/index.{suffix}": {"index": [-1, "0000000b"]},
    }
    chapters = [
        era12.chapter(
            f"chapters/{name}",
            {f"chapters/{name}/chapter.{suffix}": {"title": name, "group": 12}},
            lexicon,
            (),
        )
        for name in ("0000000a", "0000000b", "0000000c", "ffffffff")
    ]
    book = era12.book(Era.EARLY, frame, lexicon, chapters, ())
    assert [chapter.id for chapter in book.chapters] == [
        *("ffffffff", "0000000b"),
        *("0000000a", "0000000c"),
    ]
    assert book.title == "Pack"
    assert [group.id for group in book.groups] == ["0000000c"]


def test_the_files_of_a_chapter_are_its_quests() -> None:
    trees = {
        "chapters/0000000a/chapter.nbt": {"title": "Start", "group": 0},
        "chapters/0000000a/0000002b.nbt": {"title": "B", "dependency": 0x1B},
        "chapters/0000000a/0000001b.nbt": {"title": "A"},
    }
    chapter = era12.chapter("chapters/0000000a", trees, Lexicon(), ())
    assert (chapter.title, chapter.group) == ("Start", "")
    assert [quest.id for quest in chapter.quests] == ["0000001b", "0000002b"]
    assert chapter.quests[1].dependencies == ("0000001b",)


def test_a_chapter_whose_own_file_is_missing_keeps_its_quests() -> None:
    trees = {"chapters/0000000a/0000002b.nbt": {"title": "B"}}
    chapter = era12.chapter("chapters/0000000a", trees, Lexicon(), ())
    assert chapter.title == "Unnamed"
    assert len(chapter.quests) == 1


def test_old_rewards_count_in_the_index_of_the_tables() -> None:
    frame: dict[str, dict[str, object]] = {
        "reward_tables/index.nbt": {"index": [2, 1]},
        "reward_tables/00000001.nbt": {"title": "One"},
        "reward_tables/00000002.nbt": {"title": "Two"},
        "reward_tables/00000003.nbt": {"title": "Unlisted"},
    }
    tables = era12.tables(frame, Lexicon())
    assert [table.title for table in tables] == ["Two", "One", "Unlisted"]
    quest = {"rewards": [{"uid": 7, "type": "choice", "table": 1}]}
    chapter = era12.chapter("chapters/a", {"chapters/a/5.nbt": quest}, Lexicon(), tables)
    assert chapter.quests[0].rewards[0].table == "00000001"
    assert chapter.quests[0].rewards[0].title == "Choice Reward: One"
