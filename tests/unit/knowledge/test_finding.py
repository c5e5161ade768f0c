"""What is asked is found: each pair of characters, rare scripts, long questions, common words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.knowledge import words
from bridge.knowledge.entries import Entry, Source
from bridge.knowledge.index import POOL, PassageIndex
from bridge.knowledge.queries import MOST_TERMS, asked
from bridge.knowledge.snippets import present
from tests.fakes.clock import FakeClock

HANZI = st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF)
MIXED = st.text(st.one_of(HANZI, st.sampled_from("aeZ09 ,。\n_:-ー・ﾀﾞ ё")), max_size=60)


def entry(key: str, text: str) -> Entry:
    return Entry(source=Source.NOTES, key=key, title="", text=text)


async def found(index: PassageIndex, text: str) -> list[str]:
    return [match.entry.key for match in await index.find(asked(text), ["all"], limit=24)]


@settings(deadline=None)
@given(MIXED)
def test_each_pair_that_is_asked_for_is_a_term_of_each_text_that_has_it(text: str) -> None:
    terms = frozenset(words.indexed(text).split())
    for run in (token for token in words.tokens(text) if words.is_packed(token)):
        for pair in words.pairs(run):
            query = asked(pair)
            assert query.coverage(present(query, terms)) == 1
        for single in run:
            query = asked(single)
            assert query.coverage(present(query, terms)) == 1


@settings(deadline=None)
@given(MIXED)
def test_a_question_stands_wholly_in_its_own_text(text: str) -> None:
    query = asked(text)
    terms = words.indexed(text).split()
    assert len(query.terms) <= MOST_TERMS
    assert not query or query.coverage(present(query, terms)) == pytest.approx(1)


@pytest.mark.parametrize("length", [17, 25, 45, 120])
def test_a_long_chinese_question_is_covered_by_a_text_that_says_it_all(length: int) -> None:
    question = "".join(chr(0x5000 + 7 * at) for at in range(length))
    query = asked(question)
    assert query.coverage(present(query, words.indexed(question).split())) == 1
    assert query.coverage(present(query, words.indexed("完全无关").split())) == 0


async def test_the_index_parts_terms_at_blanks_alone() -> None:
    """Also where SQLite's Unicode is older than Python's, as with elements 117 and 118."""
    codes = (*range(0x80, 0x3400), *range(0x9FA0, 0xABFF), *range(0x2B740, 0x2B840))
    pieces = ["".join(f"a{chr(code)}b " for code in codes[at::97]) for at in range(97)]
    async with PassageIndex.open(None, clock=FakeClock()) as index:
        await index.put("all", lambda: [entry(str(at), text) for at, text in enumerate(pieces)])
        assert await found(index, "\u9feb\u9fec") == []
        for term in ("aߊb", "a\u9febb", "aᦰb", "a𫟼b", "ﾀﾞb"):
            assert await found(index, term), term


@pytest.mark.parametrize("text", ["鿫鿬", "𫟼𬬻", "ダイヤ・ソード", "ﾀﾞｲﾔ", "가나다"])
async def test_rare_and_foreign_characters_are_found_in_pairs(text: str) -> None:
    async with PassageIndex.open(None, clock=FakeClock()) as index:
        await index.put("all", lambda: [entry("it", f"xx {text} yy"), entry("other", "zz")])
        assert await found(index, text[:2]) == ["it"]
        assert await found(index, text[-2:]) == ["it"]


async def test_common_words_that_stand_together_nowhere_are_found_apart() -> None:
    many = [entry(f"s{at}", f"storage {at}") for at in range(POOL + 3)]
    more = [entry(f"f{at}", f"farming {at}") for at in range(POOL + 2)]
    async with PassageIndex.open(None, clock=FakeClock()) as index:
        await index.put("all", lambda: [*many, *more])
        keys = await found(index, "storage farming")
        assert len(keys) == 24
        assert len({key[0] for key in keys}) == 1
        both = entry("both", "farming and storage")
        await index.put("all", lambda: [*many, *more, both])
        assert (await found(index, "storage farming"))[0] == "both"


HOSTILE = (
    '"', '""', "NEAR(a b)", "a OR b", "a AND", "NOT a", "title:a", "{title} : a", "a*", "^a", "a+b",
    "-a", "(a", "a)", "'; DROP TABLE passage; --", "\0", "a\0b", "\ud800", "%", "_", "a" * 10_000,
    "的" * 10_000, "* " * 500,
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:12]))
async def test_no_question_is_syntax(text: str) -> None:
    async with PassageIndex.open(None, clock=FakeClock()) as index:
        await index.put("all", lambda: [entry("a", "a b or and not near title")])
        assert await found(index, text) in ([], ["a"])
        assert await found(index, "title") == ["a"]
