"""A jar, a zipped pack or a folder: its files by path, read with limits."""

from __future__ import annotations

import os
from contextlib import contextmanager
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Final, Protocol

from bridge.core.errors import ReadError
from bridge.items.files.archive import Archive

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from pathlib import Path

    from bridge.items.files.archive import Entry

    Wanted = Callable[[bytes], object]

FILES: Final = 400_000
"""Files of a folder that are looked at."""
NESTED: Final = 512 << 20
"""Bytes of a jar inside a jar: the game's own, inside its bundler, has some tens of millions."""
_IN_MEMORY: Final = 8 << 20


class Container(Protocol):
    """Files by path, with `/`. Every reading raises ReadError for what it cannot take."""

    def files(self, wanted: Wanted) -> Iterator[str]:
        """The paths that may matter, each once."""
        ...

    def read(self, path: str, limit: int) -> bytes:
        """The content of one of them."""
        ...


class ZipContainer:
    """The files of an archive. Of several entries with one name the last counts, as for Java."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self._entries: dict[str, Entry] = {}

    def files(self, wanted: Wanted) -> Iterator[str]:
        """As `Container`; a damaged directory raises after what could be read of it."""
        for entry in self.archive.entries(wanted):
            if entry.name not in self._entries:
                self._entries[entry.name] = entry
                yield entry.name
            else:
                self._entries[entry.name] = entry

    def read(self, path: str, limit: int) -> bytes:
        """As `Container`."""
        return self.archive.read(self._entries[path], limit)

    @contextmanager
    def nested(self, path: str) -> Generator[ZipContainer]:
        """The archive at `path` inside this one; a large one is unpacked to a file that goes."""
        with SpooledTemporaryFile[bytes](max_size=_IN_MEMORY) as file:
            for chunk in self.archive.chunks(self._entries[path], NESTED):
                file.write(chunk)
            size = file.tell()

            def read_at(offset: int, length: int) -> bytes:
                file.seek(offset)
                return file.read(max(0, length))

            yield ZipContainer(Archive(read_at, size))


@contextmanager
def opened_zip(path: Path) -> Generator[ZipContainer]:
    """The archive in a file. Raises ReadError."""
    try:
        file = path.open("rb", buffering=0)
    except OSError as error:
        raise ReadError(f"cannot be read: {error.strerror}") from error
    with file:
        descriptor = file.fileno()

        def read_at(offset: int, length: int) -> bytes:
            try:
                return os.pread(descriptor, max(0, length), offset)
            except (OSError, OverflowError) as error:
                raise ReadError("cannot be read there", offset=offset) from error

        yield ZipContainer(Archive(read_at, os.fstat(descriptor).st_size))


class FolderContainer:
    """The files under a folder. Links are not followed out of it."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def files(self, wanted: Wanted) -> Iterator[str]:
        """As `Container`, sorted."""
        for path, _ in walked(self._root):
            if wanted(path.encode("utf-8", "surrogateescape")):
                yield path

    def read(self, path: str, limit: int) -> bytes:
        """As `Container`."""
        try:
            with (self._root / path).open("rb") as file:
                content = file.read(limit + 1)
        except OSError as error:
            raise ReadError(f"cannot be read: {error.strerror}") from error
        if len(content) > limit:
            problem = f"it is longer than {limit} bytes"
            raise ReadError(problem)
        return content


def walked(root: Path) -> Iterator[tuple[str, os.stat_result]]:
    """The files under a folder by their paths from it, sorted, with their states."""
    seen = 0
    for folder, inner, names in os.walk(root):
        inner.sort()
        for name in sorted(names):
            seen += 1
            if seen > FILES:
                return
            path = os.path.join(folder, name)
            try:
                state = os.stat(path, follow_symlinks=False)
            except OSError:
                continue
            yield os.path.relpath(path, root).replace(os.sep, "/"), state
