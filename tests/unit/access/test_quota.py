import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from bridge.access.quota import Cap, Caps, Exhausted, Notice, Quota, Reservation, Usage
from bridge.core.errors import StoreError
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from bridge.storage.database import Database

MARA, TOM = UUID(int=1), UUID(int=2)
CAPS = Caps(player_calls=20, server_calls=1000)
DAY = 86_400
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture
async def quota(db: "Database", clock: "FakeClock") -> Quota:
    return await Quota.load(db, clock=clock, zone=UTC)


async def reserved(quota: Quota, player: UUID, caps: Caps, cost: float = 0.0) -> Reservation:
    reservation = await quota.reserve(player, caps, cost)
    assert isinstance(reservation, Reservation)
    return reservation


async def call(quota: Quota, player: UUID, caps: Caps, cost: float = 0.0) -> tuple[Notice, ...]:
    return await quota.settle(await reserved(quota, player, caps), cost)


async def test_fifty_takers_of_twenty_get_exactly_twenty(quota: Quota) -> None:
    async with asyncio.TaskGroup() as group:
        takers = [group.create_task(quota.reserve(MARA, CAPS)) for _ in range(50)]
    got = [taker.result() for taker in takers]
    assert sum(isinstance(one, Reservation) for one in got) == 20
    refusals = [one for one in got if isinstance(one, Exhausted)]
    assert len(refusals) == 30
    assert {(one.cap, one.used, one.limit) for one in refusals} == {(Cap.PLAYER_CALLS, 20, 20)}
    assert quota.used_today(MARA) == 20


async def test_a_call_given_back_can_be_taken_again(quota: Quota) -> None:
    one = replace(CAPS, player_calls=1)
    reservation = await reserved(quota, MARA, one)
    assert isinstance(await quota.reserve(MARA, one), Exhausted)
    await quota.give_back(reservation)
    await quota.give_back(reservation)
    await quota.settle(reservation, 5.0)
    assert quota.today() == Usage(0, 0.0)
    await call(quota, MARA, one)
    assert isinstance(await quota.reserve(MARA, one), Exhausted)


async def test_players_do_not_share_but_the_servers_cap_holds_for_all(quota: Quota) -> None:
    caps = Caps(player_calls=2, server_calls=3)
    for player in (MARA, MARA, TOM):
        await reserved(quota, player, caps)
    refusal = await quota.reserve(TOM, caps)
    assert isinstance(refusal, Exhausted)
    assert (refusal.cap, refusal.used, refusal.limit) == (Cap.SERVER_CALLS, 3, 3)


async def test_zero_refuses_and_keeps_what_was_used(quota: Quota) -> None:
    await call(quota, MARA, CAPS)
    refusal = await quota.reserve(MARA, replace(CAPS, player_calls=0))
    assert isinstance(refusal, Exhausted)
    assert (refusal.used, refusal.limit) == (1, 0)
    assert quota.used_today(MARA) == 1


async def test_money_is_held_from_the_reservation_on(quota: Quota) -> None:
    caps = replace(CAPS, server_cost=1.0)
    first = await reserved(quota, MARA, caps, 0.6)
    refusal = await quota.reserve(TOM, caps, 0.6)
    assert isinstance(refusal, Exhausted)
    assert refusal.cap is Cap.SERVER_COST
    await quota.settle(first, 0.3)
    second = await reserved(quota, TOM, caps, 0.6)
    await quota.settle(second, 0.7)
    assert quota.today().cost == pytest.approx(1.0)
    assert isinstance(await quota.reserve(TOM, caps, 0.0), Exhausted)
    assert isinstance(await quota.reserve(TOM, replace(caps, server_cost=0.0)), Reservation)


async def test_what_a_crash_leaves_open_stays_used(
    db: "Database", clock: "FakeClock", quota: Quota
) -> None:
    await call(quota, MARA, CAPS, 0.25)
    await reserved(quota, MARA, CAPS, 0.5)
    await quota.give_back(await reserved(quota, MARA, CAPS, 0.5))
    again = await Quota.load(db, clock=clock, zone=UTC)
    assert again.used_today(MARA) == 2
    assert again.today() == Usage(2, 0.75)


async def test_a_day_ends_at_midnight_of_the_configured_zone(
    db: "Database",
) -> None:
    clock = FakeClock(datetime(2026, 3, 28, 22, 30, tzinfo=UTC))
    quota = await Quota.load(db, clock=clock, zone=BERLIN)
    one = replace(CAPS, player_calls=1)
    before = await reserved(quota, MARA, one)
    refusal = await quota.reserve(MARA, one)
    assert isinstance(refusal, Exhausted)
    assert refusal.returns == datetime(2026, 3, 28, 23, 0, tzinfo=UTC)
    assert refusal.returns.strftime("%H:%M") == "00:00"
    clock.advance(45 * 60)
    assert quota.used_today(MARA) == 0
    await call(quota, MARA, one)
    # The answer to yesterday's call belongs to yesterday.
    await quota.give_back(before)
    assert quota.used_today(MARA) == 1
    # The 29th has 23 hours: the clocks go forward.
    refusal = await quota.reserve(MARA, one)
    assert isinstance(refusal, Exhausted)
    assert refusal.returns.astimezone(UTC) == datetime(2026, 3, 29, 22, 0, tzinfo=UTC)


