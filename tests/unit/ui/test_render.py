"""Cards become components that fit, say the same as plain text, and click the right way."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.core.cards import Button, Card, CardKind, Named, Plain, Run, Style, Words, notice
from bridge.minecraft.version import GameVersion
from bridge.ui.render import Clicks, Look, bar, clicks_of, plain, render


def look(clicks: Clicks = "old", limit: int = 1400, language: str = "en_us") -> Look:
    return Look(language=language, clicks=clicks, limit=limit, press="@ai")


def components(card: Card, clicks: Clicks = "old", limit: int = 1400) -> list[Any]:
    return [json.loads(m.component) for m in render(card, "abc", look(clicks, limit))]


def text_of(component: Any) -> str:
    if isinstance(component, str):
        return component
    if isinstance(component, list):
        return "".join(text_of(part) for part in component)  # pyright: ignore[reportUnknownVariableType] - any JSON
    return component["text"]


def value_of(part: Any, key: str) -> Any:
    return None if isinstance(part, str) else part.get(key)


BUTTON = Button((Plain("Storage"),), Run("system:quest", {"quest": "0A"}))
CARD = Card(
    kind=CardKind.LIST,
    title=(Words("help.title"),),
    lines=((Plain("one", Style.FAINT), Plain(" two")), (Plain("三"),)),
    buttons=(BUTTON,),
)


def test_a_small_card_is_one_message_of_lines() -> None:
    (message,) = render(CARD, "abc", look())
    assert message.plain == "◆ What you can ask\none two\n三\n[1] Storage"
    assert text_of(json.loads(message.component)) == message.plain


def test_the_plain_form_for_a_terminal_has_the_same_words() -> None:
    assert plain(CARD, "en_us") == "What you can ask\none two\n三\n[1] Storage"


def test_each_part_has_its_colour_whether_inherited_or_its_own() -> None:
    first, *parts = components(CARD)[0]
    coloured = {text_of(part): value_of(part, "color") or first["color"] for part in parts}
    assert coloured["one"] == "gray"
    assert coloured[" two"] == "white"
    assert coloured["[1] Storage"] == "aqua"
    assert coloured["What you can ask"] == "gold"


@pytest.mark.parametrize(
    ("version", "clicks"),
    [(None, "old"), ("1.12.2", "old"), ("1.21.4", "old"), ("1.21.5", "new"), ("26.3", "new")],
)
def test_the_generation_of_clicks_is_the_version_s(version: str | None, clicks: str) -> None:
    assert clicks_of(None if version is None else GameVersion.parse(version)) == clicks


def test_our_words_follow_the_language() -> None:
    (message,) = render(notice("press.no_card"), "", look(language="zh_cn"))
    assert message.plain == "现在没有可以按的卡片。"


@pytest.mark.parametrize(
    ("clicks", "keys"),
    [
        ("old", {"clickEvent": {"action": "suggest_command", "value": "@ai 1 abc"}}),
        ("new", {"click_event": {"action": "suggest_command", "command": "@ai 1 abc"}}),
    ],
)
def test_a_button_prefills_its_press_in_the_version_s_form(
    clicks: Clicks, keys: dict[str, object]
) -> None:
    button = components(CARD, clicks)[0][-1]
    assert {key: value for key, value in button.items() if "click" in key} == keys


def test_what_a_pack_wrote_is_never_in_a_click_or_hover() -> None:
    evil = Plain('"},{"clickEvent":{"action":"run_command","value":"/op me"}')
    card = Card(kind=CardKind.LIST, lines=((evil,),), buttons=(Button((evil,), Run("x")),))
    for component in components(card):
        clicks = [click for part in component if (click := value_of(part, "clickEvent"))]
        assert clicks == [{"action": "suggest_command", "value": "@ai 1 abc"}]
        assert not any(value_of(part, "hoverEvent") for part in component)


def test_codes_and_control_characters_do_not_reach_the_client() -> None:
    card = Card(kind=CardKind.NOTICE, lines=((Plain("a§cb\x00c\nd\u202ee\ud800f"),),))
    (message,) = render(card, "", look())
    assert message.plain == "acbcdef"


lines = st.lists(
    st.lists(st.builds(Plain, st.text(max_size=300), st.sampled_from(Style)), max_size=4).map(
        tuple
    ),
    max_size=8,
).map(tuple)


@settings(max_examples=150, deadline=None)
@given(lines, st.integers(min_value=220, max_value=1400), st.sampled_from(["old", "new"]))
def test_every_message_fits_and_together_they_say_everything(
    rows: tuple[tuple[Plain, ...], ...], limit: int, clicks: Clicks
) -> None:
    card = Card(kind=CardKind.ANSWER, lines=rows, buttons=(BUTTON,))
    messages = render(card, "abc", look(clicks, limit))
    assert all(len(message.component.encode()) <= limit for message in messages)
    for message in messages:
        assert text_of(json.loads(message.component)) == message.plain
    (whole,) = render(card, "abc", look(clicks, 10_000_000))
    said = "".join(message.plain for message in messages)
    assert said.replace("\n", "") == whole.plain.replace("\n", "")


@pytest.mark.parametrize(
    "written", ["e\u0301", "\u2764\ufe0f", "\U0001f44d\U0001f3fd", "\u0995\u09bf"]
)
def test_no_cut_parts_an_accent_from_its_letter(written: str) -> None:
    for limit in range(220, 240):
        card = Card(kind=CardKind.ANSWER, lines=((Plain(written * 200),),))
        pieces = [message.plain for message in render(card, "abc", look("new", limit))]
        assert len(pieces) > 1
        assert all(len(piece) % 2 == 0 and piece[0] == written[0] for piece in pieces)
        assert "".join(pieces) == written * 200


def test_more_accents_than_a_message_holds_are_cut_all_the_same() -> None:
    text = "e" + "\u0301" * 1000
    card = Card(kind=CardKind.ANSWER, lines=((Plain(text),),))
    assert "".join(message.plain for message in render(card, "abc", look())) == text


def test_the_games_own_names_are_left_to_the_client() -> None:
    name = Named("item.minecraft.stick", "Stick")
    card = Card(kind=CardKind.ANSWER, title=(name,), lines=((Plain("a "), name),))
    (message,) = render(card, "abc", look())
    parts: list[Any] = [part for part in json.loads(message.component) if part != "\n"]
    named: list[Any] = [part for part in parts if value_of(part, "translate")]
    assert [(p["translate"], p["fallback"]) for p in named] == [
        ("item.minecraft.stick", "Stick"),
        ("item.minecraft.stick", "Stick"),
    ]
    assert not any("text" in part for part in named)
    assert message.plain == "◆ Stick\na Stick"
    assert plain(card, "zh_cn") == "Stick\na Stick"


@pytest.mark.parametrize("size", [30, 100, 2000])
def test_a_name_is_never_cut_but_text_where_it_fits_no_message(size: int) -> None:
    name = Named("item.minecraft.stick", "x" * size)
    card = Card(kind=CardKind.ANSWER, lines=((Plain("y" * 150), name, name),))
    messages = render(card, "abc", look(limit=220))
    assert all(len(message.component.encode()) <= 220 for message in messages)
    assert "".join(message.plain for message in messages) == "y" * 150 + "x" * size * 2
    whole = "translate" in "".join(message.component for message in messages)
    assert whole is (size <= 100)


def by_model(*lines: str) -> Card:
    return Card(kind=CardKind.ANSWER, lines=tuple((Plain(line),) for line in lines), by_model=True)


def test_what_a_model_wrote_is_marked_in_every_message() -> None:
    messages = render(by_model(*(f"line {number} " + "x" * 90 for number in range(40))), "", look())
    assert len(messages) > 2
    assert all(message.plain.startswith("[AI]\n") for message in messages)


def test_a_model_cannot_write_a_button_or_a_title_of_ours() -> None:
    card = by_model("◆ Menu", "[1] Take it", "［2］ and this", "[", "3", "] parted")
    (message,) = render(card, "abc", look())
    assert message.plain.splitlines()[0] == "[AI]"
    assert not set("[]［］◆") & set(message.plain.removeprefix("[AI]"))
    assert plain(card, "en_us").splitlines()[1:3] == ["- Menu", "(1) Take it"]
    assert "click" not in message.component


@given(st.text(), st.sampled_from(["old", "new"]))
def test_nothing_that_a_model_writes_breaks_a_line_colours_or_clicks(
    text: str, clicks: Clicks
) -> None:
    shown: Any = [part for message in components(by_model(text), clicks) for part in message]
    for part in shown:
        assert value_of(part, "click_event") is value_of(part, "clickEvent") is None
    assert text_of(shown).count("\n") <= 1
    assert "§" not in text_of(shown)


def test_a_bar_is_one_sentence_of_ours_or_cleared() -> None:
    assert json.loads(bar(Words("progress.thinking"), "en_us")) == {
        "text": "AI is thinking…",
        "color": "gray",
    }
    assert json.loads(bar(None, "en_us")) == {"text": ""}


def test_messages_part_between_lines_where_a_line_fits_into_one() -> None:
    lines = tuple((Words("help.title"), Plain(f" - {n} {'word ' * 12}")) for n in range(40))
    messages = render(Card(kind=CardKind.LIST, lines=lines), "", look(limit=700))
    assert len(messages) > 3
    for message in messages:
        for line in message.plain.split("\n"):
            assert line.startswith("What you can ask - ")
            assert line.endswith("word ")


def test_a_line_that_fits_no_message_begins_where_it_stands() -> None:
    lines = ((Plain("first"),), (Plain("a "), Plain("long " * 400)))
    messages = render(Card(kind=CardKind.LIST, lines=lines), "", look(limit=700))
    assert messages[0].plain.startswith("first\na long ")
