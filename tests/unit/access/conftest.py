from collections.abc import AsyncGenerator, Awaitable, Callable
from datetime import UTC, datetime
from uuid import UUID

import pytest

from bridge.access.effective import Circumstances
from bridge.access.events import AccessEvent
from bridge.access.world import WorldAccess
from bridge.storage.database import Database
from tests.fakes.clock import FakeClock


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(datetime(2026, 3, 1, 12, tzinfo=UTC))


class Outside:
    """The configuration and the host, changed by hand."""

    def __init__(self) -> None:
        self.model_configured = True
        self.configured_calls = 50
        self.host: UUID | None = None
        self.free_rounds = True

    def __call__(self, uuid: UUID | None) -> Circumstances:
        return Circumstances(
            model_configured=self.model_configured,
            configured_calls=self.configured_calls,
            host=uuid is not None and uuid == self.host,
            identified=uuid is not None,
            free_rounds=self.free_rounds,
        )


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
