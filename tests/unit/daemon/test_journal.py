"""A record is one line, whatever it holds."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Literal

import pytest

from bridge.daemon import journal

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path


@pytest.fixture(autouse=True)
def _restored() -> Generator[None]:
    logger = logging.getLogger(journal.ROOT)
    yield
    for handler in tuple(logger.handlers):
        logger.removeHandler(handler)
        handler.close()
    logger.propagate = True


def written(path: Path, form: Literal["console", "json"]) -> list[str]:
    journal.configure(form, path)
    log = logging.getLogger("bridge.daemon")
    log.warning("chat of %s: %s", "Mara", "a\nb\r[12:00:00] fake")
    try:
        _ = 1 / 0
    except ZeroDivisionError:
        log.exception("a bug")
    return path.read_text(encoding="utf-8").splitlines()


def test_a_line_break_in_an_argument_starts_no_line(tmp_path: Path) -> None:
    lines = written(tmp_path / "log", "console")
    assert lines[0].endswith("warning  chat of Mara: a\\nb\\r[12:00:00] fake")


def test_json_lines_are_json_and_hold_the_traceback_of_a_bug(tmp_path: Path) -> None:
    first, second = (json.loads(line) for line in written(tmp_path / "log", "json"))
    assert first["message"] == "chat of Mara: a\nb\r[12:00:00] fake"
    assert first["level"] == "warning"
    assert "ZeroDivisionError" in second["traceback"]


def test_configuring_again_replaces_the_handler(tmp_path: Path) -> None:
    journal.configure("console", tmp_path / "one")
    assert len(written(tmp_path / "two", "json")) == 2
    assert (tmp_path / "one").read_text() == ""
