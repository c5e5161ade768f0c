import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.demo.reader import CommandError, Reader, context

UNKNOWN = "Unknown or incomplete command, see below for error"
WRONG = "Incorrect argument for command"


def reader(text: str, cursor: int = 0) -> Reader:
    return Reader(text, UNKNOWN, cursor)


def test_context_shows_all_of_a_short_head() -> None:
    assert context("0123456789x y", 10) == "0123456789x y<--[HERE]"


def test_context_shows_ten_units_before_the_cursor() -> None:
    assert context("say 0123456789", 14) == "...0123456789<--[HERE]"


def test_context_counts_units_and_may_cut_a_pair() -> None:
    # The emoji and nine letters are eleven units.
    assert context("🎉123456789!", 10) == "...\udf89123456789!<--[HERE]"


@given(st.text(max_size=50))
def test_context_at_the_start_has_the_whole_text(text: str) -> None:
    assert context(text, 0) == f"{text}<--[HERE]"


def test_an_error_without_a_cursor_is_one_message() -> None:
    assert CommandError("No player was found").messages() == ("No player was found",)


def test_an_error_with_a_cursor_shows_the_place() -> None:
    assert reader("list foo", 5).error(WRONG).messages() == (WRONG, "list foo<--[HERE]")


@pytest.mark.parametrize(
    ("text", "problem", "cursor"),
    [
        ("op", UNKNOWN, 2),
        ("op ", WRONG, 2),
        ("op,Teo", "Expected whitespace to end one argument, but found trailing data", 2),
    ],
)
def test_a_missing_argument_is_told_as_the_game_tells_it(
    text: str, problem: str, cursor: int
) -> None:
    with pytest.raises(CommandError) as caught:
        reader(text, 2).argument()
    assert (caught.value.problem, caught.value.cursor) == (problem, cursor)


def test_an_argument_begins_behind_one_blank() -> None:
    one = reader("op  Teo", 2)
    one.argument()
    assert one.rest == " Teo"


def test_a_literal_is_a_whole_word() -> None:
    one = reader("list uuids", 4)
    assert one.literal({"uuids"}) == "uuids"
    one.end()
    with pytest.raises(CommandError) as caught:
        reader("list uuidsx", 4).literal({"uuids"})
    assert (caught.value.problem, caught.value.cursor) == (WRONG, 5)


@pytest.mark.parametrize(("text", "cursor"), [("list x", 5), ("list ", 4), ("list  ", 5)])
def test_nothing_may_follow_the_end(text: str, cursor: int) -> None:
    with pytest.raises(CommandError) as caught:
        reader(text, 4).end()
    assert (caught.value.problem, caught.value.cursor) == (WRONG, cursor)


@pytest.mark.parametrize(
    ("text", "read", "rest"),
    [
        ("Mara {}", "Mara", " {}"),
        ('"a \\" b" c', 'a " b', " c"),
        ("'a \\\\ b'", "a \\ b", ""),
        ("a-b.c+d_e,", "a-b.c+d_e", ","),
        ("{", "", "{"),
    ],
)
def test_strings_are_read_quoted_or_not(text: str, read: str, rest: str) -> None:
    one = reader(text)
    assert (one.quotable(), one.rest) == (read, rest)


@pytest.mark.parametrize(
    ("text", "problem"),
    [('"a', "Unclosed quoted string"), ('"\\n"', "Invalid escape sequence 'n' in quoted string")],
)
def test_bad_quotes_are_refused(text: str, problem: str) -> None:
    with pytest.raises(CommandError, match=problem):
        reader(text).quotable()


@given(st.integers(-(1 << 31), (1 << 31) - 1))
def test_integers_of_32_bits_are_read(number: int) -> None:
    one = reader(f"{number} x")
    assert (one.integer(), one.rest) == (number, " x")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("x", "Expected integer"),
        ("", "Expected integer"),
        ("2147483648", "Invalid integer '2147483648'"),
        ("1.5", "Invalid integer '1.5'"),
        ("--1", "Invalid integer '--1'"),
    ],
)
def test_other_integers_are_refused(text: str, problem: str) -> None:
    with pytest.raises(CommandError, match=problem):
        reader(text).integer()
