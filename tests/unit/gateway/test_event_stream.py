"""Events are cut out of bytes, however these come."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bridge.gateway.event_stream import EventStream

LINES = st.sampled_from(
    [b"data: a", b"data:b", b"data", b": note", b"event: x", b"", b"", b"data:  c", b"other"]
)


def events(body: bytes, cuts: list[int]) -> list[bytes]:
    stream = EventStream()
    edges = [0, *sorted(cut for cut in cuts if cut <= len(body)), len(body)]
    pieces = (body[start:end] for start, end in pairwise(edges))
    found = [event for piece in pieces for event in stream.feed(piece)]
    return found + stream.end()


def test_fields_are_told_apart() -> None:
    body = b"event: x\ndata: one\ndata:two\n: note\n\n\ndata:  three\n\nid: 7\n\n"
    assert events(body, []) == [b"one\ntwo", b" three"]


def test_the_last_blank_line_may_be_missing() -> None:
    assert events(b"data: a\n\ndata: b", []) == [b"a", b"b"]


@given(st.lists(LINES, max_size=12), st.lists(st.integers(0, 100), max_size=6), st.booleans())
def test_cuts_change_nothing(lines: list[bytes], cuts: list[int], returns: bool) -> None:
    body = (b"\r\n" if returns else b"\n").join(lines)
    assert events(body, cuts) == events(b"\n".join(lines), [])


def test_what_is_held_back_is_counted() -> None:
    stream = EventStream()
    stream.feed(b"data: 12345\nda")
    assert stream.held == 7
    stream.feed(b"\n\n")
    assert stream.held == 0
