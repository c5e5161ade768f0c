from __future__ import annotations

import math
from typing import Any

import pytest

from bridge.core.errors import SnbtError
from bridge.minecraft import snbt

GRAMMAR: list[tuple[str, str, snbt.Value]] = [
    ("a compound", '{a: 1, b: "x"}', {"a": 1, "b": "x"}),
    ("an empty compound", "{}", {}),
    ("an empty list", "[ ]", []),
    ("new lines as separators", "{\n\ta: 1\n\tb: 2\n}", {"a": 1, "b": 2}),
    ("carriage returns as separators", "{\r\n\ta: 1\r\n}\r\n", {"a": 1}),
    ("blanks as separators", "{a: 1 b: 2}", {"a": 1, "b": 2}),
    ("any mix of separators", "{,a: 1,, \n,b: 2 ,}", {"a": 1, "b": 2}),
    ("no separator where brackets part values", '{a:{}b:["x""y"]}', {"a": {}, "b": ["x", "y"]}),
    ("separators around the root", "\n ,{} ,\n", {}),
    ("an equals sign behind a key", "{a = 1, b=2}", {"a": 1, "b": 2}),
    ("blanks around the colon", "{ a : 1 }", {"a": 1}),
    ("line breaks around the colon", "{a\n:\n1}", {"a": 1}),
    (
        "a key with dots",
        '{chapter.05E614FDA677D85E.title: "x"}',
        {"chapter.05E614FDA677D85E.title": "x"},
    ),
    ("a key of any letters", "{schlüssel: 1, 鍵: 2, ∞: 3}", {"schlüssel": 1, "鍵": 2, "∞": 3}),
    ("a key that looks like a number", "{1: 1, -2.5: 2, true: 3}", {"1": 1, "-2.5": 2, "true": 3}),
    ("a key in double quotes", '{"a:b c": 1}', {"a:b c": 1}),
    ("a key in single quotes", "{'a \"b\"': 1}", {'a "b"': 1}),
    ("a key with escapes", r'{"a\"\\": 1}', {'a"\\': 1}),
    ("an empty key", '{"": 1}', {"": 1}),
    ("the last of equal keys", "{a: 1, b: 2, 'a': 3}", {"a": 3, "b": 2}),
    ("nested containers", "{a: [{b: []} {c: {}}]}", {"a": [{"b": []}, {"c": {}}]}),
    ("a list of several types", "[1, 'a', {}, 2.5]", [1, "a", {}, 2.5]),
    ("a comment of #", '# x\n{\n  # {["\n  a: 1\n}\n# end', {"a": 1}),
    ("a comment of //", "// x\n{\n\t// y\n a: 1}", {"a": 1}),
    ("a comment between key and value", "{a:\n# x\n1, b\n// y\n: 2}", {"a": 1, "b": 2}),
    ("a comment in an array", "[I;\n1\n# 2\n3]", [1, 3]),
    ("a comment with carriage return", "{\r\n# x\r\na: 1\r\n}", {"a": 1}),
    ("# in a string", '{a: "# x"\nb: "// y"}', {"a": "# x", "b": "// y"}),
    ("an array of bytes", "[B; 1b, -2B, true, false]", [1, -2, 1, 0]),
    ("an array of integers", "{a: [I;1,-2 3\n4]}", {"a": [1, -2, 3, 4]}),
    ("an array of longs", "[L; 1L 2l 3]", [1, 2, 3]),
    ("an array in lower case", "[i; 1]", [1]),
    ("an empty array", "{a: [I; ], b: [L;], c: [ b ; ]}", {"a": [], "b": [], "c": []}),
    ("a list that begins like an array", "[I, L B]", ["I", "L", "B"]),
    ("a word as root", "minecraft", "minecraft"),
    ("a number as root", " 20.0f ", 20.0),
    ("a string as root", r'"a \"b\""', 'a "b"'),
    ("numbers and names in a list", "[1b 2.5 true null]", [1, 2.5, True, None]),
    ("words as strings", "[north _x x.y+z 0x1F]", ["north", "_x", "x.y+z", "0x1F"]),
]

