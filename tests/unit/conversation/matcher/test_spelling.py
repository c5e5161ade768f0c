import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.conversation.matcher.spelling import Spelling

LETTERS = "abcdefghijklmnopqrstuvwxyz"
WORDS = ["quest", "recipe", "lottery", "search", "shop"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("qest", "quest"),  # one lost
        ("quesst", "quest"),  # one added
        ("quezt", "quest"),  # one changed
        ("qeust", "quest"),  # two swapped
        ("recipie", "recipe"),
        ("serach", "search"),
        ("lotery", "lottery"),
    ],
)
def test_one_mistake_is_mended(written: str, meant: str) -> None:
    assert Spelling(WORDS).nearest(written) == meant


@pytest.mark.parametrize("written", ["qst", "guest", "questions", "sho", "shöp", "商店", ""])
def test_what_is_short_far_or_begins_otherwise_stays(written: str) -> None:
    assert Spelling(WORDS).nearest(written) is None


def test_swapped_letters_are_likelier_than_a_wrong_one() -> None:
    assert Spelling(["true", "turn"]).nearest("trun") == "turn"


@given(
    st.text(alphabet=LETTERS, min_size=5, max_size=9), st.integers(1, 8), st.sampled_from(LETTERS)
)
def test_any_single_edit_behind_the_first_letter_finds_the_word(
    word: str, at: int, letter: str
) -> None:
    at = min(at, len(word) - 1)
    spelling = Spelling([word])
    changed, longer = word[:at] + letter + word[at + 1 :], word[:at] + letter + word[at:]
    for written in (changed, longer, word[:at] + word[at + 1 :]):
        assert written == word or spelling.nearest(written) == word
