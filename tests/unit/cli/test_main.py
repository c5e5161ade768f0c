"""Errors become one line and an exit code."""

from __future__ import annotations

import errno
import io
import sys
from typing import TYPE_CHECKING

import pytest
from typing_extensions import override

from bridge.cli import app
from bridge.cli.main import main, run
from bridge.core.errors import (
    BridgeError,
    ConfigurationError,
    LinkError,
    NewerStoreError,
    ProtocolError,
    RefusedError,
    UsageError,
)

if TYPE_CHECKING:
    from pathlib import Path


def invoked(monkeypatch: pytest.MonkeyPatch, outcome: int | BaseException) -> list[object]:
    """Let every command end like this; what they are called with."""
    calls: list[object] = []

    def invoke(arguments: list[str]) -> int:
        calls.append(arguments)
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    monkeypatch.setattr(app, "invoke", invoke)
    return calls


@pytest.mark.parametrize("code", [0, 1, 2])
def test_the_exit_code_is_that_of_the_command(monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    calls = invoked(monkeypatch, code)
    assert run(["status", "--json"]) == code
    assert calls == [["status", "--json"]]
    monkeypatch.setattr(sys, "argv", ["system-bridge", "status"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == code


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UsageError("wrong"), 2),
        (ConfigurationError(file="bridge.toml", key="a.b", problem="wrong", line=3), 2),
        (RefusedError("no"), 1),
        (LinkError("gone"), 1),
        (NewerStoreError("newer"), 1),
        (ProtocolError("bad_token", "the token\nis not the one"), 1),
    ],
)
def test_an_error_is_one_line_on_standard_error(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: BridgeError,
    code: int,
) -> None:
    invoked(monkeypatch, error)
    assert run(["status"]) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == " ".join(str(error).split("\n")) + "\n"


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (OSError(errno.ENOSPC, "No space left on device", "/srv/x"), 1, "/srv/x: No space"),
        (OSError(errno.ENOSPC, "No space left on device"), 1, "No space left on device"),
        (ConfigurationError(file="a.toml", key="b", problem="wrong", line=3), 2, "a.toml:3: b"),
        (RefusedError("no"), 1, "no"),
    ],
)
def test_what_tasks_ended_by_is_one_line_too(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: Exception,
    code: int,
    line: str,
) -> None:
    invoked(monkeypatch, ExceptionGroup("outer", [ExceptionGroup("inner", [error])]))
    assert run(["run"]) == code
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith(line)


def test_a_bug_among_what_tasks_ended_by_is_shown_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    group = ExceptionGroup("outer", [RefusedError("no"), ValueError("ours")])
    invoked(monkeypatch, group)
    with pytest.raises(ExceptionGroup) as raised:
        run(["run"])
    assert raised.value is group


def test_an_option_without_its_value_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["status", "--config"]) == 2
    assert capsys.readouterr().err == "--config needs a value\n"


def test_ctrl_c_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    invoked(monkeypatch, KeyboardInterrupt())
    assert run(["status"]) == 1
    assert capsys.readouterr().err == ""


class Closed(io.StringIO):
    """The end of a pipe whose reader has gone."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number

    @override
    def fileno(self) -> int:
        return self._number

    @override
    def write(self, s: str) -> int:
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")


def test_whoever_has_read_enough_is_no_failure(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "latest.log").write_text("[12:00:00] [Server thread/INFO]: <Mara> hi\n")
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with (tmp_path / "pipe").open("wb") as pipe:
        monkeypatch.setattr(sys, "stdout", Closed(pipe.fileno()))
        assert run(["log", "parse", str(tmp_path / "latest.log")]) == 0
