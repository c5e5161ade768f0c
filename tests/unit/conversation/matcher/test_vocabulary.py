import pytest

from bridge.conversation.matcher import Kind, Vocabulary, WordList
from bridge.conversation.matcher.vocabulary import END


def words(kind: Kind, concept: str, *phrases: str) -> WordList:
    return WordList(kind=kind, concept=concept, phrases=phrases)


def test_the_longest_phrase_wins() -> None:
    vocabulary = Vocabulary(
        [words(Kind.LIGHT, "show", "look"), words(Kind.LIGHT, "find", "look for")]
    )
    assert found(vocabulary, "look", "for", "iron") == ("@find", 2)
    assert found(vocabulary, "look", "at", "iron") == ("@show", 1)


def found(vocabulary: Vocabulary, *parts: str) -> tuple[str, int] | None:
    match vocabulary.longest(parts, 0):
        case None:
            return None
        case sense, taken:
            return sense.concept, taken


def test_words_of_one_concept_mean_the_same_in_any_language() -> None:
    vocabulary = Vocabulary([words(Kind.CONCEPT, "shop", "shop", "商店")])
    assert found(vocabulary, "shop") == ("@shop", 1)
    assert found(vocabulary, "商", "店") == ("@shop", 2)


def test_a_word_without_a_concept_stands_for_itself() -> None:
    vocabulary = Vocabulary([words(Kind.INGAME, "shapes", "ingot", "plate")])
    assert found(vocabulary, "ingot") == ("ingot", 1)


def test_a_phrase_may_ask_for_the_end_of_the_sentence() -> None:
    vocabulary = Vocabulary(
        [words(Kind.CUE, "negation", "没"), words(Kind.FILLER, "particles", "没 $")]
    )
    assert found(vocabulary, "没", "有") == ("@negation", 1)
    assert found(vocabulary, "没", END) == ("没 $", 2)


def test_two_meanings_of_one_phrase_are_refused() -> None:
    with pytest.raises(ValueError, match="'iron'"):
        Vocabulary([words(Kind.INGAME, "stuffs", "iron"), words(Kind.CONCEPT, "item", "iron")])


def test_names_of_the_world_and_warnings_are_no_spelling_targets() -> None:
    vocabulary = Vocabulary(
        [
            words(Kind.INGAME, "stuffs", "steel"),
            words(Kind.CUE, "condition", "unless"),
            words(Kind.CONCEPT, "quest", "quest"),
        ]
    )
    assert vocabulary.spellings == {"quest"}
    assert vocabulary.atoms == {"steel", "unless", "quest"}
