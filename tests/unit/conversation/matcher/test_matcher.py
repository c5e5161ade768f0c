"""The decision, on a few examples of its own; the built-in ones are judged in `examples`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.conversation.matcher import (
    Decision,
    Example,
    Kind,
    Matcher,
    Reason,
    Thresholds,
    Vocabulary,
    WordList,
)
from bridge.conversation.matcher.matcher import LONGEST

VOCABULARY = Vocabulary(
    [
        WordList(kind=Kind.STOP, concept="grammar", phrases=("the", "i", "do", "my", "to")),
        WordList(kind=Kind.LIGHT, concept="show", phrases=("show", "open")),
        WordList(kind=Kind.ASK, concept="where", phrases=("where",)),
        WordList(kind=Kind.ASK, concept="who", phrases=("who",)),
        WordList(kind=Kind.CUE, concept="condition", phrases=("if",)),
        WordList(kind=Kind.CUE, concept="negation", phrases=("dont",)),
        WordList(kind=Kind.CONCEPT, concept="home", phrases=("home", "家")),
        WordList(kind=Kind.INGAME, concept="shapes", phrases=("rod",)),
        WordList(kind=Kind.EVERYDAY, concept="life", phrases=("love",)),
    ]
)
EXAMPLES = [
    Example(capability="pack:home", text="teleport home"),
    Example(capability="pack:door", text="open door"),
    Example(capability="pack:gate", text="paint gate"),
    Example(capability="pack:quiet", text="dont disturb", input={"state": "on"}),
    Example(capability="pack:sources", text="where do i get {item:name}"),
    Example(capability="pack:quest", text="describe quest {quest:title}"),
    Example(capability="pack:online", text="who players"),
]
MATCHER = Matcher(EXAMPLES, vocabulary=VOCABULARY)


def decide(text: str, **settings: float) -> Decision:
    return MATCHER.decide(text, threshold=settings.get("threshold", 0.8))


def test_an_example_matches_itself_with_its_input() -> None:
    decision = decide("Don't disturb!")
    assert decision.reason is Reason.MATCHED
    assert decision.match
    assert decision.match.capability == "pack:quiet"
    assert decision.match.input == {"state": "on"}
    assert decision.match.example == "dont disturb"
    assert decision.match.score == pytest.approx(1.0)
    assert decision.match.margin == pytest.approx(1.0)


def test_the_argument_is_in_the_input() -> None:
    match = decide("where do I get the Blaze Rod?").match
    assert match
    assert (match.capability, match.input) == ("pack:sources", {"item": "Blaze Rod"})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", Reason.EMPTY),
        ("?!", Reason.EMPTY),
        ("zebra crossing", Reason.NOTHING_ALIKE),
        ("if teleport home", Reason.COMPLEX),
        ("dont teleport home", Reason.COMPLEX),
        ("where do i get rod, who players", Reason.COMPLEX),
        ("teleport home " + "please " * 40, Reason.COMPLEX),
        ("where do i get", Reason.NO_ARGUMENT),
        ("where do i get love", Reason.NO_ARGUMENT),
        ("teleport zebra tomorrow maybe home sometime soon", Reason.LOW_COVERAGE),
        ("door", Reason.BELOW_THRESHOLD),
    ],
)
def test_what_speaks_against_a_match_is_said(text: str, reason: Reason) -> None:
    decision = decide(text)
    assert (decision.match, decision.reason) == (None, reason)


def test_two_capabilities_that_fit_alike_match_neither() -> None:
    twice = Matcher(
        [Example(capability=c, text="fix roof") for c in ("pack:b", "pack:a")],
        vocabulary=VOCABULARY,
    )
    decision = twice.decide("fix roof", threshold=0.8)
    assert (decision.match, decision.reason) == (None, Reason.SMALL_MARGIN)
    assert [each.capability for each in decision.candidates] == ["pack:a", "pack:b"]


def test_a_higher_threshold_asks_for_more() -> None:
    text = "teleport me home"
    assert decide(text, threshold=0.7).match
    assert decide(text, threshold=0.93).reason is Reason.BELOW_THRESHOLD


def test_a_capability_that_may_not_run_is_neither_matched_nor_offered() -> None:
    decision = MATCHER.decide("teleport home", threshold=0.8, allowed={"pack:door"})
    assert (decision.match, decision.reason) == (None, Reason.NOT_ALLOWED)
    assert decision.candidates == ()
    assert MATCHER.decide("teleport home", threshold=0.8, allowed={"pack:home"}).match


def test_settings_hold() -> None:
    text = "teleport zebra home"
    strict = Matcher(EXAMPLES, vocabulary=VOCABULARY, settings=Thresholds(coverage=0.95))
    assert strict.decide(text, threshold=0.1).reason is Reason.LOW_COVERAGE
    wide = Matcher(EXAMPLES, vocabulary=VOCABULARY, settings=Thresholds(margin=2.0))
    assert wide.decide("teleport home", threshold=0.1).reason is Reason.SMALL_MARGIN
    few = Matcher(EXAMPLES, vocabulary=VOCABULARY, settings=Thresholds(max_candidates=1))
    assert len(few.decide("teleport home open door", threshold=0.8).candidates) == 1


def test_candidates_are_distinct_and_best_first() -> None:
    candidates = decide("teleport home, open door").candidates
    scores = [each.score for each in candidates]
    assert scores == sorted(scores, reverse=True)
    assert len({each.capability for each in candidates}) == len(candidates) >= 2


def test_warning_words_in_a_name_of_the_pack_do_not_warn() -> None:
    named = Matcher(EXAMPLES, vocabulary=VOCABULARY, names=["Don't Love"])
    match = named.decide("describe quest don't love", threshold=0.8).match
    assert match
    assert match.input == {"quest": "don't love"}
    assert decide("describe quest don't love").match is None


def test_words_in_any_script_are_examples() -> None:
    matcher = Matcher(
        [
            Example(capability="pack:house", text="отведи меня домой"),
            Example(capability="pack:back", text="送我回家"),
        ]
    )
    found = [
        matcher.decide(text, threshold=0.8).match for text in ("Отведи меня домой!", "送我回家")
    ]
    assert [each and each.capability for each in found] == ["pack:house", "pack:back"]


@given(st.text(max_size=LONGEST * 2))
def test_any_text_is_decided_the_same_way_twice(text: str) -> None:
    decision = decide(text)
    assert decision == decide(text)
    assert (decision.match is not None) == (decision.reason is Reason.MATCHED)


@given(st.text(alphabet="teleport home where get rod open door if,?", max_size=60))
def test_scores_and_coverage_are_shares(text: str) -> None:
    decision = decide(text, threshold=0.0)
    for each in decision.candidates:
        assert 0 <= each.score <= 1.0001
    if decision.match:
        assert 0 <= decision.match.coverage <= 1
        assert 0 <= decision.match.margin <= decision.match.score
