"""What a daemon has written down about its calls of a model, read from outside out of its store."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Accounts:
    """Those in one database file."""

    database: Path

    @property
    def used(self) -> int:
        """Calls of all players and days that count."""
        return self._one("SELECT coalesce(sum(used), 0) FROM quota_day")

    @property
    def micros(self) -> int:
        """Millionths of a USD of all players and days."""
        return self._one("SELECT coalesce(sum(micros), 0) FROM quota_day")

    @property
    def model_steps(self) -> int:
        """Steps of the trace that are calls of a model."""
        return self._one("SELECT count(*) FROM trace_step WHERE kind = 'model'")

    @property
    def open_runs(self) -> int:
        """Runs of the trace that have no end."""
        return self._one("SELECT count(*) FROM trace_run WHERE ended IS NULL")

    @property
    def reasons(self) -> list[str]:
        """Why the runs stopped, the oldest first."""
        return [str(row[0]) for row in self._rows("SELECT stop FROM trace_run ORDER BY id")]

    def text(self) -> str:
        """Every value of every table, to look for what must not be there."""
        tables = [
            str(row[0]) for row in self._rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
        ]
        rows = (row for table in tables for row in self._rows(f'SELECT * FROM "{table}"'))
        return "\n".join(str(value) for row in rows for value in row)

    def _one(self, query: str) -> int:
        return int(self._rows(query)[0][0])

    def _rows(self, query: str) -> list[tuple[int | str, ...]]:
        with closing(sqlite3.connect(self.database)) as connection:
            return connection.execute(query).fetchall()
