"""The text of bridge.toml with one more server in it. Pure.

What its owner wrote stays as it stands, to the byte. Where the commented example of a server that
we ship is still there, it is put into force; else the table comes at the end.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Container

_NOT_IN_A_NAME: Final = re.compile(r"[^A-Za-z0-9_-]+")
_LONGEST_NAME: Final = 48
_EXAMPLE: Final = re.compile(
    r"^# \[servers\.main\](?P<table>[^\r\n]*)(?P<end>\r?\n)# directory = (?:\"[^\"\r\n]*\")", re.M
)
FIRST: Final = "main"


def name_for(folder: str, taken: Container[str]) -> str:
    """What a server is called in the file: `main`, else after its folder."""
    if FIRST not in taken:
        return FIRST
    stem = _NOT_IN_A_NAME.sub("-", folder).strip("-")[:_LONGEST_NAME] or "server"
    numbered = (stem if number == 1 else f"{stem}-{number}" for number in range(1, 1 << 16))
    return next(name for name in numbered if name not in taken)


def with_server(text: str, name: str, directory: str) -> str:
    """The text with `[servers.NAME]` in it."""
    written = quoted(directory)
    example = _EXAMPLE.search(text)
    if name == FIRST and example is not None:
        table = f"[servers.main]{example['table']}{example['end']}directory = {written}"
        return text[: example.start()] + table + text[example.end() :]
    line_end = "\r\n" if "\r\n" in text else "\n"
    before = text if not text or text.endswith("\n") else text + line_end
    gap = line_end if before.strip("\ufeff\r\n") else ""
    return f"{before}{gap}[servers.{name}]{line_end}directory = {written}{line_end}"


def quoted(text: str) -> str:
    """A TOML basic string: JSON's, but that DEL is escaped too. Raises UnicodeEncodeError."""
    text.encode("utf-8")
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
