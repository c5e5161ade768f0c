"""Both sides of a search cut texts alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.knowledge import words

CHINESE = st.text(alphabet=[chr(each) for each in range(0x4E00, 0x4E40)], min_size=2, max_size=9)


@pytest.mark.parametrize(
    "forms",
    [
        ("claim", "claims", "claimed", "claiming"),
        ("mine", "mines", "mining", "mined"),
        ("stop", "stops", "stopped", "stopping"),
        ("berry", "berries"),
        ("craft", "crafting", "Crafted", "CRAFTS"),
    ],
)
def test_forms_of_a_word_meet(forms: tuple[str, ...]) -> None:
    assert len({words.indexed(form) for form in forms}) == 1


@pytest.mark.parametrize(
    "pair", [("ring", "red"), ("glass", "glas"), ("news", "newt"), ("bed", "b")]
)
def test_short_and_other_words_stay_apart(pair: tuple[str, str]) -> None:
    assert words.indexed(pair[0]) != words.indexed(pair[1])


def test_chinese_is_cut_into_pairs_and_the_last_character() -> None:
    assert words.indexed("储存任务") == "储存 存任 任务 务"
    assert words.indexed("储存 box 箱") == "储存 存 box 箱"


def test_accents_width_and_the_parts_of_an_id_make_no_difference() -> None:
    assert words.tokens("Café ＡＢ minecraft:iron_ingot") == [
        "cafe",
        "ab",
        "minecraft",
        "iron",
        "ingot",
    ]


@given(CHINESE, CHINESE, CHINESE)
def test_each_word_of_two_characters_is_among_the_terms(a: str, b: str, c: str) -> None:
    terms = words.indexed(f"{a}{b} {c}").split()
    for run in (a + b, c):
        assert set(words.pairs(run)) <= set(terms)


@given(st.text(max_size=200))
def test_no_text_fails_and_terms_hold_letters_and_digits_alone(text: str) -> None:
    for term in words.indexed(text).split():
        assert not set(term) & set("\"'*(){}:^-+ \t\n")
        assert words.indexed(term).split()[0][:1] == term[:1]
