"""Reading one of a server's small files."""

from __future__ import annotations

from io import BufferedReader
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ReadError
from bridge.files.regular import open_regular

if TYPE_CHECKING:
    from pathlib import Path

LARGEST: Final = 16 << 20
"""Bytes; what is longer is not one of these files."""


def contents(path: Path) -> bytes:
    """A file's bytes. Raises ReadError, whose cause tells a missing file apart."""
    try:
        with BufferedReader(open_regular(path)) as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        problem = f"cannot be read: {error.strerror}"
        raise ReadError(problem, file=str(path)) from error
    if len(content) > LARGEST:
        problem = f"is longer than {LARGEST} bytes"
        raise ReadError(problem, file=str(path))
    return content


def contents_if_there(path: Path) -> bytes | None:
    """The same, and None for a missing file."""
    try:
        return contents(path)
    except ReadError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            return None
        raise
