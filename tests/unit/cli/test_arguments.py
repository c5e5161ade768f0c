"""Reading the command line."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.cli.arguments import Help, Invocation, Tree, parse
from bridge.cli.command import Command, Given, Group, Words
from bridge.cli.options import Option, Options
from bridge.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

ALL = Option("--all", "everything")
LIMIT = Option("--limit", "so many", "N")
PLAYER = Option("--player", "who asks", "NAME")
EXPLAIN = Option("--explain", "how it was routed")


def nothing(given: Given) -> int:
    return len(given.words)


STATUS = Command(summary="What is up.", run=nothing, options=(ALL,))
AI = Command(summary="As in the game.", run=nothing, words=Words("WORD...", ""), free=True)
ASK = Command(
    summary="A question.",
    run=nothing,
    words=Words("TEXT...", "", least=1),
    options=(PLAYER, EXPLAIN),
    free=True,
)
FIND = Command(
    summary="Quests.", run=nothing, words=Words("TEXT...", "", least=1), options=(ALL, LIMIT)
)
SHOW = Command(summary="One.", run=nothing, words=Words("[PLAYER]", "", most=1))
QUESTS = Group(summary="The book.", commands={"find": FIND, "show": SHOW})
NODES = {"status": STATUS, "ai": AI, "ask": ASK, "quests": QUESTS}
TREE = Tree(words=list(NODES), load=NODES.__getitem__)


def asked(line: str | Sequence[str]) -> Invocation:
    found = parse(line.split() if isinstance(line, str) else line, TREE)
    assert isinstance(found, Invocation)
    return found


@pytest.mark.parametrize(
    ("line", "options", "words"),
    [
        ("status", Options(), ()),
        ("status --json", Options(json=True), ()),
        ("--config a.toml status", Options(config="a.toml"), ()),
        ("quests --server=x show Mara", Options(server="x"), ("Mara",)),
        ("quests show --config=a=b Mara", Options(config="a=b"), ("Mara",)),
        ("quests show --server= Mara", Options(server=""), ("Mara",)),
        ("quests find blaze --json rods", Options(json=True), ("blaze", "rods")),
        ("status --directory /a --directory /srv", Options(directory="/srv"), ()),
        ("quests show -- --json", Options(), ("--json",)),
        ("quests find a -- -- --x", Options(), ("a", "--", "--x")),
        ("quests find -5 -", Options(), ("-5", "-")),
        ("ai --config c default", Options(config="c"), ("default",)),
        ("ai default --json -- --help", Options(), ("default", "--json", "--", "--help")),
        ("ai", Options(), ()),
        ("ask --json --player Mara what --config", Options(json=True), ("what", "--config")),
        ("ask --player Mara --explain --json hi", Options(json=True), ("hi",)),
    ],
)
def test_common_options_stand_anywhere_but_among_free_words(
    line: str, options: Options, words: tuple[str, ...]
) -> None:
    found = asked(line).given
    assert (found.options, found.words) == (options, words)


def test_a_command_has_options_of_its_own() -> None:
    found = asked("quests find --limit 3 iron --all")
    assert found.command is FIND
    assert found.given.values == {"--limit": "3", "--all": ""}
    assert (found.given.word, found.given.text) == ("iron", "iron")
    assert asked("ask --player Mara hi --explain").given.values == {"--player": "Mara"}


def test_no_word_is_none() -> None:
    assert (asked("ai").given.word, asked("ai").given.text) == (None, "")


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("", ()),
        ("--help", ()),
        ("-h", ()),
        ("quests --help", ("quests",)),
        ("quests find iron --json --help", ("quests", "find")),
        ("ai --help", ("ai",)),
    ],
)
def test_help_is_of_where_it_stands(line: str, path: tuple[str, ...]) -> None:
    found = parse(line.split(), TREE)
    assert isinstance(found, Help)
    assert found.path == path


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("stauts", "there is no command 'stauts'; did you mean status?"),
        ("xyz", "there is no command 'xyz'."),
        ("quests fnid", "there is no command 'fnid'; did you mean find?"),
        ("--json", "a command is needed, one of: status, ai, ask, quests."),
        ("quests", "quests needs one of: find, show."),
        ("quests -- find", "quests needs one of: find, show."),
        ("quests --all find x", "there is no option '--all'."),
        ("quests find --al x", "there is no option '--al'; did you mean --all?"),
        ("quests find -x", "there is no option '-x'."),
        ("quests find --all=yes x", "--all takes no value."),
        ("quests find --all", "quests find needs TEXT..."),
        ("quests show a b", "quests show does not take 'b'."),
        ("status extra", "status does not take 'extra'."),
    ],
)
def test_what_is_wrong_is_one_line_that_says_where_help_is(line: str, problem: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse(line.split(), TREE)
    assert str(caught.value) == f"{problem} See system-bridge --help"


@pytest.mark.parametrize("line", ["status --config", "quests find iron --limit"])
def test_an_option_without_its_value_is_wrong_usage(line: str) -> None:
    with pytest.raises(UsageError, match=r"^--\w+ needs a value$"):
        parse(line.split(), TREE)


PIECES = ("status", "quests", "find", "ai", "--", "-", "-h", "--json", "--config", "--all", "=", "")


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=6))
def test_any_line_is_understood_or_refused(arguments: list[str]) -> None:
    with suppress(UsageError):
        assert isinstance(parse(arguments, TREE), Help | Invocation)


@given(st.lists(st.text()))
def test_free_words_arrive_as_they_are(words: list[str]) -> None:
    assert asked(["ai", "say", *words]).given.words == ("say", *words)
