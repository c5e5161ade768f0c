"""A bar on standard error for work that takes its time; nothing where that is no terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from types import TracebackType

_WIDTH: Final = 30
_NAME: Final = 36


class Bar:
    """Shown while the block runs, gone after it."""

    def __init__(self) -> None:
        self._shown = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._shown:
            self._write("\r\x1b[K")

    def show(self, done: int, of: int, name: str) -> None:
        """So much of it is done; `name` is what comes now."""
        if not sys.stderr.isatty() or not of:
            return
        self._shown = True
        full = _WIDTH * done // of
        bar = "#" * full + "." * (_WIDTH - full)
        safe = "".join(c for c in name if c.isprintable())[-_NAME:]
        self._write(f"\r\x1b[K[{bar}] {done}/{of} {safe}")

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()
