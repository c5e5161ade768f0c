import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.demo import json_text
from bridge.demo.reader import CommandError, Reader

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def read(text: str) -> tuple[object, str]:
    reader = Reader(text, "unknown")
    return json_text.read(reader), reader.rest


@given(values, st.booleans())
def test_json_is_read_with_and_without_escapes(value: object, ascii_only: bool) -> None:
    assert read(json.dumps(value, ensure_ascii=ascii_only) + " x") == (value, " x")


def test_blanks_may_stand_before_it() -> None:
    assert read('  {"text": "a"}') == ({"text": "a"}, "")


@pytest.mark.parametrize(
    "text",
    ["", "hello", "{text:1}", "{'a':1}", '{"a":1,}', "NaN", "[Infinity]", '"a', '"\\x41"', "[1 2]"],
)
def test_what_is_not_strict_json_is_refused(text: str) -> None:
    with pytest.raises(CommandError, match="Invalid chat component"):
        read(text)


@pytest.mark.parametrize("depth", [json_text.DEPTH + 1, 700, 100_000])
def test_what_is_nested_too_deep_is_refused(depth: int) -> None:
    with pytest.raises(CommandError, match="Invalid chat component"):
        read("[" * depth + "]" * depth)


def test_what_is_nested_as_deep_as_allowed_is_read() -> None:
    _, rest = read("[" * json_text.DEPTH + "1" + "]" * json_text.DEPTH)
    assert rest == ""
