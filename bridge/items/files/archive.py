"""A zip archive that is read with limits: nothing in it is believed, nothing is unpacked to disk.

Only the central directory is gone through (a jar has thousands of entries, a handful matter), and
an entry is unpacked up to a limit, whatever size it claims. Format: PKWARE APPNOTE 4.3, without
encryption, several disks or anything but "stored" and "deflated", which no jar uses.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ReadError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    ReadAt = Callable[[int, int], bytes]

ENTRIES: Final = 262_144
"""Entries that an archive may have; the largest mods have some tens of thousands."""
DIRECTORY: Final = 64 << 20
"""Bytes of its central directory."""

_END: Final = struct.Struct("<4s4H2LH")
_END64: Final = struct.Struct("<4sQ2H2L4Q")
_LOCATOR64: Final = struct.Struct("<4sLQL")
_ENTRY: Final = struct.Struct("<4s6H3L5H2L")
_LOCAL: Final = struct.Struct("<4s5H3L2H")
_LONGEST_COMMENT: Final = 0xFFFF
_UNKNOWN: Final = 0xFFFFFFFF
_ENCRYPTED: Final = 0x1
_STORED: Final = 0
_DEFLATED: Final = 8
_CHUNK: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of the archive. `packed` and `size` are what the directory claims."""

    name: str
    packed: int
    size: int
    offset: int
    method: int
    crc: int


