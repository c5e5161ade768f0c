"""The frames of the socket without I/O: bytes to msgpack maps (contract section 7).

A frame is a 4-byte big-endian length and one msgpack map. Any bytes give frames or a
ProtocolError, and never hold more memory than the limits allow: a length is judged before its
frame is awaited, and msgpack may neither allot long arrays for short input nor build more
values than `FrameLimits.values`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NoReturn, cast

import msgpack

from bridge.core.errors import ProtocolError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

FRAME_BYTES: Final = 1 << 20
"""The longest frame, without its four bytes of length."""

BAD_TOKEN: Final = "bad_token"
BAD_VERSION: Final = "bad_version"
UNKNOWN_SERVER: Final = "unknown_server"
BAD_FRAME: Final = "bad_frame"
TOO_LARGE: Final = "too_large"
UNKNOWN_TYPE: Final = "unknown_type"
FORBIDDEN: Final = "forbidden"
BUSY: Final = "busy"

CLOSING: Final = frozenset({BAD_TOKEN, BAD_VERSION, UNKNOWN_SERVER, BAD_FRAME, TOO_LARGE})
"""After one of these the connection is over; the other codes concern one frame alone."""

_LENGTH_BYTES = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameLimits:
    """What one frame may hold.

    `frame` and `text` are bytes, `items` the members of one array or map, `values` all of them.
    msgpack allots an array by its announced length and nests 1,024 deep: a frame can make it
    allot `items` * 8 KiB, whatever its own length.
    """

    frame: int = FRAME_BYTES
    text: int
    items: int
    values: int


STRANGER: Final = FrameLimits(frame=1 << 16, text=1 << 14, items=256, values=1 << 12)
"""For a peer that has not said hello."""
PEER: Final = FrameLimits(text=1 << 18, items=256, values=1 << 13)
"""For what the daemon reads of a peer with the token."""
DAEMON: Final = FrameLimits(text=FRAME_BYTES, items=1 << 14, values=1 << 18)
"""For what a client reads of the daemon."""


class FrameDecoder:
    """Cuts a stream of bytes into msgpack maps. `limits` may be changed between two frames."""

    def __init__(self, limits: FrameLimits) -> None:
        self.limits = limits
        self._buffer = bytearray()
        self._error: ProtocolError | None = None

    def feed(self, data: bytes) -> Iterator[dict[str, object]]:
        """The frames that are complete with `data`; to be read to the end.

        Raises ProtocolError (`too_large`, `bad_frame`) where the stream breaks, and again at
        every later call: there is no way back into a broken stream.
        """
        if self._error is None:
            self._buffer += data
        return self._frames()

    def _frames(self) -> Iterator[dict[str, object]]:
        try:
            while (payload := self._payload()) is not None:
                yield unpack(payload, self.limits)
        except ProtocolError as error:
            self._error = error
            self._buffer.clear()
            raise

    def _payload(self) -> bytes | None:
        if self._error is not None:
            raise self._error
        if len(self._buffer) < _LENGTH_BYTES:
            return None
        length = int.from_bytes(self._buffer[:_LENGTH_BYTES], "big")
        if length > self.limits.frame:
            problem = f"a frame of {length} bytes; {self.limits.frame} are allowed"
            raise ProtocolError(TOO_LARGE, problem)
        end = _LENGTH_BYTES + length
        if len(self._buffer) < end:
            return None
        payload = bytes(self._buffer[_LENGTH_BYTES:end])
        del self._buffer[:end]
        return payload


class _Unpacking:
    """Counts what msgpack builds, and stops it."""

    def __init__(self, values: int) -> None:
        self._left = values

    def _count(self, values: int) -> None:
        self._left -= values
        if self._left < 0:
            problem = "too many values"
            raise ValueError(problem)

    def array(self, items: list[object]) -> list[object]:
        self._count(len(items))
        return items

    def mapping(self, pairs: list[tuple[object, object]]) -> dict[str, object]:
        self._count(2 * len(pairs))
        members = {key: value for key, value in pairs if isinstance(key, str)}
        if len(members) < len(pairs):
            problem = "a key is not text, or stands twice"
            raise ValueError(problem)
        return members


def _extension(code: int, data: bytes) -> NoReturn:
    problem = f"an extension type ({code}, {len(data)} bytes)"
    raise ValueError(problem)


def unpack(payload: bytes, limits: FrameLimits) -> dict[str, object]:
    """The one map that `payload` is. Raises ProtocolError (`bad_frame`)."""
    unpacking = _Unpacking(limits.values)
    unpackb = cast("Callable[..., object]", msgpack.unpackb)
    try:
        frame = unpackb(
            payload,
            list_hook=unpacking.array,
            object_pairs_hook=unpacking.mapping,
            ext_hook=_extension,
            max_str_len=limits.text,
            max_bin_len=limits.text,
            max_array_len=limits.items,
            max_map_len=limits.items,
            max_ext_len=0,
        )
    except (ValueError, msgpack.UnpackException) as error:
        problem = f"a frame is not msgpack within the limits: {error or type(error).__name__}"
        raise ProtocolError(BAD_FRAME, problem) from error
    if not isinstance(frame, dict):
        raise ProtocolError(BAD_FRAME, "a frame is not a map")
    return cast("dict[str, object]", frame)


def pack(frame: Mapping[str, object]) -> bytes:
    """A map as one frame, with its length in front.

    Raises ProtocolError: `too_large`, or `bad_frame` for what msgpack cannot say (a lone
    surrogate, a whole number beyond 64 bits, an object).
    """
    packb = cast("Callable[[object], bytes]", msgpack.packb)
    try:
        payload = packb(frame)
    except (TypeError, ValueError, OverflowError) as error:
        problem = f"{frame.get('t')}: cannot be packed: {error}"
        raise ProtocolError(BAD_FRAME, problem) from error
    if len(payload) > FRAME_BYTES:
        problem = f"{frame.get('t')}: {len(payload)} bytes; a frame holds {FRAME_BYTES}"
        raise ProtocolError(TOO_LARGE, problem)
    return len(payload).to_bytes(_LENGTH_BYTES, "big") + payload
