"""The piece of a text that is shown."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bridge.knowledge import queries
from bridge.knowledge.snippets import LENGTH, snippet

FAR = "filler text " * 40


def test_a_short_text_is_shown_whole_on_one_line() -> None:
    assert snippet("one\n  two\tthree", queries.asked("x")) == "one two three"


def test_a_long_one_is_shown_where_most_of_the_question_stands() -> None:
    text = f"{FAR}bank. {FAR}the bank opens at dawn. {FAR}"
    shown = snippet(text, queries.asked("when does the bank open at dawn"))
    assert "bank opens at dawn" in shown
    assert shown.startswith("…")
    assert shown.endswith("…")


def test_chinese_is_found_inside_a_run() -> None:
    assert "银行在黎明开门" in snippet(
        "字" * 400 + "银行在黎明开门" + "字" * 400, queries.asked("黎明")
    )


@given(st.text(max_size=900), st.text(max_size=40))
def test_it_is_short_and_of_the_text(text: str, question: str) -> None:
    shown = snippet(text, queries.asked(question))
    assert len(shown) <= LENGTH + 2
    assert shown.strip("…") in " ".join(text.split())
