from __future__ import annotations

import struct

import pytest

from bridge.core.errors import NbtError
from bridge.minecraft.nbt.payloads import NUMBER_LISTS, PAYLOADS, length, text
from bridge.minecraft.nbt.tags import Kind


def test_every_kind_that_holds_no_other_has_a_reader() -> None:
    assert set(PAYLOADS) == set(Kind) - {Kind.END, Kind.LIST, Kind.COMPOUND}
    assert set(NUMBER_LISTS) == set(range(Kind.BYTE, Kind.DOUBLE + 1))


@pytest.mark.parametrize(
    ("kind", "payload", "value"),
    [
        (Kind.BYTE, b"\xff", -1),
        (Kind.SHORT, b"\1\0", 256),
        (Kind.INT, b"\0\0\1\0", 256),
        (Kind.LONG, b"\xff" * 8, -1),
        (Kind.FLOAT, b"\x3f\x80\0\0", 1.0),
        (Kind.DOUBLE, b"\x3f\xf0" + bytes(6), 1.0),
        (Kind.STRING, b"\0\2ab", "ab"),
        (Kind.BYTE_ARRAY, b"\0\0\0\1\xff", [-1]),
        (Kind.INT_ARRAY, b"\0\0\0\1\0\0\0\1", [1]),
        (Kind.LONG_ARRAY, bytes(4), []),
    ],
)
def test_a_payload_is_read_up_to_its_end(kind: Kind, payload: bytes, value: object) -> None:
    assert PAYLOADS[kind](b"?" + payload + b"?", 1) == (value, 1 + len(payload))


def test_a_negative_length_is_refused_where_it_stands() -> None:
    assert length(b"?\0\0\0\7", 1) == (7, 5)
    with pytest.raises(NbtError) as raised:
        length(b"?\xff\xff\xff\xff", 1)
    assert raised.value.offset == 1


@pytest.mark.parametrize("kind", sorted(set(PAYLOADS) - {Kind.STRING}))
def test_bytes_that_end_in_a_number_are_an_error(kind: Kind) -> None:
    with pytest.raises(struct.error):
        PAYLOADS[kind](b"\0\0\0\1\0\0\0\0"[: {Kind.BYTE: 0, Kind.SHORT: 1}.get(kind, 3)], 0)


def test_a_text_that_ends_inside_a_character_has_ended_too_early() -> None:
    with pytest.raises(IndexError):
        text(b"\0\3\xe9\x8d", 0)
    with pytest.raises(IndexError):
        text(b"\0", 0)
