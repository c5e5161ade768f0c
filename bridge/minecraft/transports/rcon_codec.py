"""RCON as bytes: packets, the login and one command's reply, without I/O.

A packet is int32le length of what follows, int32le id, int32le type, a UTF-8 body and two NULs.
The rules are those of Minecraft's servers, which are not Source's (reference minecraft-server.md
C1, real-peers.md 1 and 5):

- The server takes one read for one packet, so a request fits 1,460 bytes and is never written
  before the server has read the one before it.
- A reply is cut every 4,096 UTF-16 code units (vanilla, Fabric, Paper), every 4,096 bytes
  (Forge 1.16, also inside a character) or not at all (Cuberite). Nothing marks its end.
- An unknown packet type is answered with its id (`Unknown request 64`) by the servers that cut,
  and ends the connection of Cuberite, which answers a command with type 2 instead of 0.

So a reply whose last piece is not full has ended; only after a full one is the end asked for with
a probe.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from bridge.core.errors import ProtocolError, RconError, RconTooLongError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_BODY = 1446
"""Bytes of a request's body: what is left of the server's read of 1,460."""

MAX_REPLY = 64 * 1024 * 1024
"""Bytes of a packet after its length field, and of a whole reply; more is not RCON."""

PIECE = 4096
"""UTF-16 code units, or bytes, of a full piece of a reply."""

LOGIN = 3
COMMAND = 2
REPLY = 0
REPLY_UNCUT = 2
"""Type of a login's answer, and of Cuberite's replies: whole, then an empty packet of that id."""
PROBE = 100
REFUSED_ID = -1

_HEADER = struct.Struct("<iii")
_LENGTH = struct.Struct("<i")
_TAIL = b"\0\0"
_MIN_LENGTH = 10
_CONTINUATION_BYTES = bytes(range(0x80, 0xC0))
_ASTRAL_LEADS = bytes(range(0xF0, 0xF8))


@dataclass(frozen=True, slots=True, kw_only=True)
class Packet:
    """One packet as it came from the server; `body` is without its two NULs."""

    id: int
    type: int
    body: bytes


def request_ids() -> Iterator[int]:
    """Ids that grow from 1 and start again after 2**31 - 1.

    Never 0 or -1: -1 is how a server refuses, and some echo a request's -1.
    """
    while True:
        yield from range(1, 2**31)


def encode(*, request: int, kind: int, text: str) -> bytes:
    """One request of id `request` and type `kind`.

    A lone surrogate becomes `?`, as in the game. Raises RconTooLongError over 1,446 bytes, and
    RconError for a NUL, after which servers read nothing or something else.
    """
    body = text.encode("utf-8", "replace")
    if len(body) > MAX_BODY:
        raise RconTooLongError(f"{len(body)} bytes do not fit RCON's {MAX_BODY}")
    if b"\0" in body:
        raise RconError("a NUL character cannot be sent by RCON")
    return _HEADER.pack(len(body) + _MIN_LENGTH, request, kind) + body + _TAIL


class PacketDecoder:
    """Cuts what a server sends into packets, however the reads cut it."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[Packet]:
        """The packets that `data` completes. Raises ProtocolError for what cannot be RCON."""
        # Appending to and deleting the front of a bytearray do not move what stays, so a reply
        # of many small reads costs its own length, not its square.
        buffer = self._buffer
        buffer += data
        packets: list[Packet] = []
        start = 0
        while (end := self._end(start)) is not None:
            _, request, kind = _HEADER.unpack_from(buffer, start)
            if not buffer.endswith(_TAIL, start, end):
                raise ProtocolError("bad_frame", "an RCON packet does not end in two NULs")
            body = bytes(memoryview(buffer)[start + _HEADER.size : end - 2])
            packets.append(Packet(id=request, type=kind, body=body))
            start = end
        del buffer[:start]
        return packets

    def _end(self, start: int) -> int | None:
        """Where the packet at `start` ends, once it is there as a whole."""
        present = len(self._buffer) - start
        if present < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack_from(self._buffer, start)
        if not _MIN_LENGTH <= length <= MAX_REPLY:
            raise ProtocolError("bad_frame", f"{length} is no length of an RCON packet")
        size = _LENGTH.size + length
        return start + size if present >= size else None


