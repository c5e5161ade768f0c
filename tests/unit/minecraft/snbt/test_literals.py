from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.minecraft import snbt
from bridge.minecraft.snbt.literals import FaultError, array_elements, unescaped, word_value

WORDS: list[tuple[str, int | float | str | None]] = [
    ("true", True),
    ("false", False),
    ("True", "True"),
    ("null", None),
    ("end", None),
    ("END", None),
    ("End", "End"),
    ("NULL", "NULL"),
    ("0", 0),
    ("7", 7),
    ("-7", -7),
    ("+7", 7),
    ("007", 7),
    ("1b", 1),
    ("1B", 1),
    ("1s", 1),
    ("1S", 1),
    ("1l", 1),
    ("-1L", -1),
    ("300b", 300),
    ("3000000000", 3_000_000_000),
    ("9223372036854775807L", 2**63 - 1),
    ("-9223372036854775808", -(2**63)),
    ("9223372036854775808L", "9223372036854775808L"),
    ("-9223372036854775809", "-9223372036854775809"),
    ("1" * 21, "1" * 21),
    ("1" * 10_000, "1" * 10_000),
    ("1.5", 1.5),
    ("-1.5", -1.5),
    ("+1.5", 1.5),
    (".5", 0.5),
    ("-.5d", -0.5),
    ("2.", 2.0),
    ("1f", 1.0),
    ("1F", 1.0),
    ("1d", 1.0),
    ("1D", 1.0),
    ("1.0E-5d", 1.0e-5),
    ("1.5e+3", 1500.0),
    ("1e5d", 100_000.0),
    ("1e5", "1e5"),
    ("05E614FDA677D85", "05E614FDA677D85"),
    ("1e999d", math.inf),
    ("1e-999d", 0.0),
    ("1.5b", "1.5b"),
    ("1bb", "1bb"),
    ("1x", "1x"),
    ("1ſ", "1ſ"),
    ("1_000", "1_000"),
    ("0x1F", "0x1F"),
    ("255ub", "255ub"),
    ("1.2.3", "1.2.3"),
    ("1-2", "1-2"),
    ("1.5e", "1.5e"),
    ("e5d", "e5d"),
    (".", "."),
    ("-", "-"),
    ("+", "+"),
    ("-.", "-."),
    ("--1", "--1"),
    ("+-1", "+-1"),
    ("٣", "٣"),
    ("1٣", "1٣"),
    ("Infinity", math.inf),
    ("+Infinity", math.inf),
    ("-Infinity", -math.inf),
    ("Infinityd", math.inf),
    ("-InfinityF", -math.inf),
    ("∞", math.inf),
    ("+∞f", math.inf),
    ("-∞D", -math.inf),
    ("infinity", "infinity"),
    ("∞∞", "∞∞"),
    ("nan", "nan"),
    ("-NaN", "-NaN"),
    ("inf", "inf"),
    ("minecraft", "minecraft"),
]

STRINGS: list[tuple[str, str]] = [
    ('""', ""),
    ("''", ""),
    (r'"a\"b"', 'a"b'),
    (r"'a\'b'", "a'b"),
    (r'"a\'b"', "a'b"),
    (r"'a\"b'", 'a"b'),
    (r'"\\"', "\\"),
    (r'"\\n"', r"\n"),
    (r'"\t\b\n\r\f"', "\t\b\n\r\f"),
    (r'"a\qb"', "ab"),
    (r'"a\ b"', "ab"),
    (r'"\u0041"', "0041"),
    (r'"\&6x"', "6x"),
    (r'"\N\鍵\😀"', ""),
]


@pytest.mark.parametrize(("word", "value"), WORDS)
def test_a_word_is_a_name_a_number_or_a_string(word: str, value: int | float | str | None) -> None:
    read = word_value(word)
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize("word", ["NaN", "NaNd", "NaNf", "NaND", "NaNF"])
def test_nan_is_no_number(word: str) -> None:
    value = word_value(word)
    assert isinstance(value, float)
    assert math.isnan(value)


@pytest.mark.parametrize(("quoted", "text"), STRINGS)
def test_escapes_are_undone_and_unknown_ones_dropped(quoted: str, text: str) -> None:
    assert unescaped(quoted) == text
    assert snbt.parse(quoted) == text


@pytest.mark.parametrize(
    ("source", "numbers"),
    [
        ("[I;]", []),
        ("[ i ; ]", []),
        ("[I; 1, 2 3\n4,]", [1, 2, 3, 4]),
        ("[B;true,false -1b]", [True, False, -1]),
        ("[L;9223372036854775807L]", [2**63 - 1]),
    ],
)
def test_an_array_is_a_list_of_integers(source: str, numbers: list[int]) -> None:
    assert array_elements(source, 10) == numbers


@pytest.mark.parametrize(
    ("source", "at"), [("[I; 1.0]", 4), ("[I; 1 x", 6), ("[I;null]", 3), ("[I; 1 ", 6), ("[I;", 3)]
)
def test_an_array_of_something_else_is_refused_at_it(source: str, at: int) -> None:
    with pytest.raises(FaultError) as raised:
        array_elements(source, 100)
    assert raised.value.at == 100 + at


def test_quote_escapes_backslashes_and_double_quotes_alone() -> None:
    assert snbt.quote('it\'s "a\\b"\t') == '"it\'s \\"a\\\\b\\"\t"'


@given(st.text(st.characters(exclude_characters="\n")))
def test_a_quoted_text_is_read_back(text: str) -> None:
    assert snbt.parse(snbt.quote(text)) == text
    assert snbt.parse(f"{{{snbt.quote(text)}: 1}}") == {text: 1}
