"""The build as a process: a request in, progress and an outcome out."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bridge.items.index import program
from bridge.items.index.build import Request

if TYPE_CHECKING:
    import pytest

    from tests.unit.items.conftest import Server


def test_a_request_comes_back_as_it_was() -> None:
    request = Request(
        directory=Path("/a"),
        world=Path("/a/w"),
        database=Path("/b.db"),
        client=(Path("/c.jar"),),
        version="1.21",
    )
    assert program.request_of(json.loads(program.request_text(request))) == request


def run(request: Request, monkeypatch: pytest.MonkeyPatch) -> tuple[int, list[dict[str, object]]]:
    written = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO(program.request_text(request).decode()))
    monkeypatch.setattr(sys, "stdout", written)
    monkeypatch.setattr(program.os, "nice", int)
    monkeypatch.setattr(program.gc, "disable", lambda: None)
    code = program.main()
    return code, [json.loads(line) for line in written.getvalue().splitlines()]


def test_it_tells_progress_and_the_outcome(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    server.jar("mods/a.jar", {})
    code, told = run(server.request, monkeypatch)
    assert code == 0
    assert told[0] == {"done": 0, "of": 1, "place": "mods/a.jar"}
    assert told[-1] == {"sources": 1, "read": 1, "gone": 0, "fresh": True}


def test_what_cannot_be_written_is_an_error(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.file("state", "a file where a folder should be")
    code, (told,) = run(server.request, monkeypatch)
    assert code == 1
    assert "state" in str(told["error"])
