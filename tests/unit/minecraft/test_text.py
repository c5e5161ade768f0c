"""Formatted text to plain (reference page, A4)."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.minecraft.text import component_text, parse, parse_lines, plain

KEYS = {
    "pack.title": "&6Iron &lAge",
    "pack.nested": "To {pack.title}!",
    "pack.word": "§cc §rd",
    "pack.loop": "again {pack.loop}",
    "pack.empty": "",
    "chat.type": "%s joins %2$s for %1$s at 100%%",
}


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("Plain text, nothing else.", "Plain text, nothing else."),
        ("&6Gold&r and &lbold", "Gold and bold"),
        ("§aGreen §LLOUD §x", "Green LOUD "),
        ("&#FF00aaPink&r &zrainbow", "Pink rainbow"),
        ("R&D, Q&A, cats & dogs, end &", "R&D, Q&A, cats & dogs, end &"),
        (r"I\&F and 1\&2", "I&F and 1&2"),
        (r"\§ \{s\} \\", "§ {s} \\"),
        (r"C:\folder", r"C:\folder"),
        ("Chaos Shard{s}", "Chaos Shard{s}"),
        ("{1.5} and {see below} {...}", "{1.5} and {see below} {...}"),
        ("{image:pack:textures/a.png width:100 height:100 align:center}", ""),
        ("{@pagebreak}", ""),
        ("{ }", ""),
        ("{open_url:https://example.org text:Click here}", "Click here"),
        ("{open_url:https://example.org}", "https://example.org"),
        ("{open_url:https://example.org text:'&6the wiki' hover:x}!", "the wiki!"),
        ("{pack.title}", "Iron Age"),
        ("{pack.nested}", "To Iron Age!"),
        ("{pack.unknown}", ""),
        ("Before {pack.unknown_too.x} after", "Before  after"),
        ("{pack.empty}", ""),
        (r"one\ntwo", "one\ntwo"),
        (r"caf\u00e9 \u4e2d\u6587", "café 中文"),
        (r"\uD83D\uDE00 \uD83D", "😀 \ufffd"),
        ("[Optional]", "[Optional]"),
        ("[1, 2]", "[1, 2]"),
        ('{"not": "a component"}', '{"not": "a component"}'),
        ('["", {"text": "Hello "}, {"text": "world", "color": "red"}]', "Hello world"),
        ('{"text": "a", "extra": ["b", {"translate": "pack.word"}]}', "abc d"),
        ('["broken', '["broken'),
        ('{"broken": }', '{"broken": }'),
        ("", ""),
    ],
)
def test_a_line_loses_its_codes_and_nothing_else(raw: str, shown: str) -> None:
    assert parse(raw, KEYS.get).text == shown


def test_a_translation_that_names_itself_ends() -> None:
    assert parse("{pack.loop}", KEYS.get).text.startswith("again again")


def test_a_key_without_a_dot_counts_if_it_is_known() -> None:
    assert parse("{s}", {"s": "es"}.get).text == "es"


@pytest.mark.parametrize("click", ["clickEvent", "click_event"])
@pytest.mark.parametrize("value", ["0123456789ABCDEF", "#0123456789ABCDEF", "0123456789ABCDEF/2"])
def test_a_change_page_click_is_a_cross_reference(click: str, value: str) -> None:
    line = json.dumps([{"text": "See ", click: {"action": "change_page", "value": value}}, "there"])
    parsed = parse(line)
    assert parsed.text == "See there"
    assert parsed.quests == ("0123456789ABCDEF",)


def test_a_change_page_click_to_no_quest_is_none() -> None:
    line = '{"text": "x", "clickEvent": {"action": "change_page", "value": "somewhere"}}'
    assert parse(line).quests == ()


def test_any_other_click_leads_nowhere() -> None:
    line = '{"text": "x", "clickEvent": {"action": "run_command", "value": "/op me"}}'
    parsed = parse(line)
    assert (parsed.text, parsed.quests, parsed.links) == ("x", (), ())


def test_addresses_are_kept_and_only_web_ones() -> None:
    click = '{"text": "x", "click_event": {"action": "open_url", "url": "https://a.example"}}'
    assert parse(click).links == ("https://a.example",)
    assert parse("{open_url:http://b.example text:b}").links == ("http://b.example",)
    assert parse("{open_url:file:///etc/passwd text:b}").links == ()


def test_lines_are_read_each_by_itself() -> None:
    parsed = parse_lines(['["", {"text": "a"}]', "&6b {open_url:https://c.example text:c}"])
    assert parsed.text == "a\nb c"
    assert parsed.links == ("https://c.example",)


def test_plain_is_one_line() -> None:
    assert plain(r"  &6Two\nlines&r ") == "Two lines"


@pytest.mark.parametrize(
    ("component", "shown"),
    [
        ("§6text", "text"),
        (5, "5"),
        (True, "true"),
        (None, ""),
        ([{"text": "a"}, [["b"]], 1.5], "ab1.5"),
        ({"translate": "chat.type", "with": ["Steve", {"text": "Alex"}]}, "Steve joins Alex for "),
        ({"translate": "no.such", "fallback": "Else %s", "with": ["x"]}, "Else x"),
        ({"translate": "no.such"}, "no.such"),
        ({"keybind": "key.jump"}, "key.jump"),
        ({"score": {"name": "a", "objective": "b"}, "extra": ["!"]}, "!"),
    ],
)
def test_a_component_is_its_words(component: object, shown: str) -> None:
    assert component_text(component, KEYS.get).startswith(shown)


def test_places_of_a_translation_are_filled_by_number_and_in_turn() -> None:
    component: object = {"translate": "chat.type", "with": ["Steve", "Alex"]}
    assert component_text(component, KEYS.get) == "Steve joins Alex for Steve at 100%"
    assert component_text({"translate": "x", "fallback": "%9$s%s."}) == "."


def test_a_component_nested_without_end_is_cut() -> None:
    component: object = "deep"
    for _ in range(500):
        component = {"text": "", "extra": [component]}
    assert component_text(component) == ""


def _laughs(levels: int, place: str) -> object:
    component: object = {"text": "lol"}
    for _ in range(levels):
        component = {"translate": place, "with": [component]}
    return component


_FAN_OUT = {f"a.b{n}": "".join([f"{{a.b{n + 1}}}"] * 60) for n in range(6)}


@pytest.mark.parametrize("place", ["%1$s%1$s", "%1$s" * 5_000, "%s" + "%1$s" * 9])
def test_places_filled_with_places_do_not_grow_without_end(place: str) -> None:
    assert len(component_text(_laughs(45, place))) <= 32 * 1024
    assert len(plain(json.dumps(_laughs(45, place)))) <= 32 * 1024


@pytest.mark.parametrize("leaf", ["storage", "", "{a.b0}", "x" * 1_000_000, '["x"]' + " " * 99_999])
def test_keys_that_name_keys_end_soon(leaf: str) -> None:
    asked: list[str] = []

    def translate(key: str) -> str | None:
        asked.append(key)
        return _FAN_OUT.get(key, leaf)

    assert len(parse("{a.b0}" * 5_000, translate).text) <= 32 * 1024
    assert len(asked) < 10_000


def test_what_lies_beyond_the_budget_is_left_out_and_the_rest_stays() -> None:
    parsed = parse_lines(["begin", "x" * 40_000, "end"])
    assert len(parsed.text) == 32 * 1024
    assert parsed.text.startswith("begin\nx")
    assert plain("{a.b}" * 3_000, {"a.b": "x"}.get) == "x" * 992
    assert component_text([{"text": "a"}] * 5_000) == "a" * 1_999


def test_half_a_character_does_not_come_through() -> None:
    assert plain(r'["\ud83d x", {"text": "\ude00"}]') == "\ufffd x\ufffd"
    assert component_text({"text": "\ud83d x"}) == "\ufffd x"
    assert component_text({"translate": "\udc00"}) == "\ufffd"
    assert plain("{a.b}", {"a.b": "\ud83d x"}.get) == "\ufffd x"
    click = r'{"text": "", "click_event": {"action": "open_url", "url": "http://\ud83d.a"}}'
    assert parse(click).links == ("http://\ufffd.a",)


@given(st.text(alphabet='&§{}[]"\\.:abnu0169 #_,', max_size=40))
def test_any_line_is_read_and_can_be_sent(raw: str) -> None:
    parsed = parse(raw, KEYS.get)
    parsed.text.encode()
    assert "\n" not in plain(raw)


@given(st.text(alphabet=st.characters(exclude_characters="&§{}[]\\", exclude_categories=["Cs"])))
def test_text_without_codes_stays_as_it_is(raw: str) -> None:
    assert parse(raw).text == raw