async def test_a_clock_set_back_over_midnight_forgets_nothing(
    db: "Database", clock: "FakeClock", quota: Quota
) -> None:
    await call(quota, MARA, CAPS)
    clock.advance(DAY)
    quota = await Quota.load(db, clock=clock, zone=UTC)
    assert quota.used_today(MARA) == 0
    clock.advance(-DAY)
    assert quota.used_today(MARA) == 1


async def test_an_answer_that_comes_days_later_counts_for_its_own_day(
    db: "Database", quota: Quota, clock: "FakeClock"
) -> None:
    late = await reserved(quota, MARA, CAPS)
    for _ in range(10):
        clock.advance(DAY)
        await call(quota, MARA, CAPS)
    await quota.settle(late, 0.5)
    assert quota.today() == Usage(1, 0.0)
    async with db.read() as snapshot:
        rows = await snapshot.all("SELECT day, micros FROM quota_day WHERE micros > 0")
    assert rows == [("2026-03-01", 500_000)]


async def test_small_costs_add_up_to_the_cap_exactly(quota: Quota) -> None:
    caps = replace(CAPS, server_cost=0.3)
    for _ in range(3):
        await call(quota, MARA, caps, 0.1)
    assert quota.today().cost == 0.3
    assert isinstance(await quota.reserve(MARA, caps), Exhausted)


async def test_eighty_and_hundred_percent_are_told_once_each(
    db: "Database", clock: "FakeClock", quota: Quota
) -> None:
    caps = replace(CAPS, player_calls=10)
    told = [[notice.percent for notice in await call(quota, MARA, caps)] for _ in range(8)]
    assert told == [[]] * 7 + [[80]]
    quota = await Quota.load(db, clock=clock, zone=UTC)
    assert await call(quota, MARA, caps) == ()
    (notice,) = await call(quota, MARA, caps)
    assert (notice.cap, notice.percent, notice.used, notice.limit) == (
        Cap.PLAYER_CALLS,
        100,
        10,
        10,
    )
    assert notice.returns == datetime(2026, 3, 2, tzinfo=UTC)


async def test_calls_under_way_are_not_told_as_used(quota: Quota) -> None:
    caps = replace(CAPS, player_calls=2)
    first, second = await reserved(quota, MARA, caps), await reserved(quota, MARA, caps)
    assert await quota.settle(first, 0.0) == ()
    (notice,) = await quota.settle(second, 0.0)
    assert notice.percent == 100


async def test_a_raised_limit_is_told_anew(quota: Quota) -> None:
    two, five = replace(CAPS, player_calls=2), replace(CAPS, player_calls=5)
    for _ in range(2):
        await call(quota, MARA, two)
    percents = [[notice.percent for notice in await call(quota, MARA, five)] for _ in range(3)]
    assert percents == [[], [80], [100]]


async def test_the_servers_caps_are_told_too(quota: Quota) -> None:
    caps = Caps(player_calls=20, server_calls=5, server_cost=1.0)
    told = [
        {notice.cap: notice.percent for notice in await call(quota, player, caps, cost)}
        for player, cost in ((MARA, 0.5), (TOM, 0.4), (MARA, 0.05), (TOM, 0.0), (MARA, 0.05))
    ]
    assert told == [
        {},
        {Cap.SERVER_COST: 80},
        {},
        {Cap.SERVER_CALLS: 80},
        {Cap.SERVER_CALLS: 100, Cap.SERVER_COST: 100},
    ]


async def test_a_taker_who_is_cancelled_gives_the_call_back(db: "Database", quota: Quota) -> None:
    async with asyncio.TaskGroup() as group:
        taking = group.create_task(quota.reserve(MARA, CAPS))
        await asyncio.sleep(0)
        taking.cancel()
    assert taking.cancelled()
    assert quota.used_today(MARA) == 0
    async with db.read() as snapshot:
        assert await snapshot.one("SELECT used FROM quota_day") == (0,)


async def test_a_call_that_cannot_be_stored_is_not_taken(db: "Database", quota: Quota) -> None:
    async with db.write() as tx:
        await tx.execute("DROP TABLE quota_day")
    with pytest.raises(StoreError):
        await quota.reserve(MARA, CAPS)
    assert quota.used_today(MARA) == 0
