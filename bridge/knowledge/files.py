"""The pages of a folder of Markdown files, read again one by one as they change.

Of a file that cannot be read the last good copy stays, and its age is told.
"""

from __future__ import annotations

import os
import stat
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bridge.files.background import in_background
from bridge.files.steady import Broken, Good, Stale, SteadyFile
from bridge.knowledge.sections import Page, page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bridge.core.clock import Clock

MOST_BYTES: Final = 1_048_576
MOST_FILES: Final = 5_000

_Stamp = tuple[int, int, int]


class PageFolder:
    """The files under `folder` that fit `patterns`, such as `*.md`, as pages by their path in it.

    Read by one task at a time.
    """

    def __init__(self, folder: Path, patterns: Sequence[str], *, clock: Clock) -> None:
        self.folder = folder
        self._patterns = patterns
        self._clock = clock
        self._files: dict[str, SteadyFile[Page]] = {}
        self._stamps: dict[str, _Stamp] = {}
        self._pages: dict[str, Page] = {}

    @property
    def pages(self) -> Mapping[str, Page]:
        """Those of the last reading, in the order of their paths."""
        return self._pages

    async def read(self) -> Sequence[str]:
        """Read what changed; what is wrong with which file, a line each."""
        stamps, problems = await in_background(partial(_stamps, self.folder, self._patterns))
        pages: dict[str, Page] = {}
        kept: dict[str, _Stamp] = {}
        for name in sorted(stamps)[:MOST_FILES]:
            if self._stamps.get(name) == stamps[name] and name in self._pages:
                pages[name], kept[name] = self._pages[name], stamps[name]
                continue
            match await self._file(name).read():
                case Good(value=found):
                    pages[name], kept[name] = found, stamps[name]
                case Stale(missing=True) | Broken(missing=True):
                    pass
                case Stale(value=found, age=age, problem=problem):
                    pages[name] = found
                    problems.append(f"{name}: {problem}; what it said {age:.0f} s ago is kept")
                case Broken(problem=problem):
                    problems.append(f"{name}: {problem}")
        if len(stamps) > MOST_FILES:
            problems.append(f"{self.folder}: only the first {MOST_FILES} files are read")
        self._files = {name: file for name, file in self._files.items() if name in stamps}
        self._pages, self._stamps = pages, kept
        return problems

    def _file(self, name: str) -> SteadyFile[Page]:
        if name not in self._files:
            parse = partial(parsed, name)
            path = self.folder / name
            self._files[name] = SteadyFile(path, parse, clock=self._clock, most=MOST_BYTES)
        return self._files[name]


def parsed(name: str, content: bytes) -> Page:
    """The page that a file is. Raises ValueError for what is no text."""
    try:
        return page(name, content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        problem = f"it is not UTF-8 (byte {error.start})"
        raise ValueError(problem) from error


def _stamps(folder: Path, patterns: Sequence[str]) -> tuple[dict[str, _Stamp], list[str]]:
    """The files to read by their paths, and a line for each that is left alone."""
    found: dict[str, _Stamp] = {}
    problems: list[str] = []
    inside = os.path.realpath(folder)
    for path in (path for pattern in patterns for path in folder.glob(pattern)):
        name = path.relative_to(folder).as_posix()
        try:
            status = path.stat()
        except OSError:
            continue
        if not stat.S_ISREG(status.st_mode) or path.name.startswith("."):
            continue
        if not _is_text(name):
            problems.append(f"{name!a}: its name is not UTF-8")
        elif not Path(os.path.realpath(path)).is_relative_to(inside):
            problems.append(f"{name}: it is a link that leads out of the folder")
        else:
            found[name] = (status.st_ino, status.st_size, status.st_mtime_ns)
    return found, problems


def _is_text(name: str) -> bool:
    """Python names a file that is not UTF-8 by halves of surrogate pairs."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
