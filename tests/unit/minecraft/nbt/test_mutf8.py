from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.minecraft.nbt import mutf8

TEXTS = [
    ("", b""),
    ("plain", b"plain"),
    ("é鍵", b"\xc3\xa9\xe9\x8d\xb5"),
    ("a\0b", b"a\xc0\x80b"),
    ("😀", b"\xed\xa0\xbd\xed\xb8\x80"),
    ("\U0010ffff", b"\xed\xaf\xbf\xed\xbf\xbf"),
]


@pytest.mark.parametrize(("text", "data"), TEXTS)
def test_zero_and_what_is_beyond_16_bits_differ_from_utf_8(text: str, data: bytes) -> None:
    assert mutf8.encode(text) == data
    assert mutf8.decode(data) == text


def test_plain_utf_8_is_taken_as_well() -> None:
    assert mutf8.decode("a\0 😀".encode()) == "a\0 😀"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\xed\xa0\xbd", "\ufffd"),
        (b"\xed\xb8\x80!", "\ufffd!"),
        (b"\xed\xb8\x80\xed\xa0\xbd", "\ufffd\ufffd"),
        (b"\xed\xa0\xbd\xed\xa0\xbd\xed\xb8\x80", "\ufffd😀"),
    ],
)
def test_half_a_surrogate_pair_becomes_the_replacement_character(data: bytes, text: str) -> None:
    assert mutf8.decode(data) == text


def test_half_a_surrogate_pair_is_written_as_java_does() -> None:
    assert mutf8.encode("\ud83d") == b"\xed\xa0\xbd"


@pytest.mark.parametrize(
    "data", [b"\xff", b"\xc0", b"\xc0\xaf", b"\xe9\x8d", b"\x80", b"a\xed\xa0"]
)
def test_other_bytes_are_an_error(data: bytes) -> None:
    with pytest.raises(UnicodeDecodeError):
        mutf8.decode(data)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_is_read_back(text: str) -> None:
    assert mutf8.decode(mutf8.encode(text)) == text