@dataclass(frozen=True, slots=True)
class Collecting:
    """The answer has not come, or not as a whole."""


@dataclass(frozen=True, slots=True)
class ProbeDue:
    """The reply may go on: write the exchange's `probe` now."""


@dataclass(frozen=True, slots=True)
class Complete:
    """The whole reply; empty for a login."""

    text: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The server answered that this connection is not logged in."""


Step = Collecting | ProbeDue | Complete | Refused


class Exchange(Protocol):
    """One request and its answer; at most one is under way on a connection."""

    @property
    def request(self) -> bytes:
        """What to write, at once and in one write."""
        ...

    @property
    def probe(self) -> bytes:
        """What to write when `take` says ProbeDue."""
        ...

    def take(self, packets: Sequence[Packet]) -> Step:
        """What to do after these packets; all that one read completed, in their order.

        Packets of other ids answer requests that nobody waits for any more, and are dropped.
        """
        ...


class Login:
    """The login: accepted by its own id in type 2, refused by id -1.

    Source's empty type-0 packet before it is passed over. Raises what `encode` raises.
    """

    probe = b""

    def __init__(self, password: str, *, request: int) -> None:
        self._id = request
        self.request = encode(request=request, kind=LOGIN, text=password)

    def take(self, packets: Sequence[Packet]) -> Step:
        """Complete, Refused or Collecting; a login has no probe."""
        for packet in packets:
            if packet.id == REFUSED_ID:
                return Refused()
            if packet.id == self._id and packet.type == REPLY_UNCUT:
                return Complete("")
        return Collecting()


class Command:
    """A command and its reply, which is the joined bytes of all packets of its id.

    Raises what `encode` raises.
    """

    def __init__(self, text: str, *, request: int, probe: int) -> None:
        self._id = request
        self._probe_id = probe
        self._probed = False
        self._pieces: list[bytes] = []
        self._size = 0
        self.request = encode(request=request, kind=COMMAND, text=text)
        self.probe = encode(request=probe, kind=PROBE, text="")

    def take(self, packets: Sequence[Packet]) -> Step:
        """See `Exchange.take`. Raises ProtocolError when the reply exceeds `MAX_REPLY`."""
        last: Packet | None = None
        for packet in packets:
            if packet.id == REFUSED_ID:
                return Refused()
            if packet.id == self._id and packet.type in {REPLY, REPLY_UNCUT}:
                self._keep(packet.body)
                last = packet
            elif packet.id == self._probe_id and self._probed:
                return self._complete()
        # Once the probe is written its answer ends the reply, even after a piece that is not
        # full: the next request must not reach the server together with the probe.
        if self._probed or last is None:
            return Collecting()
        if _is_full(last):
            self._probed = True
            return ProbeDue()
        return self._complete()

    def _keep(self, body: bytes) -> None:
        self._pieces.append(body)
        self._size += len(body)
        if self._size > MAX_REPLY:
            raise ProtocolError("too_large", f"an RCON reply exceeds {MAX_REPLY} bytes")

    def _complete(self) -> Complete:
        # Decoded once: a piece may end inside a character.
        return Complete(b"".join(self._pieces).decode("utf-8", "replace"))


def _is_full(packet: Packet) -> bool:
    """Whether another piece may follow; one longer than full is from a server that never cuts."""
    size = len(packet.body)
    if packet.type == REPLY_UNCUT or size < PIECE:
        return False
    return size == PIECE or _utf16_units(packet.body) == PIECE


def _utf16_units(body: bytes) -> int:
    """UTF-16 code units of UTF-8 bytes: one for each character, two for each of four bytes."""
    characters = len(body.translate(None, _CONTINUATION_BYTES))
    astral = len(body) - len(body.translate(None, _ASTRAL_LEADS))
    return characters + astral
