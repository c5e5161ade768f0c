"""JSON-RPC 2.0 in the form of the management protocol: one object in a text frame, without I/O.

The server (1.21.9 and later, reference real-peers.md 6) takes a request of at most 65,536 bytes in
one frame, with no `params` or an array of one; it answers with the request's id, and sends
notifications, which have none. It never sends batches, as it is never sent any.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Never, cast

from bridge.core.errors import ManagementError, ProtocolError

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_REQUEST: Final = 65_536
"""Bytes of a frame that the server still reads; after a longer one it ends the connection."""

MAX_MESSAGE: Final = 4 << 20
"""Bytes of a frame that we read: a list of 40,000 players."""

_WORDS: Final = 200
"""Characters of a server's explanation that are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The result of a request."""

    id: int
    result: object


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A request that was not carried out. `id` is None when the server could not read it.

    `problem` is the server's own words on one line.
    """

    id: int | None
    code: int
    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Notification:
    """What the server tells unasked. `params` is an array, an object or None."""

    method: str
    params: object


Message = Answer | Failure | Notification


def encode(request: int, method: str, *params: object) -> str:
    """One request, in ASCII. Raises ManagementError when it does not fit a frame."""
    fields: dict[str, object] = {"jsonrpc": "2.0", "id": request, "method": method}
    if params:  # a method without parameters refuses anything but their absence
        fields["params"] = params
    text = json.dumps(fields, separators=(",", ":"))
    if len(text) > MAX_REQUEST:
        problem = f"{len(text)} bytes do not fit the management protocol's {MAX_REQUEST}"
        raise ManagementError(problem)
    return text


def decode(frame: str) -> Message | None:
    """What a frame says; None for an answer to nobody and for a request, which we do not serve.

    Raises ProtocolError for what is not JSON-RPC 2.0.
    """
    try:
        value: object = json.loads(frame, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise ProtocolError("bad_frame", "a frame is not JSON") from error
    if not isinstance(value, dict):
        raise ProtocolError("bad_frame", "a frame is not one JSON object")
    fields = cast("dict[str, object]", value)
    if fields.get("jsonrpc") != "2.0":
        raise ProtocolError("bad_version", "a frame is not of JSON-RPC 2.0")
    match fields:
        case {"method": str(method)}:
            if "id" in fields:
                return None
            return Notification(method=method, params=fields.get("params"))
        case {"error": dict()}:
            return _failure(_id(fields), cast("dict[str, object]", fields["error"]))
        case {"result": result}:
            request = _id(fields)
            return None if request is None else Answer(id=request, result=result)
        case _:
            raise ProtocolError("bad_frame", "a frame has no method, no result and no error")


def _failure(request: int | None, error: Mapping[str, object]) -> Failure:
    code = error.get("code")
    words = [error.get("message"), error.get("data")]
    return Failure(
        id=request,
        code=code if type(code) is int else 0,
        problem=_one_line(": ".join(word for word in words if isinstance(word, str))),
    )


def _id(fields: Mapping[str, object]) -> int | None:
    """Ours are whole numbers; the server sends each back as it came."""
    value = fields.get("id")
    return value if type(value) is int else None


def _one_line(text: str) -> str:
    return "".join(mark if mark.isprintable() else " " for mark in text[:_WORDS])


def _refuse(constant: str) -> Never:
    problem = f"{constant} is not JSON"
    raise ValueError(problem)
