import json
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

import pytest

from bridge.access.quota import Cap, Exhausted, Notice
from bridge.access.quota_words import exhausted, notice, too_fast
from bridge.core.cards import Words

LANGUAGES = Path(__file__).parents[3] / "bridge" / "ui" / "lang"
MIDNIGHT = datetime(2026, 3, 2, tzinfo=UTC)


def said(line: tuple[object, ...], language: str = "en_us") -> str:
    sentences = json.loads((LANGUAGES / language / "access.json").read_text(encoding="utf-8"))
    (words,) = line
    assert isinstance(words, Words)
    return sentences[words.key].format(**words.args)


@pytest.mark.parametrize("language", ["en_us", "zh_cn"])
def test_every_cap_has_its_sentence_and_says_when_calls_return(language: str) -> None:
    for cap, percent in product(Cap, (80, 100)):
        told = Notice(cap=cap, percent=percent, used=16, limit=20, returns=MIDNIGHT)
        assert said(notice(told), language)
    for cap in Cap:
        refusal = Exhausted(cap=cap, used=20, limit=20, returns=MIDNIGHT)
        assert "00:00" in said(exhausted(refusal), language)


def test_money_is_not_told_in_figures() -> None:
    refusal = Exhausted(cap=Cap.SERVER_COST, used=1.5, limit=1.25, returns=MIDNIGHT)
    assert "1" not in said(exhausted(refusal))


def test_a_limit_of_zero_names_no_hour() -> None:
    refusal = Exhausted(cap=Cap.PLAYER_CALLS, used=3, limit=0, returns=MIDNIGHT)
    assert said(exhausted(refusal)) == "No model calls are allowed for you."


def test_seconds_are_rounded_up() -> None:
    assert said(too_fast(0.2)) == "Too many requests in a minute; wait 1 s."
