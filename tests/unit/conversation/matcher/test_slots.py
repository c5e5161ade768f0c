import pytest

from bridge.conversation.matcher import Kind, Vocabulary, WordList
from bridge.conversation.matcher.reading import Reader
from bridge.conversation.matcher.slots import Argument, Flaw, Judge, SlotKind, trim

VOCABULARY = Vocabulary(
    [
        WordList(kind=Kind.FILLER, concept="particles", phrases=("please", "of", "的")),
        WordList(kind=Kind.STOP, concept="grammar", phrases=("the", "to", "my")),
        WordList(kind=Kind.LIGHT, concept="show", phrases=("show",)),
        WordList(kind=Kind.ASK, concept="how", phrases=("how", "怎么")),
        WordList(kind=Kind.JOIN, concept="and", phrases=("and",)),
        WordList(kind=Kind.CUE, concept="condition", phrases=("if",)),
        WordList(kind=Kind.INGAME, concept="shapes", phrases=("ingot", "锭")),
        WordList(kind=Kind.PLAY, concept="matters", phrases=("village",)),
        WordList(kind=Kind.EVERYDAY, concept="life", phrases=("love",)),
    ],
    endings=["ium"],
)
READER = Reader(VOCABULARY)


def judged(kind: SlotKind, text: str, *names: str) -> str | Flaw:
    """The argument with its trust, or the flaw."""
    sentence = READER.read(text)
    first, last = trim(sentence, 0, len(sentence.tokens))
    found = Judge(set(names), VOCABULARY.endings).judge(kind, sentence, first, last)
    if isinstance(found, Argument):
        assert sentence.text[found.start : found.end] == found.text
        return f"{found.text} {found.trust}"
    return found


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        (SlotKind.NAME, "the iron ingot please", "iron ingot 1.0"),
        (SlotKind.NAME, "铁锭", "铁锭 1.0"),
        (SlotKind.NAME, "draconium", "draconium 1.0"),
        (SlotKind.NAME, "gravisuit", "gravisuit 0.95"),
        (SlotKind.THING, "gravisuit", "gravisuit 0.7"),
        (SlotKind.NAME, "village", Flaw.ODD),
        (SlotKind.TEXT, "village", "village 1.0"),
        (SlotKind.TEXT, "love", Flaw.ODD),
        (SlotKind.NAME, "please", Flaw.MISSING),
        (SlotKind.NAME, "字", Flaw.MISSING),
        (SlotKind.NAME, "iron how ingot", Flaw.COMPLEX),
        (SlotKind.NAME, "iron and gold", Flaw.COMPLEX),
        (SlotKind.TEXT, "iron and gold", "iron and gold 1.0"),
        (SlotKind.NAME, "iron, gold", Flaw.COMPLEX),
        (SlotKind.NAME, "a b c d e f g h", Flaw.ODD),
        (SlotKind.TITLE, "Show Me The Way", "Show Me The Way 1.0"),
        (SlotKind.TITLE, "quest If You Build", Flaw.COMPLEX),
        (SlotKind.TITLE, "《怎么》", "怎么 1.0"),
        (SlotKind.TEXT, "“怎么”", "怎么 0.95"),
        (SlotKind.PLAYER, "Mara", "Mara 1.0"),
        (SlotKind.PLAYER, "小明", "小明 1.0"),
        (SlotKind.PLAYER, "village", Flaw.ODD),
        (SlotKind.PLAYER, "two words", Flaw.ODD),
        (SlotKind.TAG, "steve_42", "steve_42 1.0"),
        (SlotKind.TAG, "Bob", "Bob 1.0"),
        (SlotKind.TAG, "dinner", Flaw.ODD),
    ],
)
def test_an_argument_is_judged_by_its_kind(kind: SlotKind, text: str, expected: str | Flaw) -> None:
    assert judged(kind, text) == expected


@pytest.mark.parametrize("text", ["if you love it", "the village", "IF YOU LOVE ITS"])
def test_a_name_of_the_pack_is_trusted_whatever_its_words(text: str) -> None:
    names = ("if you love it", "village")
    assert judged(SlotKind.NAME, text, *names) == f"{text.removeprefix('the ')} 1.0"


def test_a_capital_inside_a_sentence_keeps_a_word_in_the_name() -> None:
    sentence = READER.read("Show The Show please")
    assert trim(sentence, 1, 4) == (1, 3)
    assert trim(READER.read("Show ingot"), 0, 2) == (1, 2)
