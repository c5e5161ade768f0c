"""What of two texts is the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.quests import words


@pytest.mark.parametrize(
    ("one", "many"),
    [
        *(("storage", "storages"), ("drive", "drives"), ("battery", "batteries")),
        *(("box", "boxes"), ("glass", "glasses"), ("torch", "torches"), ("ore", "ores")),
        *(("axe", "axes"), ("key", "keys"), ("city", "cities"), ("tool", "Tools")),
    ],
)
def test_a_word_and_its_plural_are_one_token(one: str, many: str) -> None:
    assert words.tokens(one) == words.tokens(many)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("32x Iron, 2 Gold!", ["32x", "iron", "2", "gold"]),
        ("AE2存储元件 64k", ["ae2", "存储元件", "64k"]),
        ("ＭＥ Ｄｒｉｖｅ", ["me", "driv"]),
        ("Straße", ["strass"]),
        ("some_item.path/part", ["som", "item", "path", "part"]),
        ("!?", []),
    ],
)
def test_a_text_is_cut_into_tokens(text: str, tokens: list[str]) -> None:
    assert words.tokens(text) == tokens


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What quests are about storage?", ["storag"]),
        ("how do I get steel", ["steel"]),
        ("What is this", ["what", "is", "thi"]),
        ("storage storages", ["storag"]),
        ("有哪些关于储存的任务？", ["储存"]),
        ("储存系统", ["储存", "存系", "系统"]),
        ("铁", ["铁"]),
        ("任务", ["任务"]),
        ("2", ["2"]),
        ("", []),
    ],
)
def test_a_question_is_cut_to_what_it_is_about(question: str, asked: list[str]) -> None:
    assert words.asked(question) == asked


def test_chinese_is_told_from_words() -> None:
    assert words.is_chinese("储存")
    assert not words.is_chinese("storag")


@given(st.text(max_size=30))
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert words.folded(words.folded(text)) == words.folded(text)
    for token in words.tokens(text):
        assert token
        assert " " not in token
