"""A model's Markdown as lines of a card."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.cards import Plain, Style
from bridge.ui.languages import say_line
from bridge.ui.markdown import MOST_LINES, lines_of


def said(text: str) -> list[list[tuple[str, str]]]:
    return [
        [(part.text, part.style.value) for part in line if isinstance(part, Plain)]
        for line in lines_of(text)
    ]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("plain", [[("plain", "normal")]]),
        ("# Head **bold** ##", [[("Head bold", "strong")]]),
        ("a **b** c", [[("a ", "normal"), ("b", "strong"), (" c", "normal")]]),
        ("`code` *it*", [[("code", "good"), (" ", "normal"), ("it", "normal")]]),
        ("> quoted", [[("quoted", "faint")]]),
        ("---\n\n***", []),
        ("```py\nx = **1**\n```", [[("x = **1**", "good")]]),
        (
            "[words](http://evil) ![pic](x)",
            [[("words", "normal"), (" ", "normal"), ("pic", "normal")]],
        ),
        ("2 * 3 * 4 and snake_case_name", [[("2 * 3 * 4 and snake_case_name", "normal")]]),
        ("un **closed", [[("un **closed", "normal")]]),
        ("§cred", [[("cred", "normal")]]),
    ],
)
def test_each_kind_of_markdown(text: str, lines: list[list[tuple[str, str]]]) -> None:
    assert said(text) == lines


def test_lists_keep_their_depth() -> None:
    lines = lines_of("- one\n* two\n  + deep\n                  - deepest")
    assert [say_line(line, "en_us") for line in lines] == [
        *("- one", "- two", "  - deep", "      - deepest"),
    ]


def test_a_link_loses_its_address() -> None:
    (line,) = lines_of("see [here](https://example.org/x?y=z)")
    assert say_line(line, "en_us") == "see here"


def test_what_is_endless_ends() -> None:
    assert len(lines_of("x\n" * (MOST_LINES * 3))) == MOST_LINES


@given(st.text(st.sampled_from("*_`#[]()!>-+ \nab~\t§1"), max_size=200))
def test_whatever_is_written_its_words_stay(text: str) -> None:
    lines = lines_of(text)
    shown = "".join(say_line(line, "en_us") for line in lines)
    assert all(part.style in Style for line in lines for part in line)
    if "](" not in text and "```" not in text and "~~~" not in text:
        assert [each for each in shown if each in "ab"] == [each for each in text if each in "ab"]
    assert "\n" not in shown
    assert "§" not in shown


@given(st.text(max_size=500))
def test_any_text_at_all_is_read(text: str) -> None:
    for line in lines_of(text):
        assert line
        for part in line:
            assert isinstance(part, Plain)
