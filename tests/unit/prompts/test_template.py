"""Prompts are checked when they are read, and say in which line they are wrong."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.errors import ConfigurationError
from bridge.prompts.template import parse, render

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["C"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=2), inner),
    max_leaves=8,
)


def shown(text: str, language: str = "zh_cn") -> str:
    return render(parse(text.encode(), file="x.txt"), language)


def refused(content: bytes | str) -> str:
    with pytest.raises(ConfigurationError) as caught:
        parse(content.encode() if isinstance(content, str) else content, file="x.txt")
    return str(caught.value)


@pytest.mark.parametrize(
    "text", ["{{player_language}}", "{{ player_language }}", "{{\tplayer_language}}"]
)
def test_the_language_stands_in_place_of_its_placeholder(text: str) -> None:
    assert shown(f"In {text}, {text}.") == (
        "In Simplified Chinese (zh_cn), Simplified Chinese (zh_cn)."
    )


def test_a_placeholder_in_braces_of_its_own_is_replaced() -> None:
    assert shown("{{{player_language}}}", "de_de") == "{German (de_de)}"


@pytest.mark.parametrize(
    "text",
    [
        "a lone { or } or }} or {{",
        '{"type": "x", "input": {"a": {"b": {}}}}',
        '{{"type": "answer"}}',
        "{player_language} {x} ${y} %s {0}",
        "{{}} {{{}}}",
    ],
)
def test_braces_around_anything_but_a_word_are_text(text: str) -> None:
    assert shown(text) == text


@given(JSON_VALUES)
def test_json_is_never_a_placeholder(value: object) -> None:
    text = "x" + json.dumps(value, ensure_ascii=False)
    if "{{" not in text:
        assert shown(text) == text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a\nb {{player_name}}", "x.txt:2: unknown placeholder {{player_name}}"),
        ("{{Player_Language}}", "x.txt:1: unknown placeholder {{Player_Language}}"),
        ("{{player language}}", "x.txt:1: unknown placeholder {{player language}}"),
        ("\r\n\r\n{{x}}", "x.txt:3: unknown placeholder {{x}}"),
        ("{{player_language}", "x.txt:1: the placeholder {{player_language is not closed"),
        ("{{player_language\n}}", "x.txt:1: the placeholder {{player_language is not closed"),
        ("", "x.txt:1: is empty"),
        (" \n\t\n", "x.txt:1: is empty"),
        ("\ufeff", "x.txt:1: is empty"),
        ("a\n\0\0", "x.txt:2: holds the control character U+0000"),
        ("a\x1b[31m", "x.txt:1: holds the control character U+001B"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, problem: str) -> None:
    assert refused(text).startswith(problem)


def test_other_encodings_are_refused_with_the_line() -> None:
    assert refused(b"one\ntwo\ncaf\xe9") == "x.txt:3: is not UTF-8 text"
    assert refused("text".encode("utf-16")) == "x.txt:1: is not UTF-8 text"


def test_a_long_wrong_name_is_not_repeated_whole() -> None:
    assert len(refused("{{" + "x" * 10_000 + "}}")) < 200


def test_bom_and_line_ends_of_windows_leave_no_trace() -> None:
    assert parse(b"\xef\xbb\xbfone\r\ntwo\rthree\n", file="") == "one\ntwo\nthree"


@given(st.binary(max_size=300))
def test_any_bytes_are_a_text_or_one_error(content: bytes) -> None:
    try:
        text = parse(content, file="x.txt")
    except ConfigurationError:
        return
    assert parse(text.encode(), file="") == text
