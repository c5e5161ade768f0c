"""The measurement of the search at a hundredth of its size: every pair is found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.knowledge.entries import Source
from scripts.bench.knowledge import ENTRIES, TEXTS, corpus, measure, pairs, searching, unfound

if TYPE_CHECKING:
    from pathlib import Path


async def test_every_two_characters_of_texts_and_names_are_found(tmp_path: Path) -> None:
    result = await measure(tmp_path, ENTRIES // 100, 20)
    assert result.entries == ENTRIES // 100
    assert result.missed == []
    assert result.pairs > 1_000
    assert result.item_pairs > 50
    assert result.answered > 10


async def test_it_can_fail(tmp_path: Path) -> None:
    made = corpus(60)
    async with searching(tmp_path, made) as search:
        await search.library.reload()
        there = pairs([made.notes[0].text])[:3]
        absent = ["龘龘", *there]
        assert await unfound(search, absent, TEXTS) == ["龘龘"]
        assert await unfound(search, there, frozenset({Source.MANUAL})) != []


def test_pairs_are_of_chinese_characters_that_stand_together() -> None:
    assert pairs(["a银行 开门x", "开门了"]) == sorted({"银行", "开门", "门了"})
