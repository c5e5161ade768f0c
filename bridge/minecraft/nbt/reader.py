"""The reader: one pass over the bytes, a function for each of the two kinds that hold others."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from typing import Final

from bridge.core.errors import NbtError
from bridge.minecraft.nbt.payloads import NUMBER_LISTS, PAYLOADS, Value, length, text
from bridge.minecraft.nbt.tags import Kind

_GZIP_OR_ZLIB: Final = zlib.MAX_WBITS | 32
# Plain integers: looking a member up in the enumeration costs more than the rest of a small tag.
_END: Final = int(Kind.END)
_LIST: Final = int(Kind.LIST)
_COMPOUND: Final = int(Kind.COMPOUND)
_ROOT: Final = bytes([_COMPOUND])


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a file may cost; beyond a limit it is refused with an `NbtError`.

    Time and memory are in proportion to the unpacked bytes: about two seconds of one core for
    8 MiB of the smallest tags. `containers` is the tighter limit on memory.
    """

    depth: int = 512
    """Compounds and lists inside each other: the game's own limit."""
    size: int = 32 * 1024 * 1024
    """Bytes once unpacked; unpacking stops there."""
    containers: int = 1_000_000
    """Compounds and lists, the root among them: an empty compound in a list is a single byte."""


_DEFAULT: Final = Limits()


def read(data: bytes, *, file: str = "", limits: Limits = _DEFAULT) -> dict[str, Value]:
    """The root compound of NBT that is packed with gzip or zlib, or not at all.

    Arrays become lists; a key given twice keeps its last value. What follows the root compound, or
    the first gzip member, is ignored, as the game does. Raises `NbtError`, and nothing else; its
    `offset` counts the unpacked bytes.
    """
    try:
        return _root(_unpacked(data, limits), limits)
    except NbtError as error:
        raise NbtError(error.problem, file=file, offset=error.offset) from error


def _unpacked(data: bytes, limits: Limits) -> bytes:
    if data[:1] == _ROOT:
        raw = data
    else:
        unpacker = zlib.decompressobj(_GZIP_OR_ZLIB)
        try:
            raw = unpacker.decompress(data, limits.size + 1)
        except zlib.error as error:
            raise NbtError("neither NBT nor gzip nor zlib, or damaged", offset=0) from error
        if not unpacker.eof and len(raw) <= limits.size:
            raise NbtError("the packed data end too early", offset=len(raw))
    if len(raw) > limits.size:
        raise NbtError(f"longer than {limits.size} bytes", offset=limits.size)
    return raw


def _root(raw: bytes, limits: Limits) -> dict[str, Value]:
    try:
        if raw[0] != _COMPOUND:
            raise NbtError("the root is not a compound", offset=0)
        _, at = text(raw, 1)
        return _Reading(raw, limits).read_compound(at, limits.depth)[0]
    except (IndexError, struct.error) as error:
        raise NbtError("ends too early", offset=len(raw)) from error
    except RecursionError as error:
        raise NbtError("more levels than Python's stack can hold") from error


class _Reading:
    """One file being read.

    Its methods take the index of a payload and how many levels may be open, this one among them;
    they give the value and the index behind it, and raise as `payloads` do.
    """

    __slots__ = ("_containers_left", "_limits", "_raw")

    def __init__(self, raw: bytes, limits: Limits) -> None:
        self._raw = raw
        self._limits = limits
        self._containers_left = limits.containers

    def read_compound(self, at: int, levels: int) -> tuple[dict[str, Value], int]:
        self._enter(at, levels)
        raw = self._raw
        entries: dict[str, Value] = {}
        while kind := raw[at]:
            name, start = text(raw, at + 1)
            if read_payload := PAYLOADS.get(kind):
                entries[name], at = read_payload(raw, start)
            elif kind == _COMPOUND:
                entries[name], at = self.read_compound(start, levels - 1)
            elif kind == _LIST:
                entries[name], at = self.read_list(start, levels - 1)
            else:
                raise NbtError(f"unknown tag {kind}", offset=at)
        return entries, at + 1

    def read_list(self, at: int, levels: int) -> tuple[list[Value], int]:
        self._enter(at, levels)
        raw = self._raw
        kind = raw[at]
        if read_numbers := NUMBER_LISTS.get(kind):
            return read_numbers(raw, at + 1)
        count, behind = length(raw, at + 1)
        elements: list[Value] = []
        if read_payload := PAYLOADS.get(kind):
            for _ in range(count):
                element, behind = read_payload(raw, behind)
                elements.append(element)
        elif kind in (_COMPOUND, _LIST):
            read_container = self.read_compound if kind == _COMPOUND else self.read_list
            for _ in range(count):
                element, behind = read_container(behind, levels - 1)
                elements.append(element)
        elif kind != _END:
            raise NbtError(f"unknown tag {kind}", offset=at)
        elif count:
            raise NbtError("a list of ends", offset=at)
        return elements, behind

    def _enter(self, at: int, levels: int) -> None:
        self._containers_left -= 1
        if levels <= 0:
            raise NbtError(f"more than {self._limits.depth} levels deep", offset=at)
        if self._containers_left < 0:
            raise NbtError(f"more than {self._limits.containers} compounds and lists", offset=at)
