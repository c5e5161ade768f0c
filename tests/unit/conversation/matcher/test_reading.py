import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.conversation.matcher import Kind, Vocabulary, WordList
from bridge.conversation.matcher.reading import Reader, singulars
from bridge.conversation.matcher.spelling import Spelling

VOCABULARY = Vocabulary(
    [
        WordList(kind=Kind.CONCEPT, concept="quest", phrases=("quest", "任务")),
        WordList(kind=Kind.LIGHT, concept="show", phrases=("show", "bring up", "查看")),
        WordList(kind=Kind.INGAME, concept="shapes", phrases=("battery", "锭")),
        WordList(kind=Kind.FILLER, concept="particles", phrases=("吗 $", "please")),
    ]
)
READER = Reader(VOCABULARY, Spelling(VOCABULARY.spellings))


def read(text: str) -> list[tuple[str, Kind]]:
    return [(token.sense.concept, token.sense.kind) for token in READER.read(text).tokens]


def test_a_phrase_is_one_token() -> None:
    assert read("Bring up quest") == [("@show", Kind.LIGHT), ("@quest", Kind.CONCEPT)]


def test_languages_mix() -> None:
    assert read("查看quest") == [("@show", Kind.LIGHT), ("@quest", Kind.CONCEPT)]


def test_a_plural_is_its_singular() -> None:
    assert read("quests batteries") == [("@quest", Kind.CONCEPT), ("battery", Kind.INGAME)]
    assert not any(token.guessed for token in READER.read("quests").tokens)


def test_a_misspelled_word_is_a_guess() -> None:
    (token,) = READER.read("qeust").tokens
    assert (token.sense.concept, token.guessed) == ("@quest", True)


def test_a_misspelled_plural_is_found_by_its_singular() -> None:
    (token,) = READER.read("qeusts").tokens
    assert (token.sense.concept, token.guessed) == ("@quest", True)


def test_an_unknown_word_is_never_taken_for_a_concept_of_that_name() -> None:
    assert read("@quest")[0] == ("@quest", Kind.CONCEPT)  # the sign is no part of a word
    assert read("particles") == [("particles", Kind.UNKNOWN)]


def test_a_phrase_of_the_end_is_read_before_a_break_and_at_the_end() -> None:
    assert read("任务吗") == [("@quest", Kind.CONCEPT), ("吗 $", Kind.FILLER)]
    assert read("任务吗?任务") == [
        ("@quest", Kind.CONCEPT),
        ("吗 $", Kind.FILLER),
        ("@quest", Kind.CONCEPT),
    ]
    assert read("吗任务")[0] == ("吗", Kind.UNKNOWN)


def test_nothing_is_read_in_a_quotation() -> None:
    assert read("任务“show quest”") == [
        ("@quest", Kind.CONCEPT),
        ("show quest", Kind.QUOTED),
    ]


@given(st.text(alphabet="quest show任务查看吗铁, ?“”'", max_size=40))
def test_tokens_are_in_order_and_inside_the_text(text: str) -> None:
    sentence = READER.read(text)
    end = 0
    for token in sentence.tokens:
        assert end <= token.start <= token.end <= len(sentence.text)
        end = token.end


@given(st.text(alphabet="quest|show|任务查看,", max_size=40))
def test_senses_are_those_of_the_tokens_where_nothing_is_misspelled(text: str) -> None:
    reader = Reader(VOCABULARY)
    spoken = [token.sense for token in reader.read(text).tokens if token.sense.kind != Kind.BREAK]
    assert [each for each in reader.senses(text) if each.kind != Kind.BREAK] == spoken


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("quests", ["quest"]),
        ("boxes", ["boxe", "box"]),
        ("batteries", ["batterie", "battery"]),
        ("glass", []),
        ("gas", []),
    ],
)
def test_singulars(word: str, expected: list[str]) -> None:
    assert list(singulars(word)) == expected
