"""JSON as mods write it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.errors import ReadError
from bridge.items.reading.jsontext import parse

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@given(JSON)
def test_sound_json_is_read_as_it_is(value: object) -> None:
    assert parse(json.dumps(value).encode()) == value


def test_comments_and_trailing_commas_are_minded_by_nobody() -> None:
    text = (
        b'\xef\xbb\xbf{ // one\n "a": [1, 2,], /* two, */ "b": "// no // comment, ]",\n# three\n}'
    )
    assert parse(text) == {"a": [1, 2], "b": "// no // comment, ]"}


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b'{"a": }', "1:7: "),
        (b"[" * 5000, "nested too deep"),
        (b'{"a":' * 300 + b"1" + b"}" * 300, "nested too deep"),
        (b"\xff\xfe", "not UTF-8"),
        (b"1" * 5000, "not JSON that this program reads"),
        (b"", "1:1: "),
        (b"/*" * 60_000, "1:1: "),
        (b'"\\' * 60_000, "1:1: "),
    ],
)
def test_what_is_broken_is_told_with_its_place(content: bytes, problem: str) -> None:
    with pytest.raises(ReadError, match=problem):
        parse(content)


def test_brackets_in_texts_are_no_nesting() -> None:
    assert parse(json.dumps({"a": "[" * 1000}).encode()) == {"a": "[" * 1000}
