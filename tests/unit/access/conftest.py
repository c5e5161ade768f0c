from collections.abc import AsyncGenerator, Awaitable, Callable
from datetime import UTC, datetime

import pytest

from bridge.access.events import AccessEvent
from bridge.access.world import WorldAccess
from bridge.storage.database import Database
from tests.fakes.clock import FakeClock
from tests.fakes.outside import Outside


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(datetime(2026, 3, 1, 12, tzinfo=UTC))


@pytest.fixture
def outside() -> Outside:
    return Outside()


@pytest.fixture
def announced() -> list[AccessEvent]:
    return []


@pytest.fixture
async def db(clock: FakeClock) -> AsyncGenerator[Database]:
    async with Database.open(None, clock=clock) as database:
        yield database


@pytest.fixture
def load(
    clock: FakeClock, outside: Outside, announced: list[AccessEvent]
) -> Callable[[Database], Awaitable[WorldAccess]]:
    """Read the world anew, as after a restart."""

    async def load_from(db: Database) -> WorldAccess:
        return await WorldAccess.load(
            db, "world", clock=clock, circumstances=outside, announce=announced.append
        )

    return load_from


@pytest.fixture
async def world(db: Database, load: Callable[[Database], Awaitable[WorldAccess]]) -> WorldAccess:
    return await load(db)
