"""Reading a file that somebody else may be writing just now.

A game server, a mod or an editor may rewrite a file in place. A reader then sees a part of it,
which fails to parse or, worse, parses; so a reading counts only if the file stood still around it.
"""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from bridge.core.errors import BridgeError
from bridge.files.regular import open_regular

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from bridge.core.clock import Clock

T = TypeVar("T")

ATTEMPTS = 5
PAUSE_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Good(Generic[T]):
    """The file as it is now."""

    value: T


@dataclass(frozen=True, slots=True)
class Stale(Generic[T]):
    """What the file last was, `age` seconds ago, and why it cannot be read now."""

    value: T
    age: float
    problem: str
    missing: bool = False


@dataclass(frozen=True, slots=True)
class Broken:
    """The file has not been readable since this program looks at it."""

    problem: str
    missing: bool = False


class _UnsteadyError(Exception):
    """It was written while it was read."""


class SteadyFile(Generic[T]):
    """One file and the last good reading of it.

    `parse` gets the whole content, runs in a thread, and raises BridgeError or ValueError for what
    it cannot take. Between attempts there is a pause; a missing file is not waited for. Of a file
    with more than `most` bytes nothing is read.
    """

    def __init__(
        self,
        path: Path,
        parse: Callable[[bytes], T],
        *,
        clock: Clock,
        attempts: int = ATTEMPTS,
        pause: float = PAUSE_SECONDS,
        most: int | None = None,
    ) -> None:
        self._path = path
        self._parse = parse
        self._clock = clock
        self._attempts = attempts
        self._pause = pause
        self._most = most
        self._last: tuple[T, float] | None = None

    async def read(self) -> Good[T] | Stale[T] | Broken:
        """The file now, or what is left of earlier readings with the reason."""
        problem = ""
        for attempt in range(self._attempts):
            if attempt:
                await self._clock.sleep(self._pause)
            try:
                value = await asyncio.to_thread(self._read_once)
            except FileNotFoundError:
                return self._failed("there is no such file", missing=True)
            except _UnsteadyError:
                problem = "it is being written without a pause"
            except OSError as error:
                problem = error.strerror or str(error)
            except (BridgeError, ValueError) as error:
                problem = str(error)
            else:
                self._last = (value, self._clock.monotonic())
                return Good(value)
        return self._failed(problem)

    def _read_once(self) -> T:
        with open_regular(self._path) as file:
            status = os.fstat(file.fileno())
            if self._most is not None and status.st_size > self._most:
                problem = f"it has more than {self._most} bytes"
                raise ValueError(problem)
            before = _state(status)
            content = file.read()
        try:
            return self._parse(content)
        finally:
            if _state(self._path.stat()) != before:
                raise _UnsteadyError

    def _failed(self, problem: str, *, missing: bool = False) -> Stale[T] | Broken:
        if self._last is None:
            return Broken(problem, missing)
        value, read = self._last
        return Stale(value, self._clock.monotonic() - read, problem, missing)


def _state(status: os.stat_result) -> tuple[int, int, int, int]:
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)
