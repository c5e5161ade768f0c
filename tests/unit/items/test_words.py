"""How names are cut."""

from __future__ import annotations

from bridge.items.words import can_be_mistyped, folded, shortened, tokens


def test_words_fold_and_chinese_becomes_pairs_and_a_last_single() -> None:
    assert [*tokens(folded("Block_of  IRON"))] == ["block", "of", "iron"]
    assert [*tokens(folded("黑暗铁锭"))] == ["黑暗", "暗铁", "铁锭", "锭"]
    assert [*tokens(folded("Ｔ1 铁"))] == ["t1", "铁"]


def test_a_word_without_each_of_its_letters() -> None:
    assert set(shortened("gear")) == {"gear", "ear", "gar", "ger", "gea"}


def test_what_can_be_mistyped() -> None:
    assert can_be_mistyped("plate")
    assert not any(map(can_be_mistyped, ("abc", "1234", "铁锭铁锭", "x" * 30)))
