"""The order of the modes is not the order of their words."""

from __future__ import annotations

from bridge.core.modes import Mode


def test_the_order_is_the_spec_s() -> None:
    assert sorted(Mode, key=lambda mode: mode.rank) == [
        Mode.OFFLINE,
        Mode.STANDARD,
        Mode.EXTENDED,
        Mode.FREE,
    ]


def test_the_lowest_of_some_is_by_rank() -> None:
    assert Mode.lowest(Mode.FREE, Mode.STANDARD, Mode.EXTENDED) is Mode.STANDARD
    assert Mode.lowest(Mode.FREE) is Mode.FREE
