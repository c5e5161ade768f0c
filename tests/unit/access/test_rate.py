from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from bridge.access.rate import RequestRate
from tests.fakes.clock import FakeClock

MARA, TOM = UUID(int=1), UUID(int=2)


def test_the_limit_holds_for_each_player_over_any_minute(clock: FakeClock) -> None:
    rate = RequestRate(clock)
    for _ in range(3):
        assert rate.admit(MARA, 3) is None
        clock.advance(10)
    assert rate.admit(MARA, 3) == 30
    assert rate.admit(TOM, 3) is None
    clock.advance(30)
    assert rate.admit(MARA, 3) is None
    assert rate.admit(MARA, 3) == 10


def test_a_refused_request_does_not_count(clock: FakeClock) -> None:
    rate = RequestRate(clock)
    rate.admit(MARA, 1)
    for _ in range(5):
        clock.advance(10)
        assert rate.admit(MARA, 1) is not None
    clock.advance(10)
    assert rate.admit(MARA, 1) is None


def test_zero_is_no_limit(clock: FakeClock) -> None:
    rate = RequestRate(clock)
    assert all(rate.admit(MARA, 0) is None for _ in range(100))


def test_a_lowered_limit_holds_at_once(clock: FakeClock) -> None:
    rate = RequestRate(clock)
    for _ in range(4):
        rate.admit(MARA, 20)
        clock.advance(1)
    assert rate.admit(MARA, 2) == 58


@given(st.lists(st.floats(0, 40), max_size=60), st.integers(1, 5))
def test_no_minute_has_more_than_the_limit(pauses: list[float], limit: int) -> None:
    clock = FakeClock()
    rate = RequestRate(clock)
    admitted: list[float] = []
    for pause in pauses:
        clock.advance(pause)
        if rate.admit(MARA, limit) is None:
            admitted.append(clock.monotonic())
    for moment in admitted:
        assert sum(1 for other in admitted if moment - 60 < other <= moment) <= limit
