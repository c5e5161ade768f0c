"""The JSON5 reader, by the format's description and beside Python's own JSON."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.errors import ReadError
from bridge.quests.json5 import DEPTH, parse_object


def value(text: str) -> object:
    return parse_object(f"{{v: {text}}}".encode())["v"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        *(("1", 1), ("-12", -12), ("+3", 3), ("0xFF", 255), ("-0x10", -16)),
        *((".5", 0.5), ("5.", 5.0), ("1e3", 1000.0), ("-1.5E-1", -0.15)),
        *(("true", True), ("false", False), ("null", None)),
        *(("Infinity", math.inf), ("-Infinity", -math.inf), ("+Infinity", math.inf)),
        *(("'a\"b'", 'a"b'), ('"it\'s"', "it's"), (r'"\u0041\x42\n\q"', "AB\nq")),
        ('"a\\\nb"', "ab"),
        ("[1, 2, ]", [1, 2]),
        ("{a: 1, 'b c': 2, \"d\": 3, $e_1: 4,}", {"a": 1, "b c": 2, "d": 3, "$e_1": 4}),
        ("/* in */ 1 // after\n", 1),
        ("[/* , */]", []),
        ("-9223372036854775808", -(2**63)),
    ],
)
def test_what_json5_adds_to_json(text: str, meant: object) -> None:
    assert value(text) == meant


def test_nan_is_no_number() -> None:
    found = value("NaN")
    assert isinstance(found, float)
    assert math.isnan(found)


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "{a}", "{a:}", "{:1}", "{1 2}", "{a: 1}}", "{a: [1}", "{a: 'x}"),
        *("{a: word}", "{a: inf}", "{a: /* }", '{a: "x\ny"}', "{a: 1} {b: 2}", "{a b: 1}"),
        "{a:" + "[" * (DEPTH + 1) + "]" * (DEPTH + 1) + "}",
    ],
)
def test_what_is_no_object_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(ReadError) as refused:
        parse_object(text.encode(), file="x.json5")
    assert str(refused.value).startswith("x.json5:")


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(ReadError, match="UTF-8"):
        parse_object(b"{a: '\xff'}")


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63)
    | st.text()
    | st.floats(allow_nan=False),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)


@given(st.dictionaries(st.text(), VALUES), st.booleans())
def test_all_json_is_json5(tree: dict[str, object], plain: bool) -> None:
    text = json.dumps(tree, ensure_ascii=plain, indent=None if plain else 2)
    data = text.encode("utf-8", "surrogatepass") if plain else text.encode("utf-8", "replace")
    assert parse_object(data) == json.loads(data)


@given(
    st.binary(max_size=60) | st.text(alphabet="{}[]:,'\"\\/*ab1.-+ \n", max_size=40).map(str.encode)
)
def test_any_bytes_are_an_object_or_a_clear_report(data: bytes) -> None:
    problem = "none"
    try:
        assert isinstance(parse_object(data), dict)
    except ReadError as error:
        problem = str(error)
    assert problem
