"""What a server packed away while nobody followed its log (reference page, section A5).

At its start and at midnight `latest.log` becomes `2026-11-30-1.log`, soon packed to `.log.gz`. If
the last line that was dealt with stands in such a file, the lines behind it were missed.
"""

from __future__ import annotations

import gzip
import os
import re
import zlib
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from bridge.files.regular import open_regular
from bridge.minecraft.transports.log_file import LONGEST_LINE, LogLine, Position
from bridge.minecraft.transports.log_mark import is_marked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from bridge.minecraft.transports.log_mark import Mark

_NAME: Final = re.compile(r"(\d{4}-\d\d-\d\d)-(\d{1,6})\.log(\.gz)?")
_MARGIN: Final = timedelta(minutes=1)
"""A log tells no days. So what is of an earlier day than this before the newest line is left out,
or a line of yesterday would look as young as one of today."""
_STEP: Final = 1 << 20
_MOST: Final = 16 * _STEP
"""Bytes of archives that are looked into, the last ones: a server that crashes in a loop begins a
log in each second."""


class _Archive(NamedTuple):
    day: date
    number: int
    names: list[str]
    """The plain file first: until it is packed whole, both are there."""


def missed(log: Path, mark: Mark) -> list[LogLine] | None:
    """The lines behind the marked one in the archives beside this log; None where it is in none."""
    lines: list[LogLine] = []
    left = _MOST
    for archive in _archives(log):
        of_this = _lines([log.with_name(name) for name in archive.names], left)
        for index in range(len(of_this) - 1, -1, -1):
            if is_marked(of_this[index].raw, mark):
                return of_this[index + 1 :] + lines
        lines = of_this + lines
        left -= sum(len(line.raw) + 1 for line in of_this)
        if left <= 0:
            break
    return None


def _archives(log: Path) -> list[_Archive]:
    """Those that may hold something young enough, the newest first."""
    try:
        names = os.listdir(log.parent)
        newest = datetime.fromtimestamp(log.stat().st_mtime, UTC).astimezone()
    except OSError:
        return []
    first_day = (newest - _MARGIN).date()
    found: dict[tuple[date, int], _Archive] = {}
    for name in sorted(names):
        match = _NAME.fullmatch(name)
        if match is None or (day := _day(match[1])) is None or day < first_day:
            continue
        number = int(match[2])
        found.setdefault((day, number), _Archive(day, number, [])).names.append(name)
    return sorted(found.values(), reverse=True)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _lines(paths: Iterable[Path], most: int) -> list[LogLine]:
    """The last whole lines, of so many bytes, of the first of these that can be read."""
    for path in paths:
        try:
            return list(_read(path, most))
        except (OSError, EOFError, zlib.error):  # gone meanwhile, or not packed whole yet
            continue
    return []


def _read(path: Path, most: int) -> Iterator[LogLine]:
    with open_regular(path) as file:
        status = os.fstat(file.fileno())
        packed = path.name.endswith(".gz")
        with gzip.GzipFile(fileobj=file) if packed else file as content:
            data, end = b"", 0
            while block := content.read(_STEP):
                data = (data + block)[-most:]
                end += len(block)
    offset = end - len(data)
    if offset:  # it begins within a line
        offset += data.find(b"\n") + 1
        data = data[data.find(b"\n") + 1 :]
    for raw in data.split(b"\n")[:-1]:
        offset += len(raw) + 1
        text = raw.lstrip(b"\0").removesuffix(b"\r")
        if len(text) <= LONGEST_LINE:
            position = Position(status.st_dev, status.st_ino, offset)
            yield LogLine(text, position, history=False)
