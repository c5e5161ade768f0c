"""This machine's time zone, with its rules."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from bridge.access.quota import Caps, Exhausted, Quota
from bridge.daemon.zone import local_zone, named_zone
from bridge.storage.database import Database
from tests.fakes.clock import FakeClock

BERLIN = Path("/usr/share/zoneinfo/Europe/Berlin")
needs_zones = pytest.mark.skipif(not BERLIN.exists(), reason="no zone files here")


@needs_zones
def test_a_link_names_the_zone(tmp_path: Path) -> None:
    link = tmp_path / "localtime"
    link.symlink_to(BERLIN)
    assert local_zone(FakeClock(), {}, link) == ZoneInfo("Europe/Berlin")


@needs_zones
def test_a_copy_of_the_file_has_the_same_rules(tmp_path: Path) -> None:
    copy = tmp_path / "localtime"
    copy.write_bytes(BERLIN.read_bytes())
    zone = local_zone(FakeClock(), {}, copy)
    for month, hours in ((1, 1), (7, 2)):
        moment = datetime(2026, month, 1, tzinfo=UTC).astimezone(zone)
        assert moment.utcoffset() == timedelta(hours=hours)


@pytest.mark.parametrize("text", ["Asia/Shanghai", ":Asia/Shanghai"])
def test_the_variable_goes_before_the_file(text: str, tmp_path: Path) -> None:
    zone = local_zone(FakeClock(), {"TZ": text}, tmp_path / "none")
    assert zone == ZoneInfo("Asia/Shanghai")


@needs_zones
def test_the_variable_may_name_a_file(tmp_path: Path) -> None:
    zone = local_zone(FakeClock(), {"TZ": f":{BERLIN}"}, tmp_path / "none")
    assert zone == ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize("content", [None, b"not a zone"])
def test_without_any_of_it_the_offset_of_now_is_taken(
    content: bytes | None, tmp_path: Path
) -> None:
    path = tmp_path / "localtime"
    if content is not None:
        path.write_bytes(content)
    clock = FakeClock()
    zone = local_zone(clock, {"TZ": ""}, path)
    assert clock.now().astimezone(zone) == clock.now()


def test_a_name_of_the_configuration_is_that_zone() -> None:
    assert named_zone("Asia/Tokyo", FakeClock()) == ZoneInfo("Asia/Tokyo")


@needs_zones
@pytest.mark.parametrize(
    ("start", "hours"),
    [
        (datetime(2026, 3, 28, 23, tzinfo=UTC), 23),  # the 29th in Berlin has 23 hours
        (datetime(2026, 10, 24, 22, tzinfo=UTC), 25),  # the 25th has 25
    ],
)
async def test_a_day_of_calls_ends_at_local_midnight_when_the_clock_changes(
    start: datetime, hours: int, tmp_path: Path
) -> None:
    link = tmp_path / "localtime"
    link.symlink_to(BERLIN)
    clock = FakeClock(start)
    zone = local_zone(clock, {}, link)
    async with Database.open(None, clock=clock) as db:
        quota = await Quota.load(db, clock=clock, zone=zone)
        caps = Caps(player_calls=1, server_calls=9)
        assert not isinstance(await quota.reserve(UUID(int=1), caps), Exhausted)
        clock.advance(hours * 3600 - 1)
        refused = await quota.reserve(UUID(int=1), caps)
        assert isinstance(refused, Exhausted)
        assert refused.returns == start + timedelta(hours=hours)
        clock.advance(1)
        assert not isinstance(await quota.reserve(UUID(int=1), caps), Exhausted)
