"""Payloads that hold no other tag: each reader takes bytes and an index, and gives the value and
the index behind it.

Raises IndexError or struct.error where the bytes end too early, `NbtError` for what is wrong.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Final, TypeAlias

from bridge.core.errors import NbtError
from bridge.minecraft.nbt import mutf8
from bridge.minecraft.nbt.tags import Kind

Value: TypeAlias = "dict[str, Value] | list[Value] | int | float | str"
_Reader: TypeAlias = Callable[[bytes, int], tuple[Value, int]]
_ListReader: TypeAlias = Callable[[bytes, int], tuple[list[Value], int]]

_LENGTH: Final = struct.Struct(">i")


def length(raw: bytes, at: int) -> tuple[int, int]:
    """The number of elements of a list or an array."""
    number: int = _LENGTH.unpack_from(raw, at)[0]
    if number < 0:
        raise NbtError(f"a length of {number}", offset=at)
    return number, at + _LENGTH.size


def text(raw: bytes, at: int) -> tuple[str, int]:
    """A name, or the payload of a string.

    One that the end of the bytes cuts off is given as it is: something must follow any text, if
    only the end of the root, and reading that fails.
    """
    start = at + 2
    end = start + (raw[at] << 8 | raw[at + 1])
    data = raw[start:end]
    try:
        return data.decode(), end
    except UnicodeDecodeError:
        return _modified(data, end - start, start), end


def _modified(data: bytes, size: int, at: int) -> str:
    if len(data) < size:
        raise IndexError
    try:
        return mutf8.decode(data)
    except UnicodeDecodeError as error:
        raise NbtError("a text that is not modified UTF-8", offset=at) from error


def _number(code: str) -> _Reader:
    form = struct.Struct(f">{code}")
    unpack, size = form.unpack_from, form.size

    def read(raw: bytes, at: int) -> tuple[Value, int]:
        return unpack(raw, at)[0], at + size

    return read


def _numbers(code: str) -> _ListReader:
    size = struct.calcsize(f">{code}")

    def read(raw: bytes, at: int) -> tuple[list[Value], int]:
        count, at = length(raw, at)
        return [*struct.unpack_from(f">{count}{code}", raw, at)], at + count * size

    return read


_CODES: Final = {
    Kind.BYTE: "b",
    Kind.SHORT: "h",
    Kind.INT: "i",
    Kind.LONG: "q",
    Kind.FLOAT: "f",
    Kind.DOUBLE: "d",
}
NUMBER_LISTS: Final[dict[int, _ListReader]] = {
    int(kind): _numbers(code) for kind, code in _CODES.items()
}
"""By the kind of the elements: the payload of a list behind that kind's byte."""

PAYLOADS: Final[dict[int, _Reader]] = {
    **{int(kind): _number(code) for kind, code in _CODES.items()},
    int(Kind.STRING): text,
    int(Kind.BYTE_ARRAY): NUMBER_LISTS[Kind.BYTE],
    int(Kind.INT_ARRAY): NUMBER_LISTS[Kind.INT],
    int(Kind.LONG_ARRAY): NUMBER_LISTS[Kind.LONG],
}
"""By kind: the payload of every tag that is neither a list nor a compound."""
