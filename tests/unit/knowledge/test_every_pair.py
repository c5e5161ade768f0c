"""Made-up texts of every source, a hundredth of what `scripts.bench.knowledge` measures."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bridge.knowledge.entries import Source
from scripts.bench.knowledge import ENTRIES, VIEWER, corpus, pairs, questions, searched, unfound

if TYPE_CHECKING:
    from pathlib import Path


async def test_every_two_characters_of_the_texts_and_every_question_s_words_are_found(
    tmp_path: Path,
) -> None:
    made = corpus(ENTRIES // 100)
    search = searched(made, tmp_path)
    async with search.library.opened():
        await search.library.reload()
        where = pairs(made)
        words = [word for word in set(made.chinese) if word in where]
        assert len(words) > 300
        assert await unfound(search, where, words) == []
        assert await unfound(search, where, random.Random(1).sample(sorted(where), 400)) == []
        for question in questions(made, 40):
            for hit in await search.find(VIEWER, question):
                assert hit.coverage > 0


async def test_what_is_found_comes_from_every_source(tmp_path: Path) -> None:
    made = corpus(ENTRIES // 100)
    search = searched(made, tmp_path)
    async with search.library.opened():
        await search.library.reload()
        for source, entries in made.entries.items():
            sought = entries[-1]
            hits = await search.find(VIEWER, sought.title, sources=frozenset({source}))
            assert sought.key in {hit.entry.key for hit in hits}
    assert set(made.entries) == set(Source)


async def test_a_pair_that_is_not_where_it_should_be_is_told(tmp_path: Path) -> None:
    made = corpus(40)
    search = searched(made, tmp_path)
    async with search.library.opened():
        await search.library.reload()
        pair, keys = next(iter(pairs(made).items()))
        assert await unfound(search, {pair: keys}, [pair]) == []
        assert await unfound(search, {pair: keys | {"lost"}}, [pair]) == [pair]
        assert await unfound(search, {pair: set()}, [pair]) == [pair]
        assert await unfound(search, {"\u9f98\u9f98": {"lost"}}, ["\u9f98\u9f98"])
