"""Questions become terms; nothing that a player writes is an operator."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.knowledge import queries, snippets, words

HOSTILE = (
    *('"', "'", "*", "NEAR(a b)", "a AND NOT b", "title : x", "{body} : x", "^a", "-a", "a + b"),
    *("'; DROP TABLE term; --", '" OR 1 --', "NULL", "\x00", "\ud800", "a" * 5000, "(((((", ")"),
)


def texts(query: queries.Query) -> list[str]:
    return [term.text for term in query.terms]


def test_filling_words_are_left_out_unless_they_are_all() -> None:
    assert texts(queries.asked("where is the bank?")) == ["bank"]
    assert texts(queries.asked("where is it")) == ["wher", "is", "it"]
    assert texts(queries.asked("银行在哪里")) == ["银行", "行在"]
    assert not queries.asked("?!")


def test_a_short_chinese_run_is_a_word_even_with_a_filling_character() -> None:
    assert texts(queries.asked("目的地")) == ["目的", "的地"]


def test_coverage_is_the_share_of_the_question_that_stands_there() -> None:
    query = queries.asked("bank opens dawn")
    there = words.indexed("The bank opens.").split()
    assert query.coverage(snippets.present(query, there)) == pytest.approx(2 / 3)
    chinese = queries.asked("银行开门")
    assert chinese.coverage(snippets.present(chinese, ["银行", "行"])) == pytest.approx(0.5)
    assert queries.Query().coverage(()) == 0


@pytest.mark.parametrize("text", HOSTILE)
def test_every_expression_is_one_that_fts5_takes(text: str) -> None:
    _match(text)


@given(st.text(max_size=80))
def test_no_text_makes_an_operator(text: str) -> None:
    _match(text)


def _match(text: str) -> None:
    query = queries.asked(text)
    if not query:
        return
    with sqlite3.connect(":memory:") as db:
        db.execute("CREATE VIRTUAL TABLE term USING fts5(title, body)")
        for expression in (
            queries.any_of(query.terms),
            queries.all_of(query.terms),
            queries.all_of(query.terms, column="title"),
        ):
            db.execute("SELECT count(*) FROM term WHERE term MATCH ?", (expression,)).fetchone()
    db.close()
    assert len(query.terms) <= queries.MOST_TERMS
