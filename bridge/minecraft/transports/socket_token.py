"""The word that a peer must know: a file that only this user can read."""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ReadError

if TYPE_CHECKING:
    from pathlib import Path

_LONGEST: Final = 512
_RANDOM_BYTES: Final = 32


def load_token(path: Path) -> str:
    """The token in a file. Raises ReadError when there is none."""
    try:
        with path.open("rb") as file:
            token = file.read(_LONGEST + 1).decode("ascii").strip()
    except FileNotFoundError as error:
        problem = "no token: no daemon has run here yet"
        raise ReadError(problem, file=str(path)) from error
    except (OSError, UnicodeDecodeError) as error:
        problem = f"cannot be read: {error}"
        raise ReadError(problem, file=str(path)) from error
    if not token or len(token) > _LONGEST or not token.isprintable():
        problem = "holds no token; remove the file, and the next start makes one"
        raise ReadError(problem, file=str(path))
    return token


def load_or_create_token(path: Path) -> str:
    """The token in a file, made of 32 random bytes the first time; the file gets mode 0600.

    Of two processes that make it at once, both get the first one's. Raises ReadError.
    """
    try:
        if not path.exists():
            _create(path)
        path.chmod(0o600)
    except OSError as error:
        problem = f"cannot be made: {error}"
        raise ReadError(problem, file=str(path)) from error
    return load_token(path)


def _create(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        try:
            os.write(file, f"{secrets.token_urlsafe(_RANDOM_BYTES)}\n".encode("ascii"))
            os.fsync(file)
        finally:
            os.close(file)
        _link(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def _link(beside: Path, path: Path) -> None:
    """Give the file its name unless somebody has; a rename would take theirs away."""
    try:
        os.link(beside, path)
    except FileExistsError:
        return
    except OSError:  # a file system without links
        beside.replace(path)
