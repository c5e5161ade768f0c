"""Owns binary NBT as the game keeps it in files: bytes to values, and values to bytes.

Must not know: files, what a key means, any other format. Pure: standard library and `core` only.
Called by: the quest book (1.12), world files, the mirror of the access table, identity.

`read` gives plain values and forgets the types; `write` takes plain values and the types of `tags`
where a plain one would be another tag. The format is the game's: big-endian, modified UTF-8, one
compound whose name means nothing.
"""

from bridge.minecraft.nbt.payloads import Value
from bridge.minecraft.nbt.reader import Limits, read
from bridge.minecraft.nbt.tags import (
    Byte,
    ByteArray,
    Float,
    IntArray,
    Long,
    LongArray,
    Short,
    Tag,
)
from bridge.minecraft.nbt.writer import write

__all__ = [
    "Byte",
    "ByteArray",
    "Float",
    "IntArray",
    "Limits",
    "Long",
    "LongArray",
    "Short",
    "Tag",
    "Value",
    "read",
    "write",
]
