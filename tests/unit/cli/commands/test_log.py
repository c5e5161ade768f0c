"""`log parse`: each line by itself, or as one kind of server would write it."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING

import pytest

from bridge.cli.app import invoke
from bridge.core.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

LINE = "[12:00:00] [Server thread/INFO]: <Mara> hi\n"
CHAT = {"event": "chat", "player": "Mara", "text": "hi"}


@pytest.mark.parametrize("options", [[], ["--dialect", "vanilla"], ["--dialect=vanilla"]])
def test_a_file_is_read_line_by_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    log = tmp_path / "latest.log"
    log.write_text("[12:00:00] [Server thread/INFO]: Mara joined the game\n" + LINE + "x\n")
    assert invoke(["log", "parse", *options, str(log)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines == [{"event": "join", "player": "Mara"}, CHAT, None]


def test_without_a_file_it_is_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINE.encode())))
    assert invoke(["log", "parse"]) == 0
    assert json.loads(capsys.readouterr().out) == CHAT


@pytest.mark.parametrize("arguments", [["missing.log"], ["--dialect", "velocity"]])
def test_what_cannot_be_read_is_wrong_usage(arguments: list[str]) -> None:
    with pytest.raises(UsageError):
        invoke(["log", "parse", *arguments])