class Archive:
    """An archive over `read_at(offset, size)`, which may return less at the end.

    Raises ReadError in the constructor for what is no archive, or one beyond the limits.
    """

    def __init__(self, read_at: ReadAt, size: int) -> None:
        self._read_at = read_at
        self._size = size
        count, length, offset = self._directory_place()
        if count > ENTRIES or length > DIRECTORY:
            problem = f"its directory is too large ({count} entries, {length} bytes)"
            raise ReadError(problem)
        self._directory = read_at(offset, length)
        if len(self._directory) != length:
            problem = "its directory is cut off"
            raise ReadError(problem)

    @property
    def digest(self) -> str:
        """What tells one content from another: the directory has every entry's checksum."""
        return f"{zlib.crc32(self._directory):08x}{zlib.adler32(self._directory):08x}"

    def entries(self, wanted: Callable[[bytes], object]) -> Iterator[Entry]:
        """The files whose raw name `wanted` accepts, in the directory's order.

        Raises ReadError, after what could be read, where the directory is damaged.
        """
        directory = self._directory
        unpack = _ENTRY.unpack_from
        at = 0
        for _ in range(ENTRIES):
            if at + _ENTRY.size > len(directory):
                return
            head = unpack(directory, at)
            if head[0] != b"PK\1\2":
                problem = "its directory is damaged"
                raise ReadError(problem, offset=at)
            start = at + _ENTRY.size
            name = directory[start : start + head[10]]
            at = start + head[10] + head[11] + head[12]
            if wanted(name):
                extra = directory[start + head[10] : start + head[10] + head[11]]
                yield _entry(name, head, extra)

    def read(self, entry: Entry, limit: int) -> bytes:
        """An entry's content. Raises ReadError, also where it is longer than `limit` bytes."""
        content = b"".join(self.chunks(entry, limit))
        if zlib.crc32(content) != entry.crc:
            problem = "its checksum is wrong"
            raise ReadError(problem)
        return content

    def chunks(self, entry: Entry, limit: int) -> Iterator[bytes]:
        """The same in pieces, and unchecked. Raises ReadError at the piece that is too much."""
        if entry.size > limit:
            problem = f"it is longer than {limit} bytes ({entry.size})"
            raise ReadError(problem)
        start = self._content_start(entry)
        if entry.method == _STORED:
            yield from self._stored(start, min(entry.packed, limit))
        elif entry.method == _DEFLATED:
            yield from self._inflated(start, entry.packed, limit)
        else:
            problem = f"it is packed by method {entry.method}"
            raise ReadError(problem)

    def _content_start(self, entry: Entry) -> int:
        raw = self._read_at(entry.offset, _LOCAL.size)
        if len(raw) < _LOCAL.size or raw[:4] != b"PK\3\4":
            problem = "it is not where the directory says"
            raise ReadError(problem, offset=entry.offset)
        head = _LOCAL.unpack(raw)
        if head[2] & _ENCRYPTED:
            problem = "it is encrypted"
            raise ReadError(problem)
        return entry.offset + _LOCAL.size + head[9] + head[10]

    def _stored(self, start: int, length: int) -> Iterator[bytes]:
        for at in range(0, length, _CHUNK):
            yield self._read_at(start + at, min(_CHUNK, length - at))

    def _inflated(self, start: int, length: int, limit: int) -> Iterator[bytes]:
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
        left = limit
        try:
            for packed in self._stored(start, length):
                piece = packed
                while piece and not unpacker.eof:
                    out = unpacker.decompress(piece, min(_CHUNK, left + 1))
                    left -= len(out)
                    if left < 0:
                        problem = f"it unpacks to more than {limit} bytes"
                        raise ReadError(problem)
                    yield out
                    piece = unpacker.unconsumed_tail
        except zlib.error as error:
            raise ReadError("it cannot be unpacked") from error
        if not unpacker.eof:
            problem = "it is cut off"
            raise ReadError(problem)

    def _directory_place(self) -> tuple[int, int, int]:
        """Entries, length and offset of the central directory (APPNOTE 4.3.14 to 4.3.16)."""
        tail_start = max(0, self._size - _END.size - _LONGEST_COMMENT)
        tail = self._read_at(tail_start, self._size - tail_start)
        at = tail.rfind(b"PK\5\6")
        if at < 0 or at + _END.size > len(tail):
            problem = "it is no zip archive"
            raise ReadError(problem)
        end = _END.unpack_from(tail, at)
        count, length, offset = end[4], end[5], end[6]
        if _UNKNOWN in (length, offset) or count == 0xFFFF:
            count, length, offset = self._place64(tail_start + at) or (count, length, offset)
        if offset + length > self._size:
            problem = "its directory lies outside"
            raise ReadError(problem)
        return count, length, offset

    def _place64(self, end: int) -> tuple[int, int, int] | None:
        raw = self._read_at(max(0, end - _LOCATOR64.size), _LOCATOR64.size)
        if len(raw) < _LOCATOR64.size or raw[:4] != b"PK\6\7":
            return None
        raw = self._read_at(_LOCATOR64.unpack(raw)[2], _END64.size)
        if len(raw) < _END64.size or raw[:4] != b"PK\6\6":
            problem = "its directory is not where it says"
            raise ReadError(problem)
        end64 = _END64.unpack(raw)
        return end64[7], end64[8], end64[9]


def _entry(name: bytes, head: tuple[int, ...], extra: bytes) -> Entry:
    packed, size, offset = head[8], head[9], head[16]
    if _UNKNOWN in (packed, size, offset):
        packed, size, offset = _wide(extra, packed, size, offset)
    return Entry(name.decode("utf-8", "replace"), packed, size, offset, head[4], head[7])


def _wide(extra: bytes, packed: int, size: int, offset: int) -> tuple[int, int, int]:
    """The 64-bit values of an entry's extra field (4.5.3): those that did not fit, in order."""
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, at)
        if kind == 1:
            field = extra[at + 4 : at + 4 + length]
            values = iter(struct.unpack(f"<{len(field) // 8}Q", field[: len(field) // 8 * 8]))
            size = next(values, size) if size == _UNKNOWN else size
            packed = next(values, packed) if packed == _UNKNOWN else packed
            offset = next(values, offset) if offset == _UNKNOWN else offset
            break
        at += 4 + length
    return packed, size, offset
