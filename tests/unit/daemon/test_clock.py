"""The real clock."""

from __future__ import annotations

from datetime import UTC, timedelta

from bridge.daemon.clock import SystemClock


def test_the_time_is_aware_and_in_utc() -> None:
    first, second = SystemClock().now(), SystemClock().now()
    assert first.tzinfo is UTC
    assert timedelta() <= second - first < timedelta(minutes=1)


async def test_seconds_never_go_back_and_are_slept() -> None:
    clock = SystemClock()
    before = clock.monotonic()
    await clock.sleep(0)
    await clock.sleep(0.001)
    assert clock.monotonic() - before >= 0.001
