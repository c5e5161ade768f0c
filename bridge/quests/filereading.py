"""Reads the single files of a book: what each was when read, and what was wrong with it."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, TypeVar

from bridge.core.errors import ReadError, SnbtError
from bridge.minecraft import nbt, snbt
from bridge.quests import json5

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from bridge.quests.fields import Tree

_T = TypeVar("_T")

_GZIP: Final = b"\x1f\x8b"
_RAW_NBT: Final = b"\x0a\x00"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something wrong with a book; `text` is one line that begins with the file's name."""

    file: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """Tells whether a file changed since it was read."""

    mtime_ns: int
    size: int


@dataclass(slots=True)
class FileReading:
    """One reading of a server's files. Names are paths under the server's directory."""

    server_directory: Path
    problems: list[Problem] = field(default_factory=list[Problem])
    stamps: dict[str, Stamp] = field(default_factory=dict[str, Stamp])

    def read(self, path: Path, parse: Callable[[bytes, str], _T]) -> _T | None:
        """What `parse` makes of a file's bytes and name; None, and a problem, if it cannot."""
        file = path.relative_to(self.server_directory).as_posix()
        try:
            # The stamp is taken first: a write in between makes the file look changed later.
            status = path.stat()
            self.stamps[file] = Stamp(mtime_ns=status.st_mtime_ns, size=status.st_size)
            return parse(path.read_bytes(), file)
        except ReadError as error:
            self.report(file, str(error))
        except OSError as error:
            self.report(file, f"{file}: {error.strerror or error}")
        return None

    def stamp(self, file: str) -> Stamp | None:
        """What the file is now, without reading it; None where it cannot be looked at."""
        try:
            status = os.stat(f"{self.server_directory}/{file}")
        except OSError:
            return None
        return Stamp(mtime_ns=status.st_mtime_ns, size=status.st_size)

    def trees(self, root: Path, names: Iterable[str]) -> dict[str, Tree]:
        """The trees, by name under `root`, of those files that can be read."""
        found = ((name, self.read(root / name, parse_tree)) for name in names)
        return {name: tree for name, tree in found if tree is not None}

    def since(self, first: int, written: int) -> None:
        """Say of the problems from this one on that the content of an earlier time is kept.

        `written` is that time, in nanoseconds since 1970.
        """
        when = datetime.fromtimestamp(written / 1e9, UTC).isoformat(" ", "seconds")
        for at, problem in enumerate(self.problems[first:], first):
            text = f"{problem.text}; it stays as it was written at {when}"
            self.problems[at] = Problem(file=problem.file, text=text)

    def report(self, file: str, text: str) -> None:
        """Note a problem."""
        self.problems.append(Problem(file=file, text=text))


def parse_tree(data: bytes, file: str) -> Tree:
    """A quest file's content. Raises ReadError.

    By what it holds: binary by its first bytes; a `.json5` is one, and 26.1 may write the same
    under the old name (A1), so what is no SNBT may be one too.
    """
    if data.startswith((_GZIP, _RAW_NBT)):
        return nbt.read(data, file=file)
    if file.endswith(".json5"):
        return json5.parse_object(data, file=file)
    try:
        return snbt.parse_compound(data, file=file)
    except SnbtError:
        with suppress(ReadError):
            return json5.parse_object(data, file=file)
        raise
