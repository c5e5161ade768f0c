"""Notices that wait for a player."""

from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from bridge.access.notices import AccessNotices, Waiting, known

if TYPE_CHECKING:
    from bridge.access.world import WorldAccess
    from bridge.storage.database import Database
    from tests.fakes.clock import FakeClock

MARA, TEO = UUID(int=1), UUID(int=2)
DAY = 86_400.0


@pytest.fixture
def notices(db: "Database", clock: "FakeClock") -> AccessNotices:
    return AccessNotices(db, clock)


async def test_several_changes_make_one_notice_with_what_was_known_before_the_first(
    notices: AccessNotices, db: "Database", clock: "FakeClock"
) -> None:
    await notices.keep("world", {MARA: {"mode": "free"}, TEO: {"mode": "free"}})
    clock.advance(60)
    await notices.keep("world", {MARA: {"mode": "standard"}})
    anew = AccessNotices(db, clock)
    taken = await anew.take("world", MARA)
    assert taken is not None
    assert taken.before == {"mode": "free"}
    assert await anew.take("world", MARA) is None
    assert await anew.take("other", TEO) is None
    assert await anew.take("world", TEO) is not None


async def test_one_that_could_not_be_told_waits_again_with_its_age(
    notices: AccessNotices, clock: "FakeClock"
) -> None:
    await notices.keep("world", {MARA: {"mode": "free"}})
    clock.advance(29 * DAY)
    taken = await notices.take("world", MARA)
    assert taken is not None
    await notices.put_back("world", MARA, taken)
    assert await notices.take("world", MARA) == taken
    await notices.put_back("world", MARA, taken)
    clock.advance(2 * DAY)
    assert await notices.take("world", MARA) is None


async def test_after_thirty_days_a_notice_is_dropped(
    notices: AccessNotices, db: "Database", clock: "FakeClock"
) -> None:
    await notices.keep("world", {MARA: {}})
    clock.advance(10 * DAY)
    await notices.keep("world", {TEO: {}})
    clock.advance(25 * DAY)
    await notices.drop_old()
    async with db.read() as snapshot:
        assert await snapshot.all("SELECT uuid FROM access_notice") == [(TEO.bytes,)]


async def test_a_new_change_keeps_an_old_notice_alive(
    notices: AccessNotices, clock: "FakeClock"
) -> None:
    await notices.keep("world", {MARA: {"mode": "free"}})
    clock.advance(25 * DAY)
    await notices.keep("world", {MARA: {"mode": "standard"}})
    clock.advance(25 * DAY)
    taken = await notices.take("world", MARA)
    assert isinstance(taken, Waiting)
    assert taken.before == {"mode": "free"}


async def test_a_world_that_begins_anew_has_none(
    notices: AccessNotices, world: "WorldAccess"
) -> None:
    from bridge.access.history import Author
    from bridge.core.actors import Console

    await notices.keep("world", {MARA: {}})
    await world.begin_anew(Author(Console(origin="new world"), "file"))
    assert await notices.take("world", MARA) is None


def test_whether_a_model_is_configured_is_nothing_that_a_player_is_told(
    world: "WorldAccess",
) -> None:
    assert known(world.effective(MARA)).keys() == {
        "maxMode",
        "allowAi",
        "allowFreeChat",
        "modelCallsPerDay",
        "mode",
    }
