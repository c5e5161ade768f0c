"""How a time is kept in a table: whole milliseconds since 1970-01-01 UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def to_millis(moment: datetime) -> int:
    """What is stored for an aware time; parts of a millisecond are dropped."""
    return (moment - _EPOCH) // _MILLISECOND


def from_millis(millis: int) -> datetime:
    """The stored time, in UTC."""
    return _EPOCH + millis * _MILLISECOND
