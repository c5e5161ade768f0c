"""One world's desk on a database in memory, with a clock that stands still."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from bridge.access.history import Author
from bridge.core.actors import Console, Player
from bridge.daemon.access_desk import AccessDesk, Population, opened, shared
from bridge.settings.schema import ServerTable
from bridge.storage.database import Database
from tests.fakes.clock import FakeClock
from tests.fakes.system_files import no_files

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from bridge.access.events import AccessEvent

MARA = Player(name="Mara", uuid=UUID("0a1b2c3d-0000-4111-8222-333344445555"))
TEO = Player(name="Teo", uuid=UUID("0a1b2c3d-0000-4111-8222-333344446666"))
SHELL = Author(Console(origin="shell"), "shell")


@dataclass
class Around:
    """What a desk is told from outside, and what it announces."""

    clock: FakeClock = field(default_factory=FakeClock)
    online: list[Player] = field(default_factory=list[Player])
    cached: list[Player] = field(default_factory=list[Player])
    announced: list[AccessEvent] = field(default_factory=list["AccessEvent"])


@pytest.fixture
def around() -> Around:
    return Around()


@pytest.fixture
async def db(around: Around) -> AsyncGenerator[Database]:
    async with Database.open(None, clock=around.clock) as db:
        yield db


@pytest.fixture
async def desk(around: Around, db: Database) -> AccessDesk:
    in_common = await shared(
        db,
        clock=around.clock,
        zone="UTC",
        system=no_files(around.clock),
        announce=around.announced.append,
    )
    return await opened(
        db,
        "main/world",
        table=ServerTable(directory="."),
        shared=in_common,
        population=Population(online=lambda: around.online, cached=lambda: around.cached),
    )
