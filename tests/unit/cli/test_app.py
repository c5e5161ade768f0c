"""The tree of commands."""

from __future__ import annotations

import pytest

from bridge import __version__
from bridge.cli.app import TREE, invoke, load
from bridge.core.errors import UsageError

COMMANDS = [
    *(["run"], ["demo"], ["status"], ["reload"], ["ai"], ["pause"], ["resume"], ["route"]),
    *(["access", "show"], ["access", "log"], ["access", "defaults"], ["access", "evaluate"]),
    *(["quests", "list"], ["quests", "find"], ["quests", "show"], ["log", "parse"]),
    ["trace"],
    *(
        ["items", "find"],
        ["items", "show"],
        ["items", "sources"],
        ["items", "uses"],
        ["items", "index"],
    ),
    ["pack", "build"],
]


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["--version"]) == 0
    assert capsys.readouterr().out == f"system-bridge {__version__}\n"


def test_without_a_command_it_is_the_help_with_what_every_command_takes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert invoke([]) == 0
    text = capsys.readouterr().out
    for command in COMMANDS:
        assert f" {command[0]} " in text
    for option in ("--config", "--directory", "--server", "--json"):
        assert option in text


@pytest.mark.parametrize("word", TREE.words)
def test_every_word_of_the_table_has_its_module(word: str) -> None:
    assert load(word).summary.endswith(".")


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_has_a_help(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke([*command, "--help"]) == 0
    assert f"system-bridge {' '.join(command)}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        [""],
        ["status", "--nonsense"],
        ["status", "extra"],
        ["access"],
        ["access", "nonsense"],
        ["quests", "find"],
        ["--nonsense"],
    ],
)
def test_what_is_no_command_is_wrong_usage_and_says_where_help_is(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(UsageError, match=r"See system-bridge --help$"):
        invoke(arguments)
    assert capsys.readouterr().out == ""


def test_the_code_of_a_command_comes_out(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(str(tmp_path))
    for word, code in (("", 0), ("turbo", 2)):
        assert invoke(["ai", "--directory", ".", "default", *word.split()]) == code
    captured = capsys.readouterr()
    assert captured.out == "The default mode of this world is standard.\n"
    assert captured.err.startswith("turbo does not fit here.")
