from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from bridge.storage.instants import from_millis, to_millis


@given(st.datetimes(timezones=st.just(UTC)))
def test_a_time_comes_back_to_the_millisecond(moment: datetime) -> None:
    back = from_millis(to_millis(moment))
    assert timedelta(0) <= moment - back < timedelta(milliseconds=1)


def test_the_zone_of_a_time_makes_no_difference() -> None:
    in_shanghai = datetime(2026, 1, 1, 8, tzinfo=timezone(timedelta(hours=8)))
    assert to_millis(in_shanghai) == to_millis(datetime(2026, 1, 1, tzinfo=UTC))
    assert from_millis(0) == datetime(1970, 1, 1, tzinfo=UTC)
