"""`status --watch`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bridge.cli import control, watch
from bridge.cli.place import Place
from bridge.minecraft.transports.socket_messages import Reply

if TYPE_CHECKING:
    from collections.abc import Sequence

PLACE = Place(None, Path("/srv"), None)
CLEAR = "\x1b[H\x1b[2J"


def watched(
    monkeypatch: pytest.MonkeyPatch, answers: Sequence[Reply | None]
) -> tuple[int, list[float]]:
    """Watch for so many answers; the exit code, and the pauses between them."""
    left = list(answers)
    pauses: list[float] = []

    def call(place: Place, verb: str) -> Reply | None:
        assert (place, verb) == (PLACE, "status")
        if not left:
            raise KeyboardInterrupt
        return left.pop(0)

    monkeypatch.setattr(control, "call", call)
    monkeypatch.setattr(time, "sleep", pauses.append)
    return watch.watch_status(PLACE), pauses


def reply(text: str, code: int) -> Reply:
    return Reply(id=1, ok=code == 0, exit=code, text=text)


def test_the_words_of_each_answer_replace_those_before(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, pauses = watched(monkeypatch, [reply("not ready", 1), None, reply("ready", 0)])
    assert capsys.readouterr().out == "".join(
        f"{CLEAR}{text}\n" for text in ("not ready", "no daemon runs here", "ready")
    )
    assert pauses == [watch.SECONDS] * 3
    assert code == 0


@pytest.mark.parametrize(
    ("last", "code"), [(reply("ready", 0), 0), (reply("not ready", 1), 1), (None, 1)]
)
def test_the_exit_code_is_that_of_the_last_answer(
    monkeypatch: pytest.MonkeyPatch, last: Reply | None, code: int
) -> None:
    assert watched(monkeypatch, [reply("ready", 0), last])[0] == code


def test_whoever_interrupts_before_an_answer_has_seen_nothing_that_is_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert watched(monkeypatch, [])[0] == 1
