"""How long a provider wants to be left alone, and that it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.errors import ModelError
from bridge.gateway.retry_after import LONGEST, Pauses, seconds
from tests.fakes.clock import FakeClock

NOW = FakeClock().now()  # Mon, 30 Nov 2026 12:00:00 GMT


@pytest.mark.parametrize(
    ("header", "wait"),
    [
        ("30", 30),
        (" 2.5 ", 2.5),
        ("0", 0),
        ("99999999999999999999", LONGEST),
        ("Mon, 30 Nov 2026 12:00:45 GMT", 45),
        ("Mon, 30 Nov 2026 12:00:45", 45),
        ("Mon, 30 Nov 2026 14:00:45 +0200", 45),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0),
        ("Mon, 30 Nov 2099 12:00:00 GMT", LONGEST),
        (None, None),
        ("", None),
        ("-5", None),
        ("soon", None),
        ("inf", None),
        ("nan", None),
        ("1e9", None),
        ("٣", None),
        ("9" * 101, None),
        ("Mon, 99 Nov 2026 12:00:00 GMT", None),
    ],
)
def test_the_header_is_seconds_or_a_date(header: str | None, wait: float | None) -> None:
    assert seconds(header, NOW) == wait


@given(st.text(max_size=60) | st.from_regex(r"[A-Z][a-z]{2}, [0-9]+ [A-Z][a-z]+ [0-9]+ [0-9:]+"))
def test_any_header_is_within_bounds_or_nothing(header: str) -> None:
    wait = seconds(header, NOW)
    assert wait is None or 0 <= wait <= LONGEST


def test_a_pause_ends_by_the_clock() -> None:
    clock = FakeClock()
    pauses = Pauses(clock)
    pauses.check("a")
    pauses.begin("a", 10)
    pauses.begin("a", 5)
    pauses.check("b")
    clock.advance(9.5)
    with pytest.raises(ModelError, match="1 s"):
        pauses.check("a")
    clock.advance(0.5)
    pauses.check("a")
    pauses.begin("a", 0)
    pauses.check("a")
