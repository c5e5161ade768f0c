"""The grammar of explicit commands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.commands.explicit import (
    Argument,
    Command,
    Invocation,
    Malformed,
    Unknown,
    parse,
)

HELP = Command(name="help", usage="u", summary="s")
QUESTS = Command(name="quests", usage="u", summary="s", argument=Argument.OPTIONAL)
QUEST = Command(name="quest", usage="u", summary="s", argument=Argument.REQUIRED)
COMMANDS = {command.name: command for command in (HELP, QUESTS, QUEST)}


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("/help", Invocation(HELP, "")),
        ("/HELP ", Invocation(HELP, "")),
        ("／ｈｅｌｐ", Invocation(HELP, "")),
        ("/ help", Invocation(HELP, "")),
        ("/help me", Malformed(HELP)),
        ("/quests", Invocation(QUESTS, "")),
        ("/quests  big   storage ", Invocation(QUESTS, "big storage")),
        ("/quest", Malformed(QUEST)),
        ("/quest 储存", Invocation(QUEST, "储存")),
        ("/qests", Unknown("qests", (Invocation(QUESTS, ""),))),
        ("/qest a b", Unknown("qest", (Invocation(QUEST, "a b"), Invocation(QUESTS, "a b")))),
        ("/zzz", Unknown("zzz", ())),
        ("/", Unknown("", ())),
        ("quests", None),
        ("what is /quests", None),
        ("", None),
    ],
)
def test_parse(text: str, parsed: object) -> None:
    assert parse(text, COMMANDS) == parsed


@given(st.text())
def test_no_text_breaks_it(text: str) -> None:
    parse(text, COMMANDS)
