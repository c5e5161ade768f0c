"""The titles that the game makes up."""

from __future__ import annotations

import string

import pytest

from bridge.quests.phrases import phrases_for


def _places(phrase: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(phrase) if name}


@pytest.mark.parametrize("locale", ["zh_cn", "de_de"])
def test_every_language_says_the_same_things(locale: str) -> None:
    english, other = phrases_for("en_us"), phrases_for(locale)
    assert english.keys() == other.keys()
    for name, phrase in english.items():
        assert phrase.strip()
        assert _places(phrase) == _places(other[name])
        assert _places(phrase) <= {"n", "name"}


def test_a_language_that_is_missing_speaks_english() -> None:
    assert phrases_for("de_de")["unnamed"] == "Unnamed"
    assert phrases_for("zh_cn")["unnamed"] == "未命名"
