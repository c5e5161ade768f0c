"""The pages of `--help`."""

from __future__ import annotations

import sys

import pytest

from bridge.cli import help as pages
from bridge.cli.app import SECTIONS, TREE
from bridge.cli.arguments import Help, parse

LINES = ("--help", "quests --help", "quests find --help", "ai --help", "status --help")


@pytest.fixture
def columns(monkeypatch: pytest.MonkeyPatch) -> int:
    """So wide is the terminal."""
    monkeypatch.setenv("COLUMNS", "60")
    return 60


def page(line: str) -> str:
    asked = parse(line.split(), TREE)
    assert isinstance(asked, Help)
    return pages.page(asked, SECTIONS)


@pytest.mark.parametrize("line", LINES)
def test_a_page_is_no_wider_than_the_terminal(line: str, columns: int) -> None:
    lines = page(line).splitlines()
    assert max(map(len, lines)) <= columns
    assert not any(each != each.rstrip() for each in lines)


def test_the_page_of_a_command_says_what_it_takes(columns: int) -> None:
    del columns
    text = page("quests find --help")
    assert text.startswith("Usage: system-bridge quests find [OPTIONS] TEXT...\n\nQuests")
    assert "  TEXT...  words to look for" in text
    assert "  --all " in text
    assert "  --config FILE " in text


def test_the_page_of_a_group_lists_its_commands() -> None:
    text = page("access --help")
    for row in ("show [PLAYER] ", "log [PLAYER] ", "defaults [FIELD [VALUE|unset]] ", "evaluate "):
        assert f"\n  {row}" in text


def test_the_whole_page_has_every_word_under_a_heading() -> None:
    text = page("--help")
    for heading, words in SECTIONS.items():
        _, _, below = text.partition(f"\n{heading}:\n")
        listed = [line.split()[0] for line in below.split("\n\n")[0].splitlines() if line[2] != " "]
        assert listed == list(words)


@pytest.mark.parametrize(
    ("terminal", "variables", "coloured"),
    [
        (True, {}, True),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (False, {}, False),
    ],
)
def test_colour_is_for_terminals_that_show_it(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, variables: dict[str, str], coloured: bool
) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    assert ("\x1b[" in page("status --help")) is coloured
