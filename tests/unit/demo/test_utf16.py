from hypothesis import given
from hypothesis import strategies as st

from bridge.demo import utf16

texts = st.text(st.characters(exclude_categories=()), max_size=40)
whole_texts = st.text(max_size=40)


@given(whole_texts)
def test_length_counts_two_units_for_each_astral_character(text: str) -> None:
    assert utf16.length(text) == len(text.encode("utf-16-be")) // 2


@given(texts, st.integers(1, 7))
def test_pieces_join_to_the_text_they_were_cut_from(text: str, size: int) -> None:
    pieces = utf16.pieces(text, size)
    assert all(utf16.length(piece) == size for piece in pieces[:-1])
    assert utf16.length(pieces[-1]) <= size
    assert utf16.joined("".join(pieces)) == utf16.joined(text)


def test_an_empty_text_is_one_empty_piece() -> None:
    assert utf16.pieces("", 4) == [""]


def test_a_text_of_a_whole_number_of_pieces_has_no_empty_one_behind() -> None:
    assert utf16.pieces("abcdefgh", 4) == ["abcd", "efgh"]


def test_a_cut_pair_becomes_two_question_marks() -> None:
    first, second = utf16.pieces("abc\U0001f389d", 4)
    assert utf16.encode(first) + utf16.encode(second) == b"abc??d"


def test_a_pair_written_as_two_surrogates_is_joined() -> None:
    assert utf16.joined("\ud83c\udf89") == "\U0001f389"
