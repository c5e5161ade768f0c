"""The line that is being typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.commands import system_ai
from bridge.commands.system_ai import Completion
from bridge.daemon.terminal_editor import (
    LONGEST,
    MOST_REMEMBERED,
    Editor,
    EndTyped,
    Entered,
    Offered,
    width,
)

LEFT, RIGHT, UP, DOWN = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"


def editor(*items: str) -> Editor:
    return Editor(lambda _, cursor: Completion(items, max(cursor - 1, 0)))


def real() -> Editor:
    return Editor(lambda text, cursor: system_ai.complete(text, cursor, ["Mara", "Teo"]))


@pytest.mark.parametrize(
    ("keys", "text", "cursor"),
    [
        ("list", "list", 4),
        ("lisst" + LEFT + "\x7f", "list", 3),
        ("ist\x01l", "list", 1),
        ("list\x01\x1b[3~", "ist", 0),
        ("list\x01\x05s", "lists", 5),
        ("say one two\x17", "say one ", 8),
        ("say one  \x17\x17", "", 0),
        ("say one\x15", "", 0),
        ("say one" + LEFT * 3 + "\x0b", "say ", 4),
        ("a" + LEFT * 5 + RIGHT * 9 + "b", "ab", 2),
        ("\x1bOHa\x1b[Fb", "ab", 2),
        ("a\x7f\x7f\x7f", "", 0),
        ("你好" + LEFT + "们", "你们好", 2),
        ("a\x1b[200~b", "ab", 2),
        ("a\x00\x07\x1bxb", "ab", 2),
        ("ab" + LEFT + "\x04", "a", 1),
    ],
)
def test_keys_edit_the_line(keys: str, text: str, cursor: int) -> None:
    edited = editor()
    assert edited.feed(keys) == []
    assert (edited.text, edited.cursor) == (text, cursor)


@given(st.text(), st.lists(st.integers(0, 50), max_size=5))
def test_keys_do_the_same_however_they_come(text: str, cuts: list[int]) -> None:
    keys = f"one{LEFT}{UP}{text}{RIGHT}\x1b[3~"
    whole, cut = editor(), editor()
    expected = whole.feed(keys)
    places = [0, *sorted(min(place, len(keys)) for place in cuts), len(keys)]
    got = [
        event
        for begin, end in zip(places, places[1:], strict=False)  # noqa: RUF007
        for event in cut.feed(keys[begin:end])
    ]
    assert got == expected
    assert (cut.text, cut.cursor) == (whole.text, whole.cursor)


@given(st.text(st.sampled_from("a好\x7f\x01\x05\x17\x15\x0b\x04\r\t\x10\x0e\x1b[D"), max_size=60))
def test_the_cursor_is_always_in_the_line(keys: str) -> None:
    edited = editor("abc", "abd")
    edited.feed(keys)
    assert 0 <= edited.cursor <= len(edited.text)
    shown, column = edited.window(10)
    assert width(shown) < 10
    assert column < 10


def test_enter_gives_the_line_and_begins_another() -> None:
    edited = editor()
    assert edited.feed("list\rstop\n\r") == [Entered("list"), Entered("stop"), Entered("")]
    assert edited.text == ""


def test_earlier_lines_come_back_and_what_was_begun_too() -> None:
    edited = editor()
    edited.feed("one\rtwo\rtwo\r\rthr")
    edited.feed(UP)
    assert edited.text == "two"
    edited.feed(UP + UP + UP)
    assert edited.text == "one"
    edited.feed(DOWN + DOWN + DOWN)
    assert edited.text == "thr"


def test_what_is_remembered_is_bounded() -> None:
    edited = editor()
    edited.feed("".join(f"{number}\r" for number in range(MOST_REMEMBERED + 5)))
    edited.feed(UP * (2 * MOST_REMEMBERED))
    assert edited.text == "5"


def test_a_line_is_bounded() -> None:
    edited = editor()
    edited.feed("x" * (LONGEST + 10))
    assert len(edited.text) == LONGEST


def test_tab_puts_in_what_is_certain_and_offers_the_rest() -> None:
    edited = real()
    assert edited.feed("/sy\tai\t de\t") == []
    assert edited.text == "/system ai  default "
    (offered,) = edited.feed("\t")
    assert isinstance(offered, Offered)
    assert {"offline", "free"} <= set(offered.items)
    assert edited.feed("off\t\r") == [Entered("/system ai  default offline ")]


def test_tab_knows_players() -> None:
    edited = real()
    edited.feed("system ai m\t")
    assert edited.text == "system ai Mara "


def test_tab_does_nothing_where_nothing_can_follow() -> None:
    edited = real()
    assert edited.feed("gamemode cre\t") == []
    assert edited.text == "gamemode cre"


def test_tab_puts_in_what_all_begin_with() -> None:
    edited = editor("abcd", "ABxy")
    assert edited.feed("a\t") == []
    assert edited.text == "ab"


def test_ctrl_d_is_the_end_only_of_an_empty_line() -> None:
    assert editor().feed("\x04") == [EndTyped()]
    assert editor().feed("a\x04") == []


def test_a_long_line_is_shown_around_its_cursor() -> None:
    edited = editor()
    edited.feed("0123456789" + "好" * 3)
    shown, column = edited.window(8)
    assert shown.endswith("好好好")
    assert column == width(shown)
    edited.feed("\x01")
    assert edited.window(8) == ("0123456", 0)


def test_how_wide_text_is() -> None:
    assert width("abc") == 3
    assert width("你好") == 4
    assert width("e\u0301\u200b") == 1
