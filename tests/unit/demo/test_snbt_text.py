import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.demo import snbt_text
from bridge.demo.reader import CommandError, Reader


def read(text: str) -> tuple[object, str]:
    reader = Reader(text, "unknown")
    return snbt_text.read(reader), reader.rest


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("hello", "hello"),
        ("true", True),
        ("FALSE", False),
        ("{}", {}),
        ("[]", []),
        ("{text:hi,bold:true}", {"text": "hi", "bold": True}),
        ("{ text : 'a' , }", {"text": "a"}),
        ('["", {text: b}, 3,]', ["", {"text": "b"}, 3]),
        ("[I; 1, -2]", [1, -2]),
        ("[B;1b,0b]", [1, 0]),
        ("[L;]", []),
        ("1b", 1),
        ("-5", -5),
        ("+7L", 7),
        ("0", 0),
        ("1_000", 1000),
        ("0xFF", 255),
        ("0b101", 5),
        ("255ub", 255),
        ("1.5", 1.5),
        (".5f", 0.5),
        ("2e3", 2000.0),
        ("3d", 3.0),
        (r'"a\n\"\x41\u4f60\U0001F389\s"', 'a\n"A你🎉 '),
        (r"'\ud83c\udf89 it\'s'", "🎉 it's"),
        (r'"\N{Snowman}"', "☃"),
        ('"§ stays"', "§ stays"),
        ("{'a b':1,c.d:2}", {"a b": 1, "c.d": 2}),
    ],
)
def test_snbt_is_read(text: str, value: object) -> None:
    assert read(f" {text} x") == (value, " x")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "Expected a valid unquoted string"),
        ("{text:a", "Expected literal ,"),
        ("{text a}", "Expected literal :"),
        ("{:1}", "Key cannot be empty"),
        ('{"":1}', "Key cannot be empty"),
        ("[a b]", "Expected literal ,"),
        ("[a,,b]", "Expected a valid unquoted string"),
        ("{,}", "Key cannot be empty"),
        ('"open', "Invalid string contents"),
        (r'"\/"', "Invalid string contents"),
        (r'"\q"', "Invalid string contents"),
        (r'"\x4"', "Expected a character literal of length 2"),
        (r'"\U00110000"', "Invalid Unicode character value: U\\+00110000"),
        (r'"\N{No Such}"', "Invalid Unicode character name"),
        (r'"\N"', "Invalid Unicode character name"),
        ("01", "Decimal numbers can't start with 0"),
        ("1x", "Unquoted strings can't start with digits"),
        ("-a", "Unquoted strings can't start with digits"),
        ("300b", "Failed to parse number"),
        ("-1ub", "Expected a non-negative number"),
        ("1e999", "Non-finite numbers are not allowed"),
        ("[I;a]", "Invalid array element type"),
        ("[I;1.5]", "Invalid array element type"),
        ("uuid(x)", "No such operation: uuid"),
        ("[" * 70, "Nested too deep"),
        ("{a:" * 70, "Nested too deep"),
    ],
)
def test_what_is_not_snbt_is_refused(text: str, problem: str) -> None:
    with pytest.raises(CommandError, match=problem):
        read(text)


@given(
    st.recursive(
        st.booleans() | st.integers(-(1 << 31), (1 << 31) - 1) | st.text(),
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(st.text(min_size=1), inner, max_size=4)
        ),
        max_leaves=12,
    )
)
def test_json_text_without_slash_escapes_is_snbt_too(value: object) -> None:
    assert read(json.dumps(value)) == (value, "")


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    reader = Reader(text, "unknown")
    try:
        snbt_text.read(reader)
    except CommandError:
        return
    assert 0 < reader.cursor <= len(text)
