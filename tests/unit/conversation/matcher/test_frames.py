import pytest

from bridge.conversation.matcher import Example, Kind, Vocabulary, WordList
from bridge.conversation.matcher.frames import Slot, outline
from bridge.conversation.matcher.reading import Reader
from bridge.conversation.matcher.slots import SlotKind

READER = Reader(
    Vocabulary(
        [
            WordList(kind=Kind.FILLER, concept="articles", phrases=("the", "please")),
            WordList(kind=Kind.LIGHT, concept="show", phrases=("show", "list")),
            WordList(kind=Kind.LEAD, concept="in", phrases=("in",)),
            WordList(kind=Kind.ASK, concept="what", phrases=("what",)),
            WordList(kind=Kind.CONCEPT, concept="quest", phrases=("quest",)),
        ]
    )
)


def example(text: str) -> Example:
    return Example(capability="test:it", text=text)


def test_words_that_say_nothing_are_left_out() -> None:
    shape = outline(example("please show the quest"), READER)
    assert (shape.left, shape.right, shape.slot) == (("@show", "@quest"), (), None)


def test_words_stand_left_and_right_of_the_argument() -> None:
    shape = outline(example("what {text} quest"), READER)
    assert (shape.left, shape.right) == (("@what",), ("@quest",))
    assert shape.slot == Slot("text", SlotKind.TEXT)


def test_an_argument_has_a_key_and_a_kind() -> None:
    assert outline(example("show {item:name}"), READER).slot == Slot("item", SlotKind.NAME)


def test_words_that_ask_or_say_what_about_are_telling() -> None:
    shape = outline(example("show what quest in {text}"), READER)
    assert shape.telling == {"@what", "@quest"}


def test_with_few_telling_words_all_words_are() -> None:
    assert outline(example("show quest in {text}"), READER).telling == {"@show", "@quest", "@in"}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("quest {a} or {b}", "more than one"),
        ("please {text}", "says nothing"),
        ("", "says nothing"),
        ("quest {text:verse}", "verse"),
    ],
)
def test_an_unusable_example_is_refused(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        outline(example(text), READER)
