"""The writer: the same values give the same bytes, in the order in which the keys are given."""

from __future__ import annotations

import reprlib
import struct
import zlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from bridge.minecraft.nbt import mutf8
from bridge.minecraft.nbt.tags import (
    Byte,
    ByteArray,
    Float,
    IntArray,
    Kind,
    Long,
    LongArray,
    Short,
    Tag,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

_DEPTH: Final = 512
_TEXT_BYTES: Final = 0xFFFF
_KINDS: Final[Mapping[type, Kind]] = {
    bool: Kind.BYTE,
    Byte: Kind.BYTE,
    Short: Kind.SHORT,
    int: Kind.INT,
    Long: Kind.LONG,
    Float: Kind.FLOAT,
    float: Kind.DOUBLE,
    str: Kind.STRING,
    ByteArray: Kind.BYTE_ARRAY,
    IntArray: Kind.INT_ARRAY,
    LongArray: Kind.LONG_ARRAY,
}
_CODES: Final[Mapping[Kind, str]] = {
    Kind.BYTE: "b",
    Kind.SHORT: "h",
    Kind.INT: "i",
    Kind.LONG: "q",
    Kind.FLOAT: "f",
    Kind.DOUBLE: "d",
    Kind.BYTE_ARRAY: "b",
    Kind.INT_ARRAY: "i",
    Kind.LONG_ARRAY: "q",
}


def write(root: Mapping[str, Tag], *, compress: bool = True) -> bytes:
    """The compound as a file, its name empty; packed with gzip (no time in the header) or not.

    Raises ValueError for what NBT cannot hold: a number out of its range, a text of more than
    65,535 bytes, a list of several kinds, more than 512 levels.
    """
    raw = bytearray([Kind.COMPOUND, 0, 0])
    opened = [_entries(root)]
    while opened:
        for data, inner in opened[-1]:
            raw += data
            if inner is not None:
                opened.append(inner)
                break
        else:
            opened.pop()
        if len(opened) > _DEPTH:
            raise ValueError(f"more than {_DEPTH} levels deep")
    return zlib.compress(raw, wbits=zlib.MAX_WBITS | 16) if compress else bytes(raw)


# A container as pieces: bytes, and the container to write out in full before the next piece.
# So depth is a limit of the format and never one of Python's stack.
_Pieces: TypeAlias = "Iterator[tuple[bytes, _Pieces | None]]"


def _entries(compound: Mapping[str, Tag]) -> _Pieces:
    for name, tag in compound.items():
        kind = _kind(tag)
        data, inner = _payload(kind, tag)
        yield bytes([kind]) + _text(name) + data, inner
    yield bytes([Kind.END]), None


def _elements(tags: Sequence[Tag]) -> _Pieces:
    kinds = {_kind(tag) for tag in tags} or {Kind.END}
    kind = kinds.pop()
    if kinds:
        raise ValueError(f"a list of {kind.name} and {kinds.pop().name}")
    yield struct.pack(">Bi", kind, len(tags)), None
    for tag in tags:
        yield _payload(kind, tag)


def _kind(tag: Tag) -> Kind:
    for known in type(tag).__mro__:
        if known in _KINDS:
            return _KINDS[known]
    if isinstance(tag, Mapping):
        return Kind.COMPOUND
    if isinstance(tag, Sequence):
        return Kind.LIST
    raise TypeError(f"no tag for {type(tag).__name__}")


def _payload(kind: Kind, tag: Tag) -> tuple[bytes, _Pieces | None]:
    if isinstance(tag, Mapping):
        return b"", _entries(tag)
    if kind is Kind.LIST:
        return b"", _elements(cast("Sequence[Tag]", tag))
    if isinstance(tag, str):
        return _text(tag), None
    try:
        if isinstance(tag, Sequence):
            return struct.pack(f">i{len(tag)}{_CODES[kind]}", len(tag), *tag), None
        return struct.pack(f">{_CODES[kind]}", tag), None
    except (struct.error, OverflowError) as error:
        raise ValueError(f"not a {kind.name}: {reprlib.repr(tag)}") from error


def _text(text: str) -> bytes:
    data = mutf8.encode(text)
    if len(data) > _TEXT_BYTES:
        raise ValueError(f"a text of {len(data)} bytes")
    return struct.pack(">H", len(data)) + data
