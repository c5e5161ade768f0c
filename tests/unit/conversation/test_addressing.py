"""Which chat lines are for the assistant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.conversation.addressing import Press, addressed, press

PREFIXES = ("@ai", "!ai")


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("@ai where do I get blaze rods", "where do I get blaze rods"),
        ("@AI  hello ", "hello"),
        ("!ai /quests", "/quests"),
        ("＠ａｉ 有哪些任务", "有哪些任务"),
        ("@ai\u3000有哪些任务", "有哪些任务"),
        ("@ai", ""),
        ("  @ai hi", "hi"),
        ("@aiden hi", None),
        ("@ai, hi", None),
        ("hello @ai", None),
        ("", None),
        ("   ", None),
    ],
)
def test_a_prefix_counts_before_a_blank_or_the_end(text: str, rest: str | None) -> None:
    assert addressed(text, PREFIXES) == rest


@pytest.mark.parametrize(
    ("text", "pressed"),
    [
        ("2", Press(2, None)),
        ("２", Press(2, None)),
        ("12 abc", Press(12, "abc")),
        ("2 ABC", Press(2, "abc")),
        ("2 quests", None),
        ("-2", None),
        ("2.5", None),
        ("123", Press(123, None)),
        ("9" * 5000, Press(999_999_999, None)),
        ("123 abc", None),
        ("٣", None),
        ("two", None),
        ("", None),
    ],
)
def test_only_digits_are_a_press(text: str, pressed: Press | None) -> None:
    assert press(text) == pressed


@given(st.text())
def test_no_text_breaks_either(text: str) -> None:
    addressed(text, PREFIXES)
    press(text)
