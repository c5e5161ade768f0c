"""The SQL of the day's calls. A day is `YYYY-MM-DD` in the configured time zone.

`quota_day` has one row a player and day; `used` counts reservations too, so that one left open by
a crash stays used. `quota_notice` holds the highest share that was told, of which cap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

if TYPE_CHECKING:
    from bridge.storage.database import Snapshot, Transaction


async def load_days(snapshot: Snapshot, since: str) -> list[tuple[str, UUID, int, int]]:
    """(day, player, used, millionths of a USD) of that day and later."""
    rows = await snapshot.all(
        "SELECT day, player, used, micros FROM quota_day WHERE day >= ?", (since,)
    )
    return [(day, UUID(bytes=player), used, micros) for day, player, used, micros in rows]


async def load_notices(snapshot: Snapshot, since: str) -> list[tuple[str, bytes, int, float]]:
    """(day, subject, percent, cap) of that day and later."""
    rows = await snapshot.all(
        "SELECT day, subject, percent, cap FROM quota_notice WHERE day >= ?", (since,)
    )
    return [(day, subject, percent, cap) for day, subject, percent, cap in rows]


async def add(tx: Transaction, day: str, player: UUID, calls: int, micros: int) -> None:
    """Add to a player's day; negative numbers take back."""
    await tx.execute(
        "INSERT INTO quota_day VALUES (?, ?, ?, ?) ON CONFLICT (day, player) DO UPDATE SET"
        " used = max(0, used + excluded.used), micros = max(0, micros + excluded.micros)",
        (day, player.bytes, calls, micros),
    )


async def put_notice(tx: Transaction, day: str, subject: bytes, percent: int, cap: float) -> None:
    """Remember that this share of this cap was told."""
    await tx.execute(
        "INSERT INTO quota_notice VALUES (?, ?, ?, ?) ON CONFLICT (day, subject) DO UPDATE SET"
        " percent = excluded.percent, cap = excluded.cap",
        (day, subject, percent, cap),
    )
