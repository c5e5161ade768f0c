"""Model calls of a day: reserved before a call, settled after, never more than the caps allow.

A player's calls count over all servers of the daemon; the server's caps are the daemon's. A day
begins at midnight in the configured time zone. The check and the count are one step, so any number
of concurrent takers get exactly what is left. A call is given back only if it was not sent or was
answered 4xx/5xx (contract section 4); what a crash leaves open stays used.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from math import ceil
from typing import TYPE_CHECKING

from bridge.access import quota_store
from bridge.core.errors import StoreError
from bridge.storage.completion import to_the_end

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import tzinfo
    from uuid import UUID

    from bridge.core.clock import Clock
    from bridge.storage.database import Database

_MICROS = 1_000_000
_NEAR, _FULL = 80, 100
_KEPT_DAYS = 3
"""Days in memory: today, and those that a late answer or a clock set back may still mean."""


class Cap(StrEnum):
    """What can be used up."""

    PLAYER_CALLS = "player_calls"
    SERVER_CALLS = "server_calls"
    SERVER_COST = "server_cost"


@dataclass(frozen=True, slots=True, kw_only=True)
class Caps:
    """What holds for one call. `server_cost` is USD, 0 is off; 0 calls are no calls."""

    player_calls: int
    server_calls: int
    server_cost: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhausted:
    """No call: which cap, and when its day ends (in the configured time zone)."""

    cap: Cap
    used: float
    limit: float
    returns: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """80 or 100 percent of a cap are used; each is told once a day."""

    cap: Cap
    percent: int
    used: float
    limit: float
    returns: datetime


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Reservation:
    """One counted call that is under way. The first of settling and giving back counts."""

    player: UUID
    day: date
    caps: Caps
    held: int
    """Millionths of a USD that it may cost at most."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Calls and USD of today, everybody together."""

    calls: int
    cost: float


@dataclass(slots=True)
class _Day:
    used: dict[UUID, int] = field(default_factory=dict["UUID", int])
    calls: int = 0
    micros: int = 0
    told: dict[bytes, tuple[int, float]] = field(default_factory=dict[bytes, tuple[int, float]])

    def add(self, player: UUID, calls: int, micros: int) -> None:
        self.used[player] = self.used.get(player, 0) + calls
        self.calls += calls
        self.micros += micros


