"""Lines with their right events, each judged alone: this project's own, and the reference page's
captured ones where that page is at hand.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bridge.minecraft.dialects.judge import parse
from bridge.minecraft.dialects.wire import as_json
from scripts.prove.log_lines import OWN, REFERENCE, rows

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(("table", "least"), [(OWN, 360), (REFERENCE, 60)])
def test_the_tables_are_read(table: Path, least: int) -> None:
    if not table.exists():
        pytest.skip(f"{table.name} is not here")
    assert len(rows(table)) > least


@pytest.mark.parametrize(("line", "event"), [*rows(OWN), *rows(REFERENCE)])
def test_the_line_means_what_the_table_says(line: bytes, event: str) -> None:
    found = parse(line)
    assert (None if found is None else as_json(found)) == json.loads(event)
