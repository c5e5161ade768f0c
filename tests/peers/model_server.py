"""An OpenAI-compatible server that says what a script says, for tests and for trying by hand.

It shares no code with the client, speaks HTTP/1.1 by itself so that it can speak it wrongly, and
needs the standard library alone.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping

    Answerer = Callable[["Asked", "Line"], Awaitable[None]]

KEY = "sk-test-7Hq2ZpX9"
PATH = "/v1/chat/completions"
USAGE = {"prompt_tokens": 30, "completion_tokens": 12, "total_tokens": 42}
JSON, EVENTS = "application/json", "text/event-stream"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request as it came; header names are in small letters."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def streams(self) -> bool:
        return self.body.get("stream") is True

    @property
    def json_mode(self) -> bool:
        return "response_format" in self.body

    @property
    def user(self) -> dict[str, Any]:
        """The user message's JSON object, empty if it is none."""
        try:
            value: object = json.loads(self.body["messages"][-1]["content"])
        except (ValueError, LookupError, TypeError):
            return {}
        return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What to answer: a completion with this text, or `body` as it stands."""

    text: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    body: bytes | None = None
    model: str = "scripted-1"
    finish: str = "stop"
    usage: Mapping[str, Any] | None = field(default_factory=lambda: USAGE)
    piece: int = 8
    """How many characters a chunk of a stream has."""

    async def __call__(self, asked: Asked, line: Line) -> None:
        if self.body is not None:
            await line.answer(self.body, status=self.status, headers=self.headers)
        elif not 200 <= self.status < 300:
            error = {"error": {"message": self.text, "type": "scripted", "code": None}}
            await line.answer(json.dumps(error).encode(), status=self.status, headers=self.headers)
        elif asked.streams:
            events = b"".join(map(event, self.chunks())) + b"data: [DONE]\n\n"
            await line.answer(events, headers={"Content-Type": EVENTS, **self.headers})
        else:
            body = json.dumps(self.completion(), ensure_ascii=False).encode()
            await line.answer(body, status=self.status, headers=self.headers)

    def completion(self) -> dict[str, Any]:
        """The whole reply."""
        message = {"role": "assistant", "content": self.text}
        whole = {"index": 0, "message": message, "finish_reason": self.finish}
        return self._envelope("chat.completion") | {"choices": [whole], "usage": self.usage}

    def chunks(self) -> list[dict[str, Any]]:
        """The same as the chunks of a stream."""
        envelope = self._envelope("chat.completion.chunk")
        pieces = [self.text[i : i + self.piece] for i in range(0, len(self.text), self.piece)]
        deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
        deltas += [{"content": piece} for piece in pieces]
        choices: list[dict[str, Any]] = [
            {"index": 0, "delta": delta, "finish_reason": None} for delta in deltas
        ]
        choices.append({"index": 0, "delta": {}, "finish_reason": self.finish})
        said = [envelope | {"choices": [choice]} for choice in choices]
        return [*said, envelope | {"choices": [], "usage": self.usage}]

    def _envelope(self, kind: str) -> dict[str, Any]:
        return {"id": "chatcmpl-1", "object": kind, "created": 1, "model": self.model}


def event(value: object) -> bytes:
    """One server-sent event."""
    return b"data: " + json.dumps(value, ensure_ascii=False).encode() + b"\n\n"


class Line:
    """The connection that a request came on, for whoever answers it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def answer(
        self, body: bytes, *, status: int = 200, headers: Mapping[str, str] | None = None
    ) -> None:
        """A right HTTP answer."""
        length = {"Content-Length": str(len(body)), **(headers or {})}
        await self.write(self.head(status, length) + body)

    def head(self, status: int = 200, headers: Mapping[str, str] | None = None) -> bytes:
        """The bytes before a body."""
        phrase = HTTPStatus(status).phrase
        whole = {"Content-Type": JSON, **(headers or {})}
        lines = [f"{name}: {value}" for name, value in whole.items()]
        return "\r\n".join([f"HTTP/1.1 {status} {phrase}", *lines, "", ""]).encode("latin-1")

    async def write(self, data: bytes) -> None:
        """Any bytes; waits for the client to take them."""
        self._writer.write(data)
        await self._writer.drain()

    def hang_up(self) -> None:
        self._writer.close()

    async def gone(self) -> None:
        """Return once the client has closed the connection."""
        while await self._reader.read(4096):
            pass


class ModelServer:
    """Answers requests in their order with what `script` holds, then each with `otherwise`."""

    def __init__(
        self, script: Iterable[str | Reply | Answerer] = (), *, otherwise: Answerer | None = None
    ) -> None:
        self.requests: list[Asked] = []
        self.connections = 0
        self.open = 0
        """Connections that are up."""
        self.port = 0
        self._script = chain(script, repeat(otherwise or Reply(text="nothing is scripted")))
        self._changed = asyncio.Condition()
        self._writers: set[asyncio.StreamWriter] = set()

    @property
    def url(self) -> str:
        """The `baseUrl` of this server."""
        return f"http://127.0.0.1:{self.port}/v1"

    @asynccontextmanager
    async def running(self, port: int = 0) -> AsyncGenerator[None]:
        """Listen on loopback; whoever is still connected at the end is cut off."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", port)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield
        finally:
            server.close()
            for writer in tuple(self._writers):
                writer.transport.abort()
            await self.idle()

    async def asked(self, times: int) -> None:
        """Return once so many requests have come."""
        async with self._changed:
            await self._changed.wait_for(lambda: len(self.requests) >= times)

    async def idle(self) -> None:
        """Return once no connection is up."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.open == 0)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self.open += 1
        self._writers.add(writer)
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                while not writer.is_closing():
                    asked = await _request(reader)
                    if asked is None:
                        writer.write(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
                        return
                    async with self._changed:
                        self.requests.append(asked)
                        self._changed.notify_all()
                    await self._next()(asked, Line(reader, writer))
        finally:
            self._writers.discard(writer)
            writer.close()
            self.open -= 1
            async with self._changed:
                self._changed.notify_all()

    def _next(self) -> Answerer:
        scripted = next(self._script)
        return Reply(text=scripted) if isinstance(scripted, str) else scripted


async def _request(reader: asyncio.StreamReader) -> Asked | None:
    letter = await reader.readexactly(1)
    if not letter.isalpha():
        return None  # TLS, for example
    head = (letter + await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.rstrip().split("\r\n")
    method, path, _ = first.split(" ")
    pairs = (line.split(":", 1) for line in lines)
    headers = {name.strip().lower(): value.strip() for name, value in pairs}
    raw = await reader.readexactly(int(headers.get("content-length", 0)))
    body: dict[str, Any] = json.loads(raw or "{}")
    return Asked(method=method, path=path, headers=headers, body=body)
