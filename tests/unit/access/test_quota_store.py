from typing import TYPE_CHECKING
from uuid import UUID

from bridge.access import quota_store

if TYPE_CHECKING:
    from bridge.storage.database import Database

MARA, TOM = UUID(int=1), UUID(int=2)


async def test_calls_and_costs_of_a_day_add_up_and_never_fall_below_nothing(
    db: "Database",
) -> None:
    async with db.write() as tx:
        await quota_store.add(tx, "2026-03-01", MARA, 1, 300)
        await quota_store.add(tx, "2026-03-01", MARA, 1, 200)
        await quota_store.add(tx, "2026-03-02", MARA, 1, 0)
        await quota_store.add(tx, "2026-03-02", TOM, 1, 50)
        await quota_store.add(tx, "2026-03-02", TOM, -2, -90)
    async with db.read() as snapshot:
        assert await quota_store.load_days(snapshot, "2026-03-01") == [
            ("2026-03-01", MARA, 2, 500),
            ("2026-03-02", MARA, 1, 0),
            ("2026-03-02", TOM, 0, 0),
        ]
        assert len(await quota_store.load_days(snapshot, "2026-03-02")) == 2


async def test_the_newest_told_share_of_a_subject_is_kept(db: "Database") -> None:
    async with db.write() as tx:
        await quota_store.put_notice(tx, "2026-03-01", b"calls", 80, 20)
        await quota_store.put_notice(tx, "2026-03-01", b"calls", 100, 20)
        await quota_store.put_notice(tx, "2026-03-01", b"cost", 80, 1.5)
    async with db.read() as snapshot:
        assert await quota_store.load_notices(snapshot, "2026-03-01") == [
            ("2026-03-01", b"calls", 100, 20),
            ("2026-03-01", b"cost", 80, 1.5),
        ]
        assert await quota_store.load_notices(snapshot, "2026-03-02") == []
