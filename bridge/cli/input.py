"""What commands read: standard input, which may be closed."""

from __future__ import annotations

import io
import sys
from typing import IO, BinaryIO


def text() -> IO[str]:
    """Standard input as text; nothing where there is none (`<&-`)."""
    return io.StringIO() if sys.stdin is None else sys.stdin


def binary() -> BinaryIO:
    """Standard input as bytes."""
    return io.BytesIO() if sys.stdin is None else sys.stdin.buffer
