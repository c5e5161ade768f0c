"""Frames of the daemon's socket: a 4-byte big-endian length and one msgpack map.

Only what protocol 1 uses of msgpack is written here, so that the plugin needs no package beside
MCDReforged. Pure: bytes in, maps out.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

FRAME_BYTES = 1 << 20
_DEPTH = 100

_SIZES = {  # first byte: what follows it is a length of so many bytes
    0xC4: ("bin", 1), 0xC5: ("bin", 2), 0xC6: ("bin", 4),
    0xD9: ("str", 1), 0xDA: ("str", 2), 0xDB: ("str", 4),
    0xDC: ("array", 2), 0xDD: ("array", 4),
    0xDE: ("map", 2), 0xDF: ("map", 4),
}  # fmt: skip
_NUMBERS = {
    0xCA: ">f", 0xCB: ">d",
    0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q",
    0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q",
}  # fmt: skip
_CONSTANTS = {0xC0: None, 0xC2: False, 0xC3: True}


class WireError(Exception):
    """Bytes that are no frame, or a value that no frame can hold."""


def pack(frame: dict[str, Any]) -> bytes:
    """A map as one frame."""
    payload = bytearray()
    _write(frame, payload)
    if len(payload) > FRAME_BYTES:
        raise WireError(f"{len(payload)} bytes do not fit a frame")
    return len(payload).to_bytes(4, "big") + payload


def _write(value: Any, out: bytearray) -> None:
    if value is None:
        out.append(0xC0)
    elif isinstance(value, bool):
        out.append(0xC3 if value else 0xC2)
    elif isinstance(value, int):
        _write_int(value, out)
    elif isinstance(value, float):
        out += b"\xcb" + struct.pack(">d", value)
    elif isinstance(value, str):
        _write_text(value, out)
    elif isinstance(value, (list, tuple)):
        _write_length(len(value), out, (0x90, 16), (None, 0xDC, 0xDD))
        for item in value:
            _write(item, out)
    elif isinstance(value, dict):
        _write_length(len(value), out, (0x80, 16), (None, 0xDE, 0xDF))
        for key, item in value.items():
            _write(key, out)
            _write(item, out)
    else:
        raise WireError(f"{type(value).__name__} cannot be sent")


def _write_int(value: int, out: bytearray) -> None:
    if 0 <= value < 0x80 or -0x20 <= value < 0:
        out += struct.pack(">b", value)
    elif -(1 << 63) <= value < 1 << 63:
        out += b"\xd3" + struct.pack(">q", value)
    else:
        raise WireError("a whole number beyond 64 bits")


def _write_text(value: str, out: bytearray) -> None:
    # A lone half of a surrogate pair may stand in what a server prints.
    data = value.encode("utf-8", "replace")
    _write_length(len(data), out, (0xA0, 32), (0xD9, 0xDA, 0xDB))
    out += data


def _write_length(
    length: int, out: bytearray, short: tuple[int, int], codes: tuple[int | None, int, int]
) -> None:
    if length < short[1]:
        out.append(short[0] | length)
    elif length < 1 << 8 and codes[0] is not None:
        out += bytes((codes[0], length))
    elif length < 1 << 16:
        out += struct.pack(">BH", codes[1], length)
    else:
        out += struct.pack(">BI", codes[2], length)


class Decoder:
    """Cuts a stream of bytes into maps."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[dict[str, Any]]:
        """The maps that are complete with `data`. Raises WireError where the stream breaks."""
        self._buffer += data
        while len(self._buffer) >= 4:
            length = int.from_bytes(self._buffer[:4], "big")
            if length > FRAME_BYTES:
                raise WireError(f"a frame of {length} bytes")
            if len(self._buffer) < 4 + length:
                return
            payload = bytes(self._buffer[4 : 4 + length])
            del self._buffer[: 4 + length]
            yield unpack(payload)


def unpack(payload: bytes) -> dict[str, Any]:
    """The one map that `payload` is. Raises WireError."""
    reader = _Reader(payload)
    try:
        value = reader.value(_DEPTH)
    except (IndexError, struct.error, UnicodeDecodeError) as error:
        raise WireError(f"a frame is no msgpack: {error}") from error
    if not isinstance(value, dict) or reader.place != len(payload):
        raise WireError("a frame is not one map")
    return value


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self.place = 0

    def _take(self, count: int) -> bytes:
        end = self.place + count
        if end > len(self._data):
            raise WireError("a frame is cut short")
        taken = self._data[self.place : end]
        self.place = end
        return taken

    def value(self, depth: int) -> Any:
        code = self._take(1)[0]
        if code < 0x80:
            return code
        if code >= 0xE0:
            return code - 0x100
        if code < 0xC0:
            return self._sized(*_short(code), depth)
        if code in _CONSTANTS:
            return _CONSTANTS[code]
        if code in _NUMBERS:
            form = _NUMBERS[code]
            return struct.unpack(form, self._take(struct.calcsize(form)))[0]
        if code in _SIZES:
            kind, width = _SIZES[code]
            return self._sized(kind, int.from_bytes(self._take(width), "big"), depth)
        raise WireError(f"an extension type (0x{code:02x})")

    def _sized(self, kind: str, size: int, depth: int) -> Any:
        if kind == "str":
            return self._take(size).decode("utf-8")
        if kind == "bin":
            return self._take(size)
        # Each member has at least one byte: a length without its bytes allots nothing.
        if depth == 0 or size > len(self._data) - self.place:
            raise WireError("deeper or longer than its bytes")
        if kind == "array":
            return [self.value(depth - 1) for _ in range(size)]
        return dict(self._pair(depth) for _ in range(size))

    def _pair(self, depth: int) -> tuple[str, Any]:
        key = self.value(depth - 1)
        if not isinstance(key, str):
            raise WireError("a key is not text")
        return key, self.value(depth - 1)


def _short(code: int) -> tuple[str, int]:
    if code >= 0xA0:
        return "str", code & 0x1F
    return ("array", code & 0x0F) if code >= 0x90 else ("map", code & 0x0F)
