"""Replacing a file so that whoever opens it, also after a crash, sees the old one or the new one.

Written beside under another name, flushed to the disk, renamed over the old one; then the
directory is flushed, without which the rename itself could be lost with the power.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def replace_file(
    path: Path, content: bytes, *, keep: Path | None = None, mode: int = 0o644
) -> None:
    """Make `content` the file at `path`. OSError: nothing has changed.

    `keep`: where the old content stays, as the game keeps `.dat_old`; replaced atomically as well,
    and before the new content is there. `mode` is for a new file; an old one's mode stays.
    """
    with suppress(FileNotFoundError):
        mode = path.stat().st_mode & 0o7777
        if keep is not None:
            _write_over(keep, path.read_bytes(), mode)
    _write_over(path, content, mode)
    _flush_directory(path.parent)


def _write_over(path: Path, content: bytes, mode: int) -> None:
    beside = path.with_name(f".{path.name}.{secrets.token_hex(6)}.tmp")
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(mode)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _flush_directory(path: Path) -> None:
    # Windows cannot open a directory, and needs no flush of it.
    if os.name == "nt":
        return
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
