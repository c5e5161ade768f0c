"""The SQL of the mirror: which content of the world's file is ours.

`digest` is of the file as we last wrote or read it; `pending_digest` of what is being written,
only set from before the rename until after it. `seed` is a signed 64-bit number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bridge.storage.database import Snapshot, Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class MirrorRecord:
    """What is known of one world's file. `written_revision` is the rules' in `digest`."""

    seed: int | None = None
    digest: bytes | None = None
    written_revision: int = 0
    pending_digest: bytes | None = None
    pending_revision: int | None = None


async def load(snapshot: Snapshot, world: str) -> MirrorRecord:
    """The world's record; a world whose file was never seen has an empty one."""
    row = await snapshot.one(
        "SELECT seed, digest, written_revision, pending_digest, pending_revision"
        " FROM access_mirror WHERE world = ?",
        (world,),
    )
    if row is None:
        return MirrorRecord()
    seed, digest, written, pending, pending_revision = row
    return MirrorRecord(
        seed=seed,
        digest=digest,
        written_revision=written,
        pending_digest=pending,
        pending_revision=pending_revision,
    )


async def put(tx: Transaction, world: str, record: MirrorRecord) -> None:
    """Store the world's record."""
    await tx.execute(
        "INSERT INTO access_mirror VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (world) DO UPDATE SET"
        " seed = excluded.seed, digest = excluded.digest,"
        " written_revision = excluded.written_revision,"
        " pending_digest = excluded.pending_digest, pending_revision = excluded.pending_revision",
        (
            world,
            record.seed,
            record.digest,
            record.written_revision,
            record.pending_digest,
            record.pending_revision,
        ),
    )
