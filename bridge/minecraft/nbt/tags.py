"""The kinds of tag, and the types that choose one where a plain Python value would be another."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Kind(IntEnum):
    """The byte that stands before a tag."""

    END = 0
    BYTE = 1
    SHORT = 2
    INT = 3
    LONG = 4
    FLOAT = 5
    DOUBLE = 6
    BYTE_ARRAY = 7
    STRING = 8
    LIST = 9
    COMPOUND = 10
    INT_ARRAY = 11
    LONG_ARRAY = 12


class Byte(int):
    """-128 to 127. A plain `bool` is written as this, too."""

    __slots__ = ()


class Short(int):
    """16 bits, signed."""

    __slots__ = ()


class Long(int):
    """64 bits, signed; a plain `int` is written as 32 bits."""

    __slots__ = ()


class Float(float):
    """32 bits; a plain `float` is written as 64 bits."""

    __slots__ = ()


class ByteArray(tuple[int, ...]):
    """Numbers of 8 bits; a plain sequence is written as a list."""

    __slots__ = ()


class IntArray(tuple[int, ...]):
    """Numbers of 32 bits: what holds a UUID."""

    __slots__ = ()


class LongArray(tuple[int, ...]):
    """Numbers of 64 bits."""

    __slots__ = ()


Tag: TypeAlias = "str | int | float | Mapping[str, Tag] | Sequence[Tag]"
"""What can be written. A list holds tags of one kind."""
