from itertools import islice

from bridge.minecraft.transports.backoff import backoff


def test_doubles_from_a_quarter_second_and_stays_at_half_a_minute() -> None:
    delays = list(islice(backoff(lambda: 0.0), 10))
    assert delays == [0.25, 0.5, 1, 2, 4, 8, 16, 30, 30, 30]


def test_shortens_each_delay_by_up_to_a_half() -> None:
    assert list(islice(backoff(iter([0.0, 0.5, 1.0]).__next__), 3)) == [0.25, 0.375, 0.5]
