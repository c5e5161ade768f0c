"""What commands print."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bridge.cli import output

if TYPE_CHECKING:
    import pytest


def test_a_document_is_json_with_its_characters_as_they_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    output.document({"title": "储存", "n": [1, None]})
    text = capsys.readouterr().out
    assert "储存" in text
    assert json.loads(text) == {"title": "储存", "n": [1, None]}


def test_a_warning_is_one_line_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    output.warn("first\nsecond\r\nthird\u2028fourth")
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "first second third fourth\n"


def test_a_table_has_columns_as_wide_as_they_need_to_be(
    capsys: pytest.CaptureFixture[str],
) -> None:
    output.table(row for row in [("a", "long title", "x"), ("bbb", "", "yy"), ("c", "t", "")])
    assert capsys.readouterr().out.splitlines() == [
        "a    long title  x",
        "bbb              yy",
        "c    t",
    ]


def test_a_table_without_rows_is_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    output.table(())
    assert capsys.readouterr().out == ""
