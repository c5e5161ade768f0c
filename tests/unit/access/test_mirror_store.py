from typing import TYPE_CHECKING

from bridge.access import mirror_store
from bridge.access.mirror_store import MirrorRecord

if TYPE_CHECKING:
    from bridge.storage.database import Database


async def test_a_record_comes_back_as_stored_and_worlds_are_apart(db: "Database") -> None:
    pending = MirrorRecord(
        seed=-(2**63),
        digest=b"\x01" * 32,
        written_revision=-1,
        pending_digest=b"\x02" * 32,
        pending_revision=4,
    )
    settled = MirrorRecord(seed=2**63 - 1, digest=b"\x02" * 32, written_revision=4)
    for record in (pending, settled):
        async with db.write() as tx:
            await mirror_store.put(tx, "a", record)
        async with db.read() as snapshot:
            assert await mirror_store.load(snapshot, "a") == record
            assert await mirror_store.load(snapshot, "b") == MirrorRecord()