# What `data get` answers behind "has the following entity data: ".
REPLIES: list[tuple[str, snbt.Value]] = [
    ("20.0f", 20.0),
    ('"minecraft:overworld"', "minecraft:overworld"),
    ("[0.5d, 64.0d, -1.0E-5d]", [0.5, 64.0, -1.0e-5]),
    ("[I; 1043021312, -1234, 5, -6]", [1043021312, -1234, 5, -6]),
    (
        '[{Slot: 0b, id: "minecraft:stone", Count: 64b, tag: {"my mod:x": 1L, a: [B; 1B]}}]',
        [
            {
                "Slot": 0,
                "id": "minecraft:stone",
                "Count": 64,
                "tag": {"my mod:x": 1, "a": [1]},
            }
        ],
    ),
    (r"""{Name: '{"text":"it\'s"}', x: Infinityd}""", {"Name": '{"text":"it\'s"}', "x": math.inf}),
]

BROKEN: list[tuple[str, int, int, str]] = [
    ("", 1, 1, "unexpected end"),
    (" \n\n ", 3, 2, "unexpected end"),
    ("{", 1, 2, "unexpected end"),
    ("{\n  a: 1\n", 3, 1, "unexpected end"),
    ("[1, 2", 1, 6, "unexpected end"),
    ("{a:", 1, 4, "unexpected end"),
    ("}", 1, 1, "unexpected '}'"),
    ("{a: 1]", 1, 6, "unexpected ']'"),
    ("[1}", 1, 3, "unexpected '}'"),
    ("{\n\ta: }", 2, 5, "unexpected '}'"),
    ("{a: , b: 1}", 1, 5, "unexpected ','"),
    ("{a: = 1}", 1, 5, "unexpected '='"),
    ("{: 1}", 1, 2, "unexpected ':'"),
    ("{a: minecraft:stone}", 1, 14, "unexpected ':'"),
    ("{a: &c}", 1, 5, "unexpected '&'"),
    ("{a: 1 # no comment\n}", 1, 7, "unexpected '#'"),
    ("{a: 1\n, # no comment\n}", 2, 3, "unexpected '#'"),
    ("{a: 1 // no comment\n}", 1, 7, "unexpected '/'"),
    ("{a}", 1, 2, "no key, or no ':' or '=' behind it"),
    ("{\na: 1\n  {}}", 3, 3, "no key, or no ':' or '=' behind it"),
    ("{a: 1,\n 'b' 2}", 2, 2, "no key, or no ':' or '=' behind it"),
    ("[1, a: 2]", 1, 5, "a key outside of a compound"),
    ("['a': 2]", 1, 2, "a key outside of a compound"),
    ("a: 1", 1, 1, "a key outside of a compound"),
    ("{} {}", 1, 4, "more text behind the value"),
    ("{}\n}", 2, 1, "more text behind the value"),
    ("a b", 1, 3, "more text behind the value"),
    ('{a: "x}', 1, 5, "a string that is not closed on its line"),
    ('{a: "x\ny"}', 1, 5, "a string that is not closed on its line"),
    ('{\n  a: "x\\\n"}', 2, 6, "a string that is not closed on its line"),
    ("['x\"]", 1, 2, "a string that is not closed on its line"),
    ('{"a: 1}', 1, 2, "a string that is not closed on its line"),
    ('"\\', 1, 1, "a string that is not closed on its line"),
    ("[I; 1, x]", 1, 8, "an array holds integers alone"),
    ("[I; 1\n 2.0]", 2, 2, "an array holds integers alone"),
    ("[I; null]", 1, 5, "an array holds integers alone"),
    ("[I; 99999999999999999999]", 1, 5, "an array holds integers alone"),
    ("[I; 1", 1, 6, "an array that is not closed"),
    ('[I; "1"]', 1, 5, "an array that is not closed"),
    ("{a: [B; [1]]}", 1, 9, "an array that is not closed"),
    ("[J; 1]", 1, 3, "unexpected ';'"),
    ("# 鍵\n{鍵: '錠' ?}", 2, 9, "unexpected '?'"),
    ("{😀}", 1, 2, "unexpected '😀'"),
    ("{a: 1\r\n  ?}", 2, 3, "unexpected '?'"),
]


def ids(cases: list[Any]) -> list[str]:
    return [repr(case[0]) for case in cases]


