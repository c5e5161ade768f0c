"""`access`: the words that reach the daemon or the store, and `evaluate`."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING

import pytest

from bridge.cli import asking
from bridge.cli.app import invoke
from bridge.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.cli.options import Options

CASE = {"default": "free", "host": False, "modelConfigured": True}


@pytest.mark.parametrize(
    ("line", "verb", "args"),
    [
        ("access show", "access.show", {"player": None}),
        ("access show Mara", "access.show", {"player": "Mara"}),
        ("access log Mara", "access.log", {"player": "Mara"}),
        ("access defaults", "access.defaults", {"text": ""}),
        ("access defaults allowAi unset", "access.defaults", {"text": "allowAi unset"}),
        ("ai", "ai", {"text": "ai"}),
        ("ai default free", "ai", {"text": "ai default free"}),
        ("pause", "pause", {}),
        ("resume", "resume", {}),
    ],
)
def test_each_is_asked_in_its_own_words(
    monkeypatch: pytest.MonkeyPatch, line: str, verb: str, args: dict[str, object]
) -> None:
    asked: list[object] = []

    def answered(options: Options, verb: str, args: Mapping[str, object]) -> int:
        asked.append((options.server, verb, args))
        return 7

    monkeypatch.setattr(asking, "answered", answered)
    assert invoke(["--server", "main", *line.split()]) == 7
    assert asked == [("main", verb, args)]


def given(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines)))


def test_evaluate_has_a_line_out_for_a_line_in(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given(monkeypatch, json.dumps(CASE), json.dumps({**CASE, "modelConfigured": False}))
    assert invoke(["access", "evaluate"]) == 0
    modes = [json.loads(line)["mode"] for line in capsys.readouterr().out.splitlines()]
    assert modes[0] == "free"
    assert len(modes) == 2


@pytest.mark.parametrize("line", ["{", "[" * 100_000, '{"default": 1}'])
def test_evaluate_says_which_line_is_wrong(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    given(monkeypatch, json.dumps(CASE), line)
    with pytest.raises(UsageError, match=r"^line 2: "):
        invoke(["access", "evaluate"])
