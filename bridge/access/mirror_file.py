"""The mirror's file on the disk. Blocking; raises OSError."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

from bridge.files.atomic import replace_file

if TYPE_CHECKING:
    from pathlib import Path

_LARGEST = 64 * 1024 * 1024
"""Far more than a million players take."""


def read(path: Path) -> bytes | None:
    """The file's content; None where there is none."""
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except FileNotFoundError:
        return None
    if len(data) > _LARGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return data


def replace(path: Path, data: bytes) -> None:
    """Put `data` in the file's place; the previous content stays as `<name>_old`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # What a killed process was writing stays under its passing name (`files.atomic`).
    for left in path.parent.glob(f".{path.name}*.tmp"):
        left.unlink(missing_ok=True)
    replace_file(path, data, keep=path.with_name(f"{path.name}_old"))
