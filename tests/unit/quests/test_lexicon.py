"""Where the words of a book come from."""

from __future__ import annotations

import pytest

from bridge.quests.lexicon import LINE, TITLE, Lexicon, derived_name, text_sources

ENGLISH = {"quest.1.title": "English", "quest.1.quest_desc": ["a", "", "", "b", ""]}
CHINESE = {"quest.1.title": "中文"}


@pytest.mark.parametrize(
    ("identifier", "name"),
    [
        ("minecraft:oak_log", "Oak Log"),
        ("oak_log", "Oak Log"),
        ("modid:some.thing/part", "Some Thing Part"),
        ("mod:itemDrill2", "Item Drill2"),
        ("mod:___", "mod:___"),
        ("mod:2x4_block", "2x4 Block"),
    ],
)
def test_a_name_is_derived_from_an_id(identifier: str, name: str) -> None:
    assert derived_name(identifier) == name


def _title(locale: str, fallback: str, tree: dict[str, object]) -> str:
    texts = {"en_us": ENGLISH, "zh_cn": CHINESE}
    lexicon = Lexicon(locale=locale, texts=text_sources(locale, fallback, texts))
    return lexicon.line("quest.1.title", tree, "title")


def test_the_wanted_locale_comes_first_then_the_fallback() -> None:
    assert _title("zh_cn", "en_us", {}) == "中文"
    assert _title("en_us", "zh_cn", {}) == "English"
    assert _title("de_de", "zh_cn", {}) == "中文"
    assert _title("de_de", "fr_fr", {}) == ""


def test_a_text_inside_the_object_beats_the_english_file_alone() -> None:
    inline: dict[str, object] = {"title": "Inline"}
    assert _title("en_us", "en_us", inline) == "Inline"
    assert _title("zh_cn", "en_us", inline) == "中文"
    assert _title("de_de", "en_us", inline) == "Inline"
    assert _title("de_de", "fr_fr", inline) == ""


def test_an_empty_text_is_a_missing_one() -> None:
    lexicon = Lexicon(texts=({"quest.1.title": ""}, {"quest.1.title": "{no.key}"}, ENGLISH))
    assert lexicon.line("quest.1.title", {}, "title") == "English"


def test_blank_lines_part_paragraphs_and_do_not_pile_up() -> None:
    lexicon = Lexicon(texts=(ENGLISH,))
    assert lexicon.lines("quest.1.quest_desc", {}, "description").lines == ("a", "", "b")


def test_a_description_tells_where_it_leads() -> None:
    click = '{"text": "x", "clickEvent": {"action": "change_page", "value": "AB"}}'
    tree: dict[str, object] = {"description": [click, click, "{open_url:https://a.example}"]}
    lines = Lexicon().lines("", tree, "description")
    assert lines.quests == ("AB",)
    assert lines.links == ("https://a.example",)
    assert lines.lines == ("x", "x", "https://a.example")


def _ingots(item: str, locale: str) -> str | None:
    return f"Ingot ({locale})" if item == "mod:ingot" else None


@pytest.mark.parametrize(
    ("kind", "identifier", "name"),
    [
        ("item", "mod:ingot", "Ingot (en_us)"),
        ("item", "pack:gear", "The Gear"),
        ("item", "pack:wall", "The Wall"),
        ("fluid", "pack:oil", "Crude"),
        ("entity", "pack:dragon", "Smaug"),
        ("entity", "pack:gear", "Gear"),
        ("item", "#c:ingots", "#c:ingots"),
        ("", "minecraft:the_end", "The End"),
    ],
)
def test_names_come_from_the_index_then_the_pack_then_the_id(
    kind: str, identifier: str, name: str
) -> None:
    keys = {
        "item.pack.gear": "&6The Gear",
        "block.pack.wall": "The Wall",
        "fluid.pack.oil": "Crude",
        "entity.pack.dragon": "Smaug",
        "item.mod.ingot": "Beaten",
    }
    lexicon = Lexicon(keys=(keys,), names=_ingots)
    assert lexicon.name(kind, identifier) == name
    assert lexicon.name(kind, identifier) == name


def test_the_better_language_file_is_asked_first() -> None:
    lexicon = Lexicon(locale="zh_cn", keys=({"a.b": "甲"}, {"a.b": "A", "c.d": "C"}))
    assert lexicon.plain("{a.b} {c.d}") == "甲 C"
    assert lexicon.phrase("many", about="甲", n=3) == "3 x 甲"


@pytest.mark.parametrize(
    "unseen", ["\u200b", "\u2060\ufeff \u200d", "\u3164\u2800", "&l\u00ad", "\\u200b", "\ufe0f"]
)
def test_a_title_that_nobody_could_see_is_a_missing_one(unseen: str) -> None:
    lexicon = Lexicon(texts=({"quest.1.title": unseen}, ENGLISH))
    assert lexicon.line("quest.1.title", {}, "title") == "English"


def test_what_is_too_long_ends_in_an_ellipsis() -> None:
    tree: dict[str, object] = {"title": "x" * 5_000, "description": ["y" * 5_000, "z"]}
    lexicon = Lexicon(keys=({"item.a.b": "n" * 300},))
    assert lexicon.line("", tree, "title") == "x" * (TITLE - 1) + "…"
    assert lexicon.lines("", tree, "description").lines == ("y" * (LINE - 1) + "…", "z")
    made = (
        lexicon.name("item", "a:b"),
        lexicon.name("item", "a:" + "c" * 300),
        lexicon.name("item", "#" + "c" * 300),
        lexicon.phrase("unknown", about="k" * 300),
        lexicon.component({"text": "w" * 300}),
    )
    assert {len(each) for each in made} == {TITLE}
    assert lexicon.line("", {"title": "x" * TITLE}, "title") == "x" * TITLE


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ({"text": "A tree"}, "A tree"),
        (["Two", "&alines"], "Two lines"),
        ([{"text": "One"}, "of each"], "One of each"),
        (5, ""),
        ({"odd": 1}, ""),
        ([None, 3, ""], ""),
    ],
)
def test_a_title_may_be_a_component_or_lines(written: object, title: str) -> None:
    assert Lexicon().line("", {"title": written}, "title") == title


def test_a_line_of_a_description_may_be_a_component_as_a_tree() -> None:
    click = {"action": "change_page", "value": "AB"}
    written = ["first", {"text": "second", "clickEvent": click}, 3, None]
    found = Lexicon().lines("", {"text": written}, "text")
    assert (found.lines, found.quests) == (("first", "second"), ("AB",))
    assert Lexicon().lines("", {"text": {"text": "alone"}}, "text").lines == ("alone",)
