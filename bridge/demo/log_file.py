"""`logs/latest.log` as vanilla writes it.

Layout and rotation: reference page "Minecraft Java server facts", A1 and A5.
"""

from __future__ import annotations

import gzip
import re
from datetime import date, datetime
from typing import TYPE_CHECKING

from bridge.demo import utf16

if TYPE_CHECKING:
    from collections.abc import Callable
    from io import FileIO
    from pathlib import Path

SERVER_THREAD = "Server thread"

_ARCHIVE = re.compile(r"(\d{4}-\d{2}-\d{2})-(\d+)\.log\.gz")


class LogFile:
    """The open log. Every message is one write, so that a reader never sees the half of one.

    `local_time` gives the server's wall clock. A log that is there already, and one of an earlier
    day at the first message after midnight, becomes `YYYY-MM-DD-N.log.gz`; then a new file begins.
    """

    def __init__(self, folder: Path, local_time: Callable[[], datetime]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._local_time = local_time
        self._path = folder / "latest.log"
        if self._path.exists():
            self._archive(self._last_written())
        self._file = self._open()

    def write(self, message: str, *, thread: str = SERVER_THREAD, level: str = "INFO") -> None:
        """Log a message; its second and further lines have no header, as in the game."""
        now = self._local_time()
        if now.date() != self._day:
            self.rotate()
        line = f"[{now:%H:%M:%S}] [{thread}/{level}]: {message}\n"
        self._file.write(utf16.encode(line))

    def rotate(self) -> None:
        """Archive the log under the day it was begun on, and begin a new file."""
        self._file.close()
        self._archive(self._day)
        self._file = self._open()

    def close(self) -> None:
        """Write no more."""
        self._file.close()

    def _open(self) -> FileIO:
        self._day = self._local_time().date()
        return self._path.open("ab", buffering=0)

    def _last_written(self) -> date:
        modified = self._path.stat().st_mtime
        return datetime.fromtimestamp(modified, self._local_time().tzinfo).date()

    def _archive(self, day: date) -> None:
        numbers = [
            int(match[2])
            for entry in self._folder.iterdir()
            if (match := _ARCHIVE.fullmatch(entry.name)) and match[1] == day.isoformat()
        ]
        plain = self._path.rename(self._folder / f"{day}-{max(numbers, default=0) + 1}.log")
        with gzip.open(f"{plain}.gz", "wb") as archive:
            archive.write(plain.read_bytes())
        plain.unlink()