class Quota:
    """One a daemon; made by `load`. Checks are made in memory, every count is stored."""

    def __init__(self, db: Database, days: dict[date, _Day], clock: Clock, zone: tzinfo) -> None:
        self._db = db
        self._days = days
        self._open: set[Reservation] = set()
        self._clock = clock
        self._zone = zone

    @classmethod
    async def load(cls, db: Database, *, clock: Clock, zone: tzinfo) -> Quota:
        """Read what was used since yesterday (a clock may be set back over midnight)."""
        since = clock.now().astimezone(zone).date() - timedelta(days=1)
        quota = cls(db, {}, clock, zone)
        async with db.read() as snapshot:
            for day, player, used, micros in await quota_store.load_days(snapshot, str(since)):
                quota._day(date.fromisoformat(day)).add(player, used, micros)
            for day, subject, percent, cap in await quota_store.load_notices(snapshot, str(since)):
                quota._day(date.fromisoformat(day)).told[subject] = (percent, cap)
        return quota

    @property
    def open_calls(self) -> int:
        """Calls that are under way."""
        return len(self._open)

    def used_today(self, player: UUID) -> int:
        """The player's calls of today, those under way among them."""
        return self._day(self._today()).used.get(player, 0)

    def today(self) -> Usage:
        """Everybody's calls and cost of today."""
        day = self._day(self._today())
        return Usage(day.calls, day.micros / _MICROS)

    def exhausted(self, player: UUID, caps: Caps, cost: float = 0.0) -> Exhausted | None:
        """Why the player could make no call now. `cost`: the most that it may cost, in USD."""
        day = self._day(self._today())
        used = day.used.get(player, 0)
        if used >= caps.player_calls:
            return self._exhausted(Cap.PLAYER_CALLS, used, caps.player_calls)
        if day.calls >= caps.server_calls:
            return self._exhausted(Cap.SERVER_CALLS, day.calls, caps.server_calls)
        limit = _micros(caps.server_cost)
        if limit and (day.micros >= limit or day.micros + _micros(cost) > limit):
            return self._exhausted(Cap.SERVER_COST, day.micros / _MICROS, caps.server_cost)
        return None

    async def reserve(self, player: UUID, caps: Caps, cost: float = 0.0) -> Reservation | Exhausted:
        """Count one call, or say which cap is used up.

        `cost`: the most that it may cost, in USD; held until it is settled. Raises StoreError;
        then nothing is counted.
        """
        if exhausted := self.exhausted(player, caps, cost):
            return exhausted
        held = _micros(cost)
        reservation = Reservation(player=player, day=self._today(), caps=caps, held=held)
        self._open.add(reservation)
        self._day(reservation.day).add(player, 1, held)
        try:
            await to_the_end(self._store(reservation, 1, held))
        except asyncio.CancelledError:
            # Nobody holds it now, so nothing will be sent. If that cannot be stored it stays used.
            with suppress(StoreError):
                await self.give_back(reservation)
            raise
        except StoreError:
            self._open.discard(reservation)
            self._day(reservation.day).add(player, -1, -held)
            raise
        return reservation

    async def settle(self, reservation: Reservation, cost: float) -> tuple[Notice, ...]:
        """The call was answered, or its fate is unknown, and cost so much USD.

        What has to be told now.
        """
        if reservation not in self._open:
            return ()
        self._open.discard(reservation)
        difference = _micros(cost) - reservation.held
        day = self._day(reservation.day)
        day.add(reservation.player, 0, difference)
        notices = self._notices(reservation, day)
        told = {subject: (notice.percent, notice.limit) for subject, notice in notices.items()}
        day.told.update(told)
        await to_the_end(self._store(reservation, 0, difference, told))
        return tuple(notices.values())

    async def give_back(self, reservation: Reservation) -> None:
        """The call was not sent, or answered 4xx/5xx."""
        if reservation not in self._open:
            return
        self._open.discard(reservation)
        self._day(reservation.day).add(reservation.player, -1, -reservation.held)
        await to_the_end(self._store(reservation, -1, -reservation.held))

    def _notices(self, reservation: Reservation, day: _Day) -> dict[bytes, Notice]:
        player, caps = reservation.player, reservation.caps
        returns = self._end(reservation.day)
        under_way = [other.player for other in self._open if other.day == reservation.day]
        own = day.used.get(player, 0) - under_way.count(player)
        found: dict[bytes, Notice] = {}
        for subject, cap, used, limit in (
            (player.bytes, Cap.PLAYER_CALLS, own, caps.player_calls),
            (b"calls", Cap.SERVER_CALLS, day.calls - len(under_way), caps.server_calls),
            (b"cost", Cap.SERVER_COST, day.micros / _MICROS, caps.server_cost),
        ):
            percent = _reached(used, limit)
            told, of_limit = day.told.get(subject, (0, limit))
            if percent > (told if of_limit == limit else 0):
                found[subject] = Notice(
                    cap=cap, percent=percent, used=used, limit=limit, returns=returns
                )
        return found

    async def _store(
        self,
        reservation: Reservation,
        calls: int,
        micros: int,
        told: Mapping[bytes, tuple[int, float]] | None = None,
    ) -> None:
        day = str(reservation.day)
        async with self._db.write() as tx:
            await quota_store.add(tx, day, reservation.player, calls, micros)
            for subject, (percent, cap) in (told or {}).items():
                await quota_store.put_notice(tx, day, subject, percent, cap)

    def _today(self) -> date:
        return self._clock.now().astimezone(self._zone).date()

    def _day(self, day: date) -> _Day:
        found = self._days.get(day)
        if found is None:
            found = self._days[day] = _Day()
            for past in sorted(self._days)[:-_KEPT_DAYS]:
                del self._days[past]
        return found

    def _exhausted(self, cap: Cap, used: float, limit: float) -> Exhausted:
        return Exhausted(cap=cap, used=used, limit=limit, returns=self._end(self._today()))

    def _end(self, day: date) -> datetime:
        return datetime.combine(day + timedelta(days=1), time(), self._zone)


def _micros(usd: float) -> int:
    """Whole millionths, rounded up: sums of floats would drift away from the cap."""
    return ceil(round(usd * _MICROS, 3))


def _reached(used: float, limit: float) -> int:
    if limit <= 0 or used * 100 < _NEAR * limit:
        return 0
    return _FULL if used >= limit else _NEAR