@pytest.mark.parametrize(("rule", "text", "value"), GRAMMAR, ids=ids(GRAMMAR))
def test_the_grammar_takes(rule: str, text: str, value: snbt.Value) -> None:
    assert snbt.parse(text) == value, rule


@pytest.mark.parametrize(("text", "value"), REPLIES, ids=ids(REPLIES))
def test_a_reply_of_the_game_is_read(text: str, value: snbt.Value) -> None:
    assert snbt.parse(text) == value


@pytest.mark.parametrize(("text", "line", "column", "problem"), BROKEN, ids=ids(BROKEN))
def test_a_broken_text_is_refused_where_it_breaks(
    text: str, line: int, column: int, problem: str
) -> None:
    with pytest.raises(SnbtError) as raised:
        snbt.parse(text, file="book.snbt")
    error = raised.value
    assert (error.line, error.column, error.problem) == (line, column, problem)
    assert str(error) == f"book.snbt:{line}:{column}: {problem}"


def test_bytes_are_utf_8_with_or_without_a_mark() -> None:
    data = "{鍵: 1}".encode()
    assert snbt.parse_bytes(data) == snbt.parse_bytes(b"\xef\xbb\xbf" + data) == {"鍵": 1}


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b"\xff", 1, 1),
        (b"\xef\xbb\xbf{\xe9: 1}", 1, 2),
        ("{\n鍵: '".encode() + b"\xed\xa0\x80'}", 2, 5),
        (b"{}\n\xe9\x8d", 2, 1),
    ],
)
def test_bytes_that_are_not_utf_8_are_refused_where_they_begin(
    data: bytes, line: int, column: int
) -> None:
    with pytest.raises(SnbtError, match="not UTF-8") as raised:
        snbt.parse_bytes(data, file="book.snbt")
    assert (raised.value.line, raised.value.column) == (line, column)
    assert raised.value.file == "book.snbt"


def test_a_position_behind_a_byte_order_mark_does_not_count_it() -> None:
    with pytest.raises(SnbtError) as raised:
        snbt.parse_bytes(b"\xef\xbb\xbf{?")
    assert raised.value.column == 2


@pytest.mark.parametrize("source", ["{a: 1}", b"{a: 1}"])
def test_a_compound_is_read_from_text_and_from_bytes(source: str | bytes) -> None:
    assert snbt.parse_compound(source) == {"a": 1}


@pytest.mark.parametrize("source", ["[]", b"1", "x", "[B;]"])
def test_another_root_is_no_compound(source: str | bytes) -> None:
    with pytest.raises(SnbtError, match=r"^book\.snbt:1:1: not a compound$"):
        snbt.parse_compound(source, file="book.snbt")


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ("{a:", "}")])
def test_depth_is_limited(opening: str, closing: str) -> None:
    snbt.parse(opening * 511 + "[]" + closing * 511)
    with pytest.raises(SnbtError, match="more than 512 levels deep") as raised:
        snbt.parse(opening * 512 + "[]" + closing * 512)
    assert raised.value.column == len(opening) * 512 + 1


def test_depth_is_as_deep_as_asked_for_and_never_pythons_stack() -> None:
    deep = snbt.Limits(depth=50_000)
    value = snbt.parse("[" * 50_000 + "]" * 50_000, limits=deep)
    for _ in range(49_999):
        assert isinstance(value, list)
        value = value[0]
    assert value == []


def test_size_is_limited() -> None:
    limits = snbt.Limits(size=6)
    assert snbt.parse("{a: 1}", limits=limits) == {"a": 1}
    with pytest.raises(SnbtError, match="longer than 6 characters"):
        snbt.parse("{a: 10}", limits=limits)
    with pytest.raises(SnbtError, match="longer than 6 bytes"):
        snbt.parse_bytes("{鍵: 1}".encode(), limits=limits)


def test_work_is_limited() -> None:
    text = "[1, 2, [I; 3 4 5]\n {}]"
    assert snbt.parse(text, limits=snbt.Limits(tokens=7))
    with pytest.raises(SnbtError, match=r"^2:3: more than 5 values$"):
        snbt.parse(text, limits=snbt.Limits(tokens=5))
