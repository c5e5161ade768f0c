"""How old a line is by the newest one of its log."""

from __future__ import annotations

import pytest

from bridge.minecraft.dialects.times import age, second_of_day

NOON = 12 * 3600


@pytest.mark.parametrize(
    "line",
    [
        b"[12:00:00] [Server thread/INFO]: <Mara> hi",
        b"[12:00:00 INFO]: <Mara> hi",
        b"[03May2026 12:00:00.123] [Server thread/INFO] [net.minecraft.X/]: <Mara> hi",
        b"[12toukok.2026 12:00:00.123] [Server thread/INFO] [net.minecraft.X/]: hi",
        b"[30thg 112026 12:00:00.123] [Server thread/INFO] [net.minecraft.X/]: hi",
        b"2012-10-10 12:00:00 [INFO] <Mara> hi",
        b"2026-11-30 13:00:00 [12:00:00] [Server thread/INFO]: hi",
        b"> [12:00:00 INFO]: hi",
        b"\x1b[32m[12:00:00 INFO]: hi",
    ],
)
def test_the_time_of_every_layout(line: bytes) -> None:
    assert second_of_day(line) in {NOON, NOON + 3600}


@pytest.mark.parametrize("line", [b"", b"12:00:00 is what it said", b"\tat a.b.C(D.java:12)"])
def test_a_line_without_a_header_has_none(line: bytes) -> None:
    assert second_of_day(line) is None


def at(time: str) -> bytes:
    return f"[{time}] [Server thread/INFO]: x".encode()


@pytest.mark.parametrize(
    ("line", "newest", "seconds"),
    [
        ("12:00:00", ["12:00:00"], 0),
        ("12:00:00", ["12:00:30", "12:01:01"], 61),
        ("23:59:50", ["00:00:10"], 20),
        ("12:00:03", ["12:00:00"], -3),
        ("12:00:00", ["02:00:00"], 14 * 3600),
    ],
)
def test_the_age(line: str, newest: list[str], seconds: int) -> None:
    assert age(at(line), [at(time) for time in newest]) == seconds


def test_lines_without_a_time_are_passed_over_and_nothing_is_made_up() -> None:
    assert age(at("12:00:00"), [at("12:00:09"), b"\tat a.b", b""]) == 9
    assert age(at("12:00:00"), [b"\tat a.b"]) is None
    assert age(b"\tat a.b", [at("12:00:00")]) is None
