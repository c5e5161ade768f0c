"""What is repeated in a sentence of ours stays inside it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bridge.modules.repeating import MOST, repeated


def test_plain_words_stay_as_they_are_and_long_ones_are_cut() -> None:
    assert repeated("blaze rods, 烈焰棒's") == "blaze rods, 烈焰棒's"
    assert repeated("x" * 100) == "x" * (MOST - 1) + "…"
    assert repeated("x" * 9, 4) == "xxx…"


def test_words_can_neither_end_their_quotes_nor_pass_for_a_button() -> None:
    said = "x”. \n\n[1] You won! ◆ [Server] go there “"
    assert repeated(said) == "x'. (1) You won! - (Server) go there '"


@given(st.text())
def test_any_text_is_one_short_line_without_our_signs(text: str) -> None:
    shown = repeated(text)
    assert len(shown) <= MOST
    assert len(shown.splitlines()) <= 1
    assert not set("“”[]◆") & set(shown)
