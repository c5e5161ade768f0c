"""A whole tree of directories, read again whenever something in it changes.

And single files beside it, named by patterns, without the folders around them being watched whole.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial
from glob import escape
from typing import TYPE_CHECKING, Final, TypeVar

from bridge.files.background import in_background
from bridge.files.watch import POLL_SECONDS, choose, is_exhausted, tell_polling

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
    from pathlib import Path

    from bridge.core.clock import Clock
    from bridge.files.watch import Method

SETTLE_SECONDS: Final = 0.1
"""After the first change: whoever saves a tree writes many files."""

ResultT = TypeVar("ResultT")

_Stamps = dict[str, tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Beside:
    """Files under `root` that count as well: `patterns` such as `assets/*/lang/*.json`.

    A step is a name with `*` for any part of it; there is no `**`.
    """

    root: Path
    patterns: tuple[str, ...]


async def tree_states(
    path: Path,
    *,
    clock: Clock,
    beside: Beside | None = None,
    method: Method | None = None,
    settle: float = SETTLE_SECONDS,
) -> AsyncGenerator[None]:
    """One step for each state of the tree that ought to be read; the first at once.

    The watch is set before a step, so what changes while the caller reads makes the next one.
    `path` may be missing: then it is waited for, and so is whatever fits `beside`. Where no inotify
    is left the tree is compared with itself instead. `settle`: seconds between a change and its
    step, in which further ones join it. Without an end. Iterate within `aclosing`.
    """
    beside = beside or Beside(path, ())
    watched = (method or choose(path)) == "inotify"
    while True:
        if watched:
            from bridge.files.inotify_tree import any_change

            try:
                async with any_change(await _apart(_watchable, path, beside)) as change:
                    yield
                    await change()
            except OSError as problem:
                if not is_exhausted(problem):
                    raise
                tell_polling(path, problem)
                watched = False
                continue
        else:
            before = await _apart(_stamps, path, beside)
            yield
            while await _apart(_stamps, path, beside) == before:
                await clock.sleep(POLL_SECONDS)
        await clock.sleep(settle)


async def _apart(walk: Callable[[Path, Beside], ResultT], path: Path, beside: Beside) -> ResultT:
    """Walk in a thread: a tree of a thousand folders takes a tenth of a second."""
    return await in_background(partial(walk, path, beside))


def _watchable(path: Path, beside: Beside) -> Mapping[Path, set[str]]:
    """The directories that there are, and the patterns of the names in each that matter."""
    found: dict[Path, set[str]] = {}
    if os.path.isdir(path):
        found = {path: {"*"}} | {path / folder: {"*"} for folder in _folders(path)}
    present = [above for above in path.parents if os.path.isdir(above)]
    # Those further up matter only in that they stay.
    found |= {above: set[str]() for above in present}
    awaited = path.relative_to(present[0]).parts[0]
    found[present[0]] = {escape(awaited)}
    for pattern in beside.patterns:
        _await(beside.root, pattern.split("/"), found)
    return found


def _await(folder: Path, steps: list[str], found: dict[Path, set[str]]) -> None:
    """Each directory on the way to what fits the pattern, for the next step of the way."""
    if not os.path.isdir(folder):
        return
    found.setdefault(folder, set()).add(steps[0])
    if len(steps) > 1:
        for inner in _fitting(folder, steps[0]):
            _await(inner, steps[1:], found)


def _fitting(folder: Path, step: str) -> list[Path]:
    if "*" not in step:
        return [folder / step]
    try:
        return [folder / name for name in os.listdir(folder) if fnmatchcase(name, step)]
    except OSError:
        return []


def _folders(path: Path) -> Iterator[str]:
    for folder, inner, _ in os.walk(path):
        for name in inner:
            yield os.path.join(folder, name)


def _stamps(path: Path, beside: Beside) -> _Stamps:
    """What tells one state of the files from another, by path; empty while there are none."""
    found = dict(_entries(str(path)))
    for pattern in beside.patterns:
        fitting = [beside.root]
        for step in pattern.split("/"):
            fitting = [inner for folder in fitting for inner in _fitting(folder, step)]
        for file in fitting:
            found |= _entries(str(file))
    return found


def _entries(path: str) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """A file, or a directory with everything in it."""
    try:
        yield path, _stamp(os.stat(path))
        with os.scandir(path) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    yield from _entries(entry.path)
                else:
                    yield entry.path, _stamp(entry.stat())
    except OSError:
        return


def _stamp(status: os.stat_result) -> tuple[int, int, int]:
    return status.st_ino, status.st_size, status.st_mtime_ns
