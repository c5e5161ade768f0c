"""How far a log was dealt with, kept over a restart: which file, where, which line.

A file's number alone proves little: it is used again when the file is gone. So the line that ends
at the offset is kept too, as its length and a digest, and is looked for where the file is another
one (a copy, a restored backup).
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final, NamedTuple

from bridge.minecraft.transports.log_file import LONGEST_LINE

if TYPE_CHECKING:
    from bridge.minecraft.transports.log_file import LogFile, LogLine

_DIGEST_BYTES: Final = 16
_STEP: Final = 1 << 20


class Mark(NamedTuple):
    """The end of the last line that was dealt with."""

    device: int
    inode: int
    offset: int
    length: int
    """Bytes of that line, without its end."""
    digest: bytes


NOTHING: Final = Mark(0, 0, 0, 0, b"")
"""There was no line yet: whatever a log holds later is new."""


def mark_of(line: LogLine) -> Mark:
    """The mark behind a line."""
    return Mark(*line.position, len(line.raw), _digest(line.raw))


def last_mark(log: LogFile, end: int) -> Mark:
    """The mark behind the last line that ends by this offset."""
    begin = max(0, end - LONGEST_LINE - 2)
    before, newline, _ = log.at(begin, end - begin).rpartition(b"\n")
    if not newline:
        return NOTHING
    raw = before[before.rfind(b"\n") + 1 :].lstrip(b"\0").removesuffix(b"\r")
    return Mark(*log.identity, begin + len(before) + 1, len(raw), _digest(raw))


def is_marked(raw: bytes, mark: Mark) -> bool:
    """Whether this line, without its end, has the words of the marked one."""
    return len(raw) == mark.length and _digest(raw) == mark.digest


def find_mark(log: LogFile, mark: Mark) -> int | None:
    """The offset behind the marked line in this log; None where that line is not in it."""
    if (mark.device, mark.inode) == log.identity and _stands_at(log, mark):
        return mark.offset
    return _search(log, mark)


def _stands_at(log: LogFile, mark: Mark) -> bool:
    begin = max(0, mark.offset - mark.length - 2)
    data = log.at(begin, mark.offset - begin)
    if len(data) != mark.offset - begin or not data.endswith(b"\n"):
        return False
    raw = data[:-1].removesuffix(b"\r")
    return len(raw) >= mark.length and _digest(raw[len(raw) - mark.length :]) == mark.digest


def _search(log: LogFile, mark: Mark) -> int | None:
    found: int | None = None
    end = 0
    rest = b""
    while data := log.at(end + len(rest), _STEP):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            end += len(line) + 1
            raw = line.lstrip(b"\0").removesuffix(b"\r")
            if is_marked(raw, mark):
                found = end
    return found


def _digest(raw: bytes) -> bytes:
    return hashlib.sha256(raw).digest()[:_DIGEST_BYTES]
