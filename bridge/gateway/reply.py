"""Reading the body of an answer, whole or as a stream of chunks, within bounds. Pure.

What a body is shows in its first byte, not in its content type, which proxies and small servers
get wrong: `{` begins a whole reply, a field's name or `:` a stream, `<` a web page.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, cast

from bridge.core.model_calls import ModelFailure
from bridge.gateway.assembly import Assembly
from bridge.gateway.event_stream import EventStream
from bridge.gateway.usage import as_object

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bridge.core.errors import ModelError
    from bridge.gateway.assembly import Completion

LONGEST: Final = 4 * 1024 * 1024
"""Bytes of a whole reply, and of one event of a stream: far more than any answer."""

LONGEST_STREAM: Final = 8 * LONGEST
"""Bytes of a stream: each token comes in an envelope of some 200 bytes."""

_BOM: Final = b"\xef\xbb\xbf"
_STREAM_STARTS: Final = b":deir"
"""A comment, or the first letter of `data`, `event`, `id`, `retry`."""


class ReplyReader:
    """Takes the body of a 2xx answer in pieces; they and `place` are as `Assembly` has them.

    Both methods raise ModelError: TOO_LARGE as soon as a bound is passed, BAD_REPLY, EMPTY.
    """

    def __init__(self, place: str, on_text: Callable[[str], None] | None = None) -> None:
        self._assembly = Assembly(place, on_text)
        self._stream: EventStream | None = None
        self._body = bytearray()
        self._received = 0
        self._begun = False
        self._done = False

    def feed(self, received: bytes) -> bool:
        """Whether the reply is complete, whatever may follow."""
        self._received += len(received)
        if not self._begun:
            received = self._begin(received)
        if self._stream is None:
            self._bound(self._received, LONGEST)
            self._body += received
            return False
        self._bound(self._received, LONGEST_STREAM)
        for data in self._stream.feed(received):
            self._event(data)
        self._bound(self._stream.held, LONGEST)
        return self._done

    def end(self) -> Completion:
        """The reply, once all of the body has been fed."""
        if not self._begun:
            raise self._assembly.failure(ModelFailure.EMPTY, "the reply is empty")
        if self._stream is None:
            self._assembly.take(self._object(self._body), whole=True)
        elif not self._done:
            for data in self._stream.end():
                self._event(data)
            if not (self._done or self._assembly.finished):
                raise self._bad("the reply broke off: its stream has no end")
        return self._assembly.end()

    def _begin(self, received: bytes) -> bytes:
        """See what this is, past the empty lines that DeepSeek sends while it thinks."""
        start = (bytes(self._body) + received).lstrip().removeprefix(_BOM).lstrip()
        if not start or _BOM.startswith(start):
            self._body = bytearray(start)
            return b""
        self._begun = True
        self._body.clear()
        if start[0] in _STREAM_STARTS:
            self._stream = EventStream()
        elif start[:1] == b"<":
            raise self._bad(
                "the reply is a web page: baseUrl leads to no API, or to a page to sign in"
            )
        return start

    def _event(self, data: bytes) -> None:
        data = data.strip()
        if data == b"[DONE]":
            self._done = True
        elif data and not self._done:
            self._assembly.take(self._object(data), whole=False)

    def _object(self, data: bytes | bytearray) -> Mapping[str, object]:
        try:
            fields = as_object(cast("object", json.loads(data.decode("utf-8"))))
        except UnicodeDecodeError:
            raise self._bad("the reply is not UTF-8") from None
        except (ValueError, RecursionError):
            raise self._bad("the reply is not JSON, or broke off") from None
        if fields is None:
            raise self._bad("the reply is not a JSON object")
        return fields

    def _bad(self, problem: str) -> ModelError:
        return self._assembly.failure(ModelFailure.BAD_REPLY, problem)

    def _bound(self, size: int, most: int) -> None:
        if size > most:
            raise self._assembly.failure(
                ModelFailure.TOO_LARGE, f"the reply is longer than {most // 2**20} MiB"
            )
