"""A restart reads no line again that was begun, and every line that nobody saw to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.minecraft.link.places import Places
from bridge.minecraft.transports.log_file import LogLine, Position

LINES = [LogLine(b"%d" % number, Position(1, 1, number), history=False) for number in range(12)]


def reading(waits: str) -> Places:
    """`w` is a line that waits, `.` one that nobody has to see to."""
    places = Places()
    for line, kind in zip(LINES, waits, strict=False):
        places.read(line, waits=kind == "w")
    return places


@pytest.mark.parametrize(
    ("lines", "begun", "given_up", "mark"),
    [
        ("", "", "", None),
        ("...", "", "", 2),
        ("w..", "", "", None),
        (".w.", "", "", 0),
        (".w.", "1", "", 2),
        (".w.", "", "1", 2),
        ("ww.w", "0", "", 0),
        ("ww.w", "1", "", 1),
        ("ww.w", "3", "", 3),
        ("ww.w.", "3", "0 1", 4),
        ("ww.w.", "1 0", "", 2),
    ],
)
def test_the_mark_stands_before_what_waits_and_behind_what_was_begun(
    lines: str, begun: str, given_up: str, mark: int | None
) -> None:
    places = reading(lines)
    for number in map(int, begun.split()):
        places.begin(LINES[number])
    for number in map(int, given_up.split()):
        places.give_up(LINES[number])
    assert places.mark == (None if mark is None else LINES[mark])


def test_what_waits_behind_something_begun_is_passed() -> None:
    places = reading("ww.w")
    places.begin(LINES[1])
    assert places.is_passed(LINES[0])
    assert not places.is_passed(LINES[3])
    assert places.is_passed(LINES[2]), "nobody has to read again what did not wait"


@given(
    st.lists(st.sampled_from([*range(12), None]), max_size=40),
    st.lists(st.booleans(), min_size=12, max_size=12),
)
def test_the_mark_never_goes_back_and_never_repeats_what_was_begun(
    steps: list[int | None], waits: list[bool]
) -> None:
    places = Places()
    read = 0
    begun: set[int] = set()
    last = -1
    for step in steps:
        if step is None and read < len(LINES):
            places.read(LINES[read], waits=waits[read])
            read += 1
        elif step is not None and step < read and waits[step] and step not in begun:
            places.begin(LINES[step])
            begun.add(step)
        mark = -1 if places.mark is None else places.mark.position.offset
        assert mark >= max(begun, default=-1)
        assert mark >= last
        last = mark
        left = [number for number in range(mark + 1) if waits[number] and number not in begun]
        assert all(places.is_passed(LINES[number]) for number in left)
