"""Which state a source is in, without reading it."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

from bridge.items.files.containers import walked

if TYPE_CHECKING:
    from pathlib import Path


def stamp(path: Path) -> tuple[str, int]:
    """Size and time of a file, or of all files of a folder; and the newest time, in nanoseconds.

    Raises OSError for a source that is gone.
    """
    state = os.stat(path)
    if not path.is_dir():
        return f"{state.st_size}:{state.st_mtime_ns}", state.st_mtime_ns
    digest = hashlib.blake2b(digest_size=16)
    newest = 0
    for name, inner in walked(path):
        digest.update(f"{name}\0{inner.st_size}\0{inner.st_mtime_ns}\n".encode("utf-8", "replace"))
        newest = max(newest, inner.st_mtime_ns)
    return digest.hexdigest(), newest
