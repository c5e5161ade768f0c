"""Vanilla's RCON server as a pure machine: the bytes of one `read()` in, what to do about them out.

Reference page "Minecraft Java server facts", C1. What makes vanilla strict: each turn reads at most
1,460 bytes and takes them for exactly one packet. Anything else ends the connection without a word.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

from bridge.demo import utf16

READ_SIZE = 1460
"""Bytes that vanilla asks for in one read; a body of more than 1,446 therefore never fits."""

FRAGMENT_UNITS = 4096
"""UTF-16 code units of one reply packet."""

_SMALLEST = 10
_BODY_AT = 12
_REPLY = 0
_COMMAND = 2
_LOGIN = 3
_LOGIN_REPLY = 2
_NOT_ACCEPTED = -1


@dataclass(frozen=True, slots=True)
class Close:
    """End the connection, saying nothing."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Send these packets, each with one write."""

    packets: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Execute:
    """Run `command` on the main thread and send `reply(request, its text)`."""

    request: int
    command: str


Step = Close | Answer | Execute


def packet(request: int, kind: int, text: str) -> bytes:
    """One packet: length, id, type, body, two NULs."""
    body = utf16.encode(text)
    return struct.pack("<iii", len(body) + _SMALLEST, request, kind) + body + b"\0\0"


def reply(request: int, text: str) -> tuple[bytes, ...]:
    """A command's text in packets of 4,096 units, each encoded by itself; nothing marks the end."""
    return tuple(packet(request, _REPLY, piece) for piece in utf16.pieces(text, FRAGMENT_UNITS))


@dataclass(slots=True)
class Session:
    """One connection: whether it is logged in, and the one buffer that it reads into.

    The buffer is kept from read to read as vanilla keeps it: a packet shorter than its header takes
    what an earlier one left there for its type.
    """

    password: str
    authenticated: bool = False
    _buffer: bytearray = field(default_factory=lambda: bytearray(READ_SIZE))

    def receive(self, data: bytes) -> Step:
        """What vanilla does with the bytes of one read (it sees the first 1,460 of them)."""
        data = data[:READ_SIZE]
        size = len(data)
        if size < _SMALLEST:
            return Close()
        self._buffer[:size] = data
        declared, request, kind = struct.unpack_from("<iii", self._buffer)
        if declared != size - 4:
            return Close()
        if kind not in {_COMMAND, _LOGIN}:
            unknown = f"Unknown request {kind & 0xFFFFFFFF:x}"
            return Answer(reply(request, unknown))
        if kind == _COMMAND and not self.authenticated:
            return Answer((packet(_NOT_ACCEPTED, _LOGIN_REPLY, ""),))
        if size <= _BODY_AT:
            return Close()
        text = self._text(size)
        return self._login(request, text) if kind == _LOGIN else Execute(request, text)

    def _login(self, request: int, password: str) -> Answer:
        # A wrong password also logs out a connection that was logged in.
        self.authenticated = password != "" and password == self.password
        accepted = request if self.authenticated else _NOT_ACCEPTED
        return Answer((packet(accepted, _LOGIN_REPLY, ""),))

    def _text(self, size: int) -> str:
        # Up to the first NUL; the last byte is never part of it, whatever it is.
        body = bytes(self._buffer[_BODY_AT : size - 1])
        return body.split(b"\0", 1)[0].decode("utf-8", "replace")
