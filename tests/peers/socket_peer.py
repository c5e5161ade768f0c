"""A peer of the socket that writes whatever bytes it is told to: it shares no code of ours."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, cast

import msgpack

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from pathlib import Path

TOKEN = "the-right-token"
MARA = {"name": "Mara", "uuid": "00000000-0000-0000-0000-000000000007", "op": False}

_packb = cast("Callable[[object], bytes]", msgpack.packb)
_unpackb = cast("Callable[[bytes], dict[str, Any]]", msgpack.unpackb)


def frame(message: object) -> bytes:
    payload = _packb(message)
    return len(payload).to_bytes(4, "big") + payload


def unframed(stream: bytes) -> list[dict[str, Any]]:
    """All maps of a stream that ends with a whole frame."""
    messages: list[dict[str, Any]] = []
    while stream:
        end = 4 + int.from_bytes(stream[:4], "big")
        messages.append(_unpackb(stream[4:end]))
        stream = stream[end:]
    return messages


def hello(role: str = "server", **fields: object) -> dict[str, object]:
    return {"t": "hello", "v": 1, "role": role, "token": TOKEN, "agent": "test", **fields}


class SocketPeer:
    """Reads and writes maps."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    @asynccontextmanager
    async def connected(cls, where: int | Path) -> AsyncGenerator[SocketPeer]:
        """By TCP port or socket file."""
        if isinstance(where, int):
            reader, writer = await asyncio.open_connection("127.0.0.1", where)
        else:
            reader, writer = await asyncio.open_unix_connection(where)
        async with cls.on(reader, writer) as peer:
            yield peer

    @classmethod
    @asynccontextmanager
    async def on(
        cls, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> AsyncGenerator[SocketPeer]:
        """On streams that are open."""
        try:
            yield cls(reader, writer)
        finally:
            writer.transport.abort()

    def say(self, *messages: object) -> None:
        """Send maps, in one piece."""
        self.writer.write(b"".join(frame(message) for message in messages))

    async def hear(self) -> dict[str, Any]:
        """The next map."""
        length = int.from_bytes(await self.reader.readexactly(4), "big")
        return _unpackb(await self.reader.readexactly(length))

    async def greet(self, role: str = "server", **fields: object) -> str:
        """Say hello and be welcomed; the session."""
        self.say(hello(role, **fields))
        welcome = await self.hear()
        assert welcome["t"] == "welcome", welcome
        return welcome["session"]

    async def refused(self) -> str:
        """The code of the error that comes next, and then the end."""
        error = await self.hear()
        assert error["t"] == "error", error
        assert isinstance(error["message"], str)
        assert await self.reader.read() == b""
        return error["code"]
