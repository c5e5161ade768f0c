from dataclasses import dataclass
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.commands.grammar import (
    Choice,
    Form,
    Literal,
    Mismatch,
    NoForm,
    Number,
    Problem,
    Token,
    Who,
    offers,
    parse,
    tokens,
)


@dataclass(frozen=True, slots=True)
class Feed:
    animal: str | UUID
    count: int = 1


FEED = Form(
    slots=(Literal("feed"), Who(reserved=("all",)), Number("count", 120)),
    optional=1,
    build=Feed,
    help="feed",
)


def way(sign: int) -> int:
    return sign


SORT = Form(slots=(Literal("sort"), Choice({"up": 1, "down": -1})), build=way, help="sort")
FORMS: tuple[Form[Any], ...] = (FEED, SORT)


def test_words_are_separated_by_blanks_of_any_kind() -> None:
    assert tokens("  feed\t Rex  3\n") == [Token("feed", 2), Token("Rex", 8), Token("3", 13)]
    assert tokens(" \t ") == []


def test_usage_follows_from_the_slots() -> None:
    assert FEED.usage == "feed <player> [<count>]"
    assert SORT.usage == "sort up|down"


@pytest.mark.parametrize(
    ("words", "meaning"),
    [
        (["feed", "Rex"], Feed("Rex")),
        (["FEED", "Rex", "007"], Feed("Rex", 7)),
        (["feed", "feed", "120"], Feed("feed", 120)),
        (["sort", "Down"], -1),
    ],
)
def test_a_form_builds_its_value(words: list[str], meaning: object) -> None:
    assert parse(FORMS, words) == meaning


DASHED = "0A1b2c3d-0000-1111-2222-333344445555"


@pytest.mark.parametrize("text", [DASHED, DASHED.replace("-", ""), DASHED.upper()])
def test_a_uuid_is_read_with_and_without_dashes(text: str) -> None:
    assert FEED.match(["feed", text]) == Feed(UUID(DASHED))


@pytest.mark.parametrize("text", [DASHED[:-1], "{" + DASHED + "}"])
def test_what_only_resembles_a_uuid_is_a_name(text: str) -> None:
    assert FEED.match(["feed", text]) == Feed(text)


@pytest.mark.parametrize(
    ("words", "mismatch", "usages"),
    [
        ([], Mismatch(Problem.MISSING, "", 0), 2),
        (["eat"], Mismatch(Problem.UNKNOWN, "eat", 0), 2),
        (["sort"], Mismatch(Problem.MISSING, "", 1), 1),
        (["sort", "left"], Mismatch(Problem.UNKNOWN, "left", 1), 1),
        (["sort", "up", "now"], Mismatch(Problem.TOO_MANY, "now", 2), 1),
        (["feed", "@a"], Mismatch(Problem.SELECTOR, "@a", 1), 1),
        (["feed", "§kRex"], Mismatch(Problem.UNKNOWN, "§kRex", 1), 1),
        (["feed", "R\x00"], Mismatch(Problem.UNKNOWN, "R\x00", 1), 1),
        (["feed", "R" * 41], Mismatch(Problem.UNKNOWN, "R" * 41, 1), 1),
        (["feed", "All"], Mismatch(Problem.UNKNOWN, "All", 1), 1),
        (["feed", "Rex", "121"], Mismatch(Problem.NUMBER, "121", 2), 1),
        (["feed", "Rex", "-1"], Mismatch(Problem.NUMBER, "-1", 2), 1),
        (["feed", "Rex", "+1"], Mismatch(Problem.NUMBER, "+1", 2), 1),
        (["feed", "Rex", "1_0"], Mismatch(Problem.NUMBER, "1_0", 2), 1),
        (["feed", "Rex", "１"], Mismatch(Problem.NUMBER, "１", 2), 1),
        (["feed", "Rex", "9" * 5000], Mismatch(Problem.NUMBER, "9" * 5000, 2), 1),
    ],
)
def test_the_mismatch_that_came_furthest_is_told(
    words: list[str], mismatch: Mismatch, usages: int
) -> None:
    outcome = parse(FORMS, words)
    assert isinstance(outcome, NoForm)
    assert outcome.mismatch == mismatch
    assert len(outcome.usages) == usages


def test_offers_follow_from_the_same_table() -> None:
    assert offers(FORMS, [], "", ()) == ("feed", "sort")
    assert offers(FORMS, [], "S", ()) == ("sort",)
    assert offers(FORMS, ["feed"], "", ("rex", "Ada", "all")) == ("Ada", "rex")
    assert offers(FORMS, ["feed"], "r", ("rex", "Ada", "all")) == ("rex",)
    assert offers(FORMS, ["feed", "rex"], "", ("rex",)) == ()
    assert offers(FORMS, ["sort"], "", ()) == ("up", "down")
    assert offers(FORMS, ["sort", "up"], "", ()) == ()
    assert offers(FORMS, ["eat"], "", ("rex",)) == ()


@given(st.lists(st.sampled_from(["feed", "sort", "up", "3", "x", "@a", "all", DASHED])))
def test_every_row_of_words_is_a_meaning_or_a_mismatch_at_one_of_its_places(
    words: list[str],
) -> None:
    outcome = parse(FORMS, words)
    if isinstance(outcome, NoForm):
        mismatch = outcome.mismatch
        assert outcome.usages
        assert mismatch.word == (words[mismatch.at] if mismatch.at < len(words) else "")
