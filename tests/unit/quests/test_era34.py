"""Books of 1.16 to 1.21, from trees."""

from __future__ import annotations

from bridge.quests import era34
from bridge.quests.lexicon import Lexicon
from bridge.quests.model import Era

FRAME: dict[str, dict[str, object]] = {
    "data.snbt": {"title": "&6Book", "icon": "a:b", "progression_mode": "flexible", "version": 13},
    "chapter_groups.snbt": {"chapter_groups": [{"id": "B", "title": "Late"}, {"id": "A"}]},
    "reward_tables/z.snbt": {"id": "1", "title": "First", "order_index": 0},
    "reward_tables/a.snbt": {"id": "2", "title": "Second", "order_index": 1},
}


def _chapter(name: str, **fields: object) -> dict[str, dict[str, object]]:
    return {f"chapters/{name}.snbt": {"id": f"{ord(name[0]):X}", "title": name, **fields}}


def test_a_book_is_put_together() -> None:
    lexicon = Lexicon()
    trees = (
        _chapter("x", group="A")
        | _chapter("y", group="B", order_index=2)
        | _chapter("z", group="B", order_index=1)
        | _chapter("u", group="", order_index=9)
        | _chapter("v", group="unknown")
    )
    tables = era34.tables(FRAME, lexicon)
    chapters = [era34.chapter(file, trees, lexicon, tables) for file in sorted(trees)]
    book = era34.book(Era.INLINE, FRAME, lexicon, chapters, tables)
    assert (book.title, book.icon, book.progression) == ("Book", "a:b", "flexible")
    assert [group.title for group in book.groups] == ["Late", "Unnamed Group"]
    assert [chapter.title for chapter in book.chapters] == ["v", "u", "z", "y", "x"]
    assert [table.title for table in book.tables] == ["First", "Second"]


def test_a_chapter_is_read_alone_and_knows_the_tables() -> None:
    lexicon = Lexicon()
    tables = era34.tables(FRAME, lexicon)
    quests = [
        {"id": "51", "rewards": [{"id": "61", "type": "random", "table_id": 2}]},
        {"rewards": [{"type": "random", "table": 0}]},
    ]
    chapter = era34.chapter("chapters/x.snbt", _chapter("x", quests=quests), lexicon, tables)
    first, second = chapter.quests
    assert first.rewards[0].title == "Random Reward: Second"
    assert second.rewards[0].title == "Random Reward: First"
    assert first.chapter == second.chapter == chapter.id == "0000000000000078"
    assert len(second.id) == 16


def test_the_title_inside_the_data_is_lost_once_texts_have_files() -> None:
    named = {f"file.{1:016X}.title": "From the file"}
    book = era34.book(Era.LANG, FRAME, Lexicon(texts=(None, named)), [], ())
    assert book.title == "From the file"
    assert era34.book(Era.LANG, FRAME, Lexicon(texts=(None,)), [], ()).title == "Quests"


def test_the_fallback_is_english_unless_the_book_says_otherwise() -> None:
    assert era34.fallback_locale({}) == "en_us"
    assert era34.fallback_locale({"data.snbt": {"fallback_locale": ""}}) == "en_us"
    assert era34.fallback_locale({"data.snbt": {"fallback_locale": "de_de"}}) == "de_de"
