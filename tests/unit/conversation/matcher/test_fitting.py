import pytest

from bridge.conversation.matcher import Example, Kind, Vocabulary, WordList
from bridge.conversation.matcher.fitting import Fit, Fitting
from bridge.conversation.matcher.index import Index
from bridge.conversation.matcher.reading import Reader
from bridge.conversation.matcher.slots import Flaw, Judge
from bridge.conversation.matcher.spelling import Spelling

VOCABULARY = Vocabulary(
    [
        WordList(kind=Kind.FILLER, concept="courtesy", phrases=("please", "really")),
        WordList(kind=Kind.STOP, concept="grammar", phrases=("the", "my", "do", "i")),
        WordList(kind=Kind.PREDICATE, concept="verbs", phrases=("is",)),
        WordList(kind=Kind.LIGHT, concept="show", phrases=("show", "list")),
        WordList(kind=Kind.ASK, concept="where", phrases=("where",)),
        WordList(kind=Kind.CONCEPT, concept="quest", phrases=("quest", "mission")),
        WordList(kind=Kind.CONCEPT, concept="get", phrases=("get", "obtain")),
        WordList(kind=Kind.CONCEPT, concept="shop", phrases=("shop",)),
        WordList(kind=Kind.INGAME, concept="shapes", phrases=("rod", "ingot")),
    ]
)
EXAMPLES = [
    Example(capability="test:quests", text="show quest"),
    Example(capability="test:quest", text="quest {title:title}"),
    Example(capability="test:sources", text="where do i get {item:name}"),
    Example(capability="test:shop", text="show shop"),
    Example(capability="test:notes", text="{text} shop"),
    *(Example(capability=f"test:{n}", text=f"show feature{n}") for n in range(12)),
]
INDEX = Index(EXAMPLES, Reader(VOCABULARY))
READER = Reader(VOCABULARY, Spelling(VOCABULARY.spellings))


def fit(capability: str, text: str, *names: str) -> Fit:
    sentence = READER.read(text)
    frame = next(
        frame
        for _, frame in INDEX.nearest(sentence, least=0.0)
        if frame.capability == f"test:{capability}"
    )
    return Fitting(sentence, Judge(set(names), ())).fit(frame)


def test_an_example_fits_itself_perfectly() -> None:
    assert fit("quests", "show quest").score == pytest.approx(1.0)


def test_another_word_of_the_concept_and_empty_words_change_nothing() -> None:
    assert fit("quests", "please really list my mission").score == pytest.approx(1.0)


def test_order_does_not_matter_without_an_argument() -> None:
    assert fit("quests", "quest, show").score == pytest.approx(1.0)


def test_unexplained_words_cost_coverage_and_score() -> None:
    found = fit("quests", "show quest zebra")
    assert found.coverage < 1
    assert found.score < 0.9


def test_a_missing_light_word_costs_little_and_a_telling_one_much() -> None:
    light, telling = fit("quests", "quest"), fit("quests", "show")
    assert light.score > 0.75
    assert telling.score < 0.4


def test_a_corrected_word_is_worth_a_little_less() -> None:
    assert 0.95 < fit("quests", "show qeust").score < 1.0


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("where do I get Blaze Rods", "Blaze Rods"),
        ("please where do i obtain the blaze rod please", "blaze rod"),
        ("where where do i get rod", "rod"),
        ("where do i get rods?", "rods"),
    ],
)
def test_the_argument_is_what_stands_in_its_place_as_it_was_written(text: str, item: str) -> None:
    found = fit("sources", text)
    assert found.argument
    assert found.argument.text == item
    assert found.score == pytest.approx(1.0)


def test_a_word_of_the_example_inside_the_argument_stays_there() -> None:
    found = fit("quest", "quest Get Rich", "get rich")
    assert found.argument
    assert found.argument.text == "Get Rich"


def test_a_missing_argument_is_a_flaw_and_lowers_the_score() -> None:
    found = fit("sources", "where do i get")
    assert (found.argument, found.flaw) == (None, Flaw.MISSING)
    assert found.score < 1


def test_a_statement_about_the_head_is_no_argument_of_it() -> None:
    assert fit("quest", "my quest is bugged").score < fit("quest", "my quest bugged").score


def test_a_small_word_behind_a_topic_makes_it_a_command() -> None:
    assert fit("notes", "sort my shop").score < fit("notes", "ingot shop").score


def test_words_of_requests_inside_an_items_name_cost_a_lot() -> None:
    assert fit("sources", "where do i get shop ingot").score < 0.85


def test_a_known_name_may_begin_with_a_small_word() -> None:
    found = fit("sources", "where do i get the rod", "the rod")
    assert found.argument
    assert found.argument.text == "the rod"
