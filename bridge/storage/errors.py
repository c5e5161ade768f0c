"""SQLite's errors as ours, each one clear line."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bridge.core.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Generator

_DAMAGED = "it is damaged: restore a backup, or move it away to start anew"
_FULL = "the disk is full"
_HELD = "another program holds it"
_PROBLEMS = {
    sqlite3.SQLITE_BUSY: _HELD,
    sqlite3.SQLITE_LOCKED: _HELD,
    sqlite3.SQLITE_READONLY: "it cannot be written",
    sqlite3.SQLITE_PERM: "it may not be opened",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    sqlite3.SQLITE_IOERR: "the disk failed",
    sqlite3.SQLITE_IOERR_SHMSIZE: _FULL,
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
}
_PRIMARY_CODE = 0xFF
"""The low byte of an extended result code is the primary one (sqlite.org/rescode.html)."""


@contextmanager
def mapped(name: str) -> Generator[None]:
    """Raise StoreError `<name>: <problem>` for an error of SQLite or of the file below it."""
    try:
        yield
    except sqlite3.Error as error:
        # Errors of the Python module itself carry no code.
        code: int = getattr(error, "sqlite_errorcode", 0)
        problem = _PROBLEMS.get(code) or _PROBLEMS.get(code & _PRIMARY_CODE) or str(error)
        raise StoreError(f"{name}: {problem}") from error
    except OSError as error:
        raise StoreError(f"{name}: {error.strerror or error}") from error
