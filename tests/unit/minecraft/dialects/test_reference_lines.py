"""The reference page's captured lines, each judged alone, where that page is at hand."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bridge.minecraft.dialects.judge import parse
from bridge.minecraft.dialects.wire import as_json

TABLE = Path(__file__).parents[4] / ".." / "shared" / "reference" / "log-lines.tsv"
ESCAPE = re.compile(r"\\x([0-9a-f]{2})|\\([rnt])")
NAMED = {"r": b"\r", "n": b"\n", "t": b"\t"}


def rows() -> list[tuple[str, str]]:
    if not TABLE.exists():
        return []
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    cells = [line.split("\t") for line in lines if not line.startswith("#")]
    return [(row[2], row[3]) for row in cells[1:]]


def raw(line: str) -> bytes:
    """The table writes ESC, CR and bytes that are no text as escapes."""
    made = b""
    end = 0
    for match in ESCAPE.finditer(line):
        made += line[end : match.start()].encode()
        made += bytes.fromhex(match[1]) if match[1] else NAMED[match[2]]
        end = match.end()
    return made + line[end:].encode()


@pytest.mark.skipif(not TABLE.exists(), reason="the reference lines are not here")
def test_the_table_is_read() -> None:
    assert len(rows()) > 50


@pytest.mark.parametrize(("line", "event"), rows())
def test_the_line_means_what_the_table_says(line: str, event: str) -> None:
    found = parse(raw(line))
    assert (None if found is None else as_json(found)) == json.loads(event)
