"""`rcon-commands.log`: every command that came over RCON, for who wants to see what was sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

_ONE_LINE = str.maketrans({"\\": "\\\\", "\n": "\\n", "\r": "\\r"})


class RconRecord:
    """One line a command, its time and its text; and the texts in memory, oldest first."""

    def __init__(self, path: Path) -> None:
        self.commands: list[str] = []
        self._path = path

    def add(self, command: str, *, now: datetime) -> None:
        """Record a command. Backslashes and line breaks in it are written as escapes."""
        self.commands.append(command)
        line = f"{now.isoformat(timespec='milliseconds')} {command.translate(_ONE_LINE)}\n"
        with self._path.open("a", encoding="utf-8", newline="\n") as record:
            record.write(line)
