"""Tag files: values with optional entries, `replace`, and Forge's `remove`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.items.model import TAG, Tag, identified
from bridge.items.reading import stacks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bridge.items.reading.jsontext import Json

VALUES: Final = 20_000


def read_tag(name: str, value: Json, mark: str = "") -> Tag:
    """The tag of a file; `mark` is what the things of its registry begin with."""
    written = {"values": value} if isinstance(value, list) else stacks.items(value)
    return Tag(
        name=f"{mark}{TAG}{name}",
        values=tuple(_entries(written.get("values"), mark)),
        removed=tuple(_entries(written.get("remove"), mark)),
        replace=written.get("replace") is True,
    )


def _entries(written: Json, mark: str) -> Iterator[str]:
    for entry in (written if isinstance(written, list) else [])[:VALUES]:
        text = stacks.text(entry, "id") if isinstance(entry, dict) else entry
        if isinstance(text, str) and (name := identified(text.removeprefix(TAG))):
            yield f"{mark}{TAG if text.startswith(TAG) else ''}{name}"
