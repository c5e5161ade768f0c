"""The daemon's own log, on standard error or in a file: for people, or one JSON object a line.

The standard library's logging, since structlog's import alone takes a tenth of the second that
a start may take (docs/measurements.md).
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

from typing_extensions import override

if TYPE_CHECKING:
    from pathlib import Path

ROOT = "bridge"


class JsonLines(logging.Formatter):
    """`{"time" (ISO 8601, UTC), "level", "logger", "message"}`, for our bugs also `"traceback"`."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


class Readable(logging.Formatter):
    """`21:04:11 warning  message`. A record stays one line, whatever its arguments held."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-8s %(message)s", "%H:%M:%S")

    @override
    def formatMessage(self, record: logging.LogRecord) -> str:
        record.levelname = record.levelname.lower()
        return super().formatMessage(record).replace("\r", "\\r").replace("\n", "\\n")


def configure(form: Literal["console", "json"], file: Path | None = None) -> None:
    """Send everything that our loggers write to standard error, or to `file`."""
    handler = logging.FileHandler(file, encoding="utf-8") if file else logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == "json" else Readable())
    logger = logging.getLogger(ROOT)
    for old in tuple(logger.handlers):
        logger.removeHandler(old)
        old.close()
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    logger.propagate = False
