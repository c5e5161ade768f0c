import errno
import sqlite3

import pytest

from bridge.core.errors import StoreError
from bridge.storage.errors import mapped


def failure(code: int, text: str = "as SQLite says it") -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(text)
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        (sqlite3.SQLITE_FULL, "the disk is full"),
        (sqlite3.SQLITE_IOERR_SHMSIZE, "the disk is full"),
        (sqlite3.SQLITE_BUSY, "another program holds it"),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, "another program holds it"),
        (sqlite3.SQLITE_READONLY_DBMOVED, "it cannot be written"),
        (sqlite3.SQLITE_IOERR_FSYNC, "the disk failed"),
        (sqlite3.SQLITE_CORRUPT_VTAB, "it is damaged"),
        (sqlite3.SQLITE_NOTADB, "it is damaged"),
        (sqlite3.SQLITE_ERROR, "as SQLite says it"),
    ],
)
def test_a_code_is_one_clear_line_with_its_cause(code: int, problem: str) -> None:
    cause = failure(code)
    with pytest.raises(StoreError, match=f"^state.db: {problem}") as raised, mapped("state.db"):
        raise cause
    assert raised.value.__cause__ is cause
    assert "\n" not in str(raised.value)


def test_an_error_of_the_file_system_is_a_store_error() -> None:
    with pytest.raises(StoreError, match=r"^state.db: No space left"), mapped("state.db"):
        raise OSError(errno.ENOSPC, "No space left on device")


def test_other_errors_pass() -> None:
    with pytest.raises(LookupError), mapped("state.db"):
        raise LookupError
