"""What commands print: one JSON document, or words for a person."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def document(value: object) -> None:
    """One JSON document on standard output."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def warn(text: str) -> None:
    """One line on standard error."""
    print(" ".join(text.splitlines()), file=sys.stderr)


def table(rows: Iterable[Sequence[str]]) -> None:
    """Columns as wide as they need to be; the last is not padded."""
    lines = [tuple(row) for row in rows]
    if not lines:
        return
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        padded = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        print("  ".join(padded).rstrip())
