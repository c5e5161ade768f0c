"""Opening what has to be a file with an end.

Opening a pipe that nobody writes to waits for ever, and a device like `/dev/zero` has no end: one
of them at the place of a log or a configuration would hold up the whole program.
"""

from __future__ import annotations

import errno
import os
import stat
from io import FileIO
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

_FLAGS: Final = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


class IrregularFileError(OSError):
    """A pipe, a device, a socket or a folder."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EINVAL, "is no file but a folder, a pipe or a device", str(path))


def open_regular(path: Path) -> FileIO:
    """The file to read, unbuffered. Raises OSError; IrregularFileError: it is something else."""
    # Opening some devices does things (a tape rewinds), so it is looked at before as well.
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise IrregularFileError(path)
    file = FileIO(path, opener=_opened)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise IrregularFileError(path)
    return file


def _opened(path: str, _: int) -> int:
    return os.open(path, _FLAGS)
