"""Keeps `<world>/data/system/ai_access.dat` and the store equal (contract section 5).

The store decides; the file is what a backup of the world takes along. Content that is not ours
wins and is read in. Whether content is ours is told by its digest: the current one, and, only
after a crash between storing it and the rename, the one that was about to become it.

It has no task: the daemon calls `compare` at start and when the file changed, `write_if_dirty`
when the world was saved, every `mirror_seconds`, and at exit.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING

from bridge.access import mirror_file, mirror_store, saved_data
from bridge.access.history import Author
from bridge.access.level import Level, read_level
from bridge.core.actors import Console
from bridge.core.errors import NbtError
from bridge.storage.completion import to_the_end

if TYPE_CHECKING:
    from pathlib import Path

    from bridge.access.history import Change
    from bridge.access.mirror_store import MirrorRecord
    from bridge.access.world import WorldAccess
    from bridge.storage.database import Database

FILE = "data/system/ai_access.dat"
_AUTHOR = Author(Console(origin="ai_access.dat"), "file")
_NEW_WORLD = Author(Console(origin="new world"), "file")
_LOST = -1
"""No revision: what the file should hold is not in it."""
_OLDEST_VERSION = 1343
"""What the game takes a file without DataVersion for."""


@dataclass(frozen=True, slots=True)
class Same:
    """The file is as we left it, or there is none and none was ever written."""


@dataclass(frozen=True, slots=True)
class ReadIn:
    """The file held something else: it is in force now. What it replaced is in the history."""

    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class BegunAnew:
    """The file is missing and the seed is another: the world is new."""

    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """The file was written."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The file cannot be read: nothing changed, and nothing is written over it."""

    problem: str


@dataclass(frozen=True, slots=True)
class Undecided:
    """The file is missing, and the world's seed is not known (yet): nothing changed."""


@dataclass(frozen=True, slots=True)
class Unwritable:
    """The file could not be written; the old one stands, and it is tried again next time."""

    problem: str


Outcome = Same | ReadIn | BegunAnew | Written | Unreadable | Undecided | Unwritable


class Mirror:
    """The file of one world. `directory` is the world's folder."""

    def __init__(self, db: Database, world: WorldAccess, directory: Path) -> None:
        self._db = db
        self._world = world
        self._directory = directory
        self._path = directory / FILE
        self._turn = asyncio.Lock()

    @property
    def path(self) -> Path:
        """The file, for whoever watches it."""
        return self._path

    async def compare(self) -> Outcome:
        """Look at the file: read in what is not ours, write it again where it was lost.

        Raises StoreError.
        """
        return await to_the_end(self._compare())

    async def write_if_dirty(self) -> Outcome:
        """As `compare`, and then write what the file does not hold yet. Raises StoreError."""
        return await to_the_end(self._write_if_dirty())

    async def _compare(self) -> Outcome:
        async with self._turn:
            outcome, record, level = await self._look()
            if record.written_revision == _LOST and isinstance(outcome, Same):
                return await self._write(record, level)
            return outcome

    async def _write_if_dirty(self) -> Outcome:
        async with self._turn:
            outcome, record, level = await self._look()
            if isinstance(outcome, Unreadable | Undecided):
                return outcome
            if record.written_revision == self._world.revision:
                return outcome
            return await self._write(record, level)

    async def _look(self) -> tuple[Outcome, MirrorRecord, Level]:
        """What the file says, taken over where it is not ours; the record as it is then."""
        async with self._db.read() as snapshot:
            stored = await mirror_store.load(snapshot, self._world.name)
        level = await asyncio.to_thread(read_level, self._directory)
        try:
            data = await asyncio.to_thread(mirror_file.read, self._path)
        except OSError as error:
            return Unreadable(f"{self._path}: {error.strerror}"), stored, level
        known = replace(stored, seed=stored.seed if level.seed is None else level.seed)
        if data is None:
            outcome, record = await self._missing(stored, known, level)
        else:
            outcome, record = await self._present(known, data)
        if record != stored:
            await self._remember(record)
        return outcome, record, level

    async def _missing(
        self, stored: MirrorRecord, known: MirrorRecord, level: Level
    ) -> tuple[Outcome, MirrorRecord]:
        if level.seed is None:
            return Undecided(), stored
        if stored.seed not in {None, level.seed}:
            changes = await self._world.begin_anew(_NEW_WORLD)
            anew = mirror_store.MirrorRecord(seed=level.seed, written_revision=self._world.revision)
            return BegunAnew(changes), anew
        if stored.digest is None and stored.pending_digest is None:
            return Same(), known
        return Same(), replace(known, digest=None, written_revision=_LOST, **_NOTHING_PENDING)

    async def _present(self, known: MirrorRecord, data: bytes) -> tuple[Outcome, MirrorRecord]:
        digest = sha256(data).digest()
        if digest == known.digest:
            return Same(), replace(known, **_NOTHING_PENDING)
        if digest == known.pending_digest and known.pending_revision is not None:
            # The rename took place, and the crash came before it was written down.
            return Same(), _written(known, digest, known.pending_revision)
        try:
            rules = saved_data.decode(data, file=str(self._path))
        except NbtError as error:
            return Unreadable(str(error)), known
        changes = await self._world.amend(lambda _: rules, _AUTHOR)
        # Somebody may have changed the rules again since: then the file is behind at once.
        held = self._world.revision if self._world.rules == rules else _LOST
        return ReadIn(changes), _written(known, digest, held)

    async def _write(self, record: MirrorRecord, level: Level) -> Outcome:
        revision = self._world.revision
        data = saved_data.encode(self._world.rules, level.data_version or _OLDEST_VERSION)
        digest = sha256(data).digest()
        if digest == record.digest:
            await self._remember(_written(record, digest, revision))
            return Same()
        pending = replace(record, pending_digest=digest, pending_revision=revision)
        await self._remember(pending)
        try:
            await asyncio.to_thread(mirror_file.replace, self._path, data)
        except OSError as error:
            await self._look()
            return Unwritable(f"{self._path}: {error.strerror}")
        await self._remember(_written(record, digest, revision))
        return Written()

    async def _remember(self, record: MirrorRecord) -> None:
        async with self._db.write(durable=True) as tx:
            await mirror_store.put(tx, self._world.name, record)


_NOTHING_PENDING = {"pending_digest": None, "pending_revision": None}


def _written(record: MirrorRecord, digest: bytes, revision: int) -> MirrorRecord:
    return replace(
        record,
        digest=digest,
        written_revision=revision,
        pending_digest=None,
        pending_revision=None,
    )
