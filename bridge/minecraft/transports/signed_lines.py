"""The lines that our KubeJS script writes into the log: who wrote them, and what they say. Pure.

`SYSAI 1 <start id> <counter> <hmac-sha256> <json>` (contract section 7). The HMAC is over the line
without itself. A start id is the milliseconds of its clock in 13 digits and 8 random hex digits, so
the newest start is the greatest; within it the counter rises. So whoever sees the log can neither
write a line nor repeat one. A clock that was set back silences the script until it has caught up;
such lines are `Refusal.OLD`.

By its game: a command's player has level 2 (so has who is no player: a console, RCON, a command
block), and every player named is that one.
"""

from __future__ import annotations

import hmac
import json
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, cast

from bridge.core.errors import ProtocolError
from bridge.minecraft.transports.socket_codec import decode_from_peer
from bridge.minecraft.transports.socket_messages import Action, Chat, Command

if TYPE_CHECKING:
    from bridge.minecraft.transports.socket_messages import FrameId

LINE_LENGTH: Final = 8192
"""Characters of a line; a chat message has 256, each at most six of them."""

_LINE: Final = re.compile(
    r"(?P<version>\d{1,3}) (?P<start>\d{13}-[0-9a-f]{8}) (?P<counter>[1-9]\d{0,17})"
    r" (?P<mac>[0-9a-f]{64}) (?P<json>\{.*\})",
    re.ASCII,
)
_VERSION: Final = "1"
_SAID: Final = frozenset({"chat", "command", "action"})
_HELLO: Final = "hello"


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """The last line that counted. To be kept with the position in the log."""

    start: str
    counter: int


@dataclass(frozen=True, slots=True)
class ScriptLoaded:
    """The script is there: it was loaded, or the server is up."""


class Refusal(StrEnum):
    """Why a line is nothing."""

    FORM = "it has not the form"
    KEY = "its signature is not by our key"
    OLD = "its start or its counter is not the newest"
    BODY = "its content is no message"


SignedMessage = Chat | Command | Action | ScriptLoaded
"""As a peer with role `server` says it; the id is that of the line."""


class SignedLines:
    """Reads the lines of one server in their order; `mark` is where they got to."""

    def __init__(self, key: bytes, mark: Mark | None = None) -> None:
        self._key = key
        self.mark = mark

    def read(self, data: str) -> SignedMessage | Refusal:
        """What a `Relay` event's `data` says: the line behind `SYSAI `. Never raises."""
        match = _LINE.fullmatch(data) if len(data) <= LINE_LENGTH and data.isascii() else None
        if match is None or match["version"] != _VERSION:
            return Refusal.FORM
        head = f"SYSAI {data[: match.start('mac') - 1]}"
        if not hmac.compare_digest(signature(self._key, head, match["json"]), match["mac"]):
            return Refusal.KEY
        mark = Mark(match["start"], int(match["counter"]))
        if self.mark is not None and mark <= self.mark:
            return Refusal.OLD
        self.mark = mark
        return _message(match["json"], f"{mark.start}-{mark.counter}")


def signature(key: bytes, head: str, body: str) -> str:
    """The HMAC of `SYSAI 1 <start id> <counter>` and the JSON, in hex."""
    return hmac.new(key, f"{head} {body}".encode(), "sha256").hexdigest()


def _message(body: str, key: FrameId) -> SignedMessage | Refusal:
    try:
        content = cast("object", json.loads(body))
        if not isinstance(content, dict):
            return Refusal.BODY
        frame = cast("dict[str, object]", content)
        if frame.get("t") == _HELLO:
            return ScriptLoaded()
        if frame.get("t") not in _SAID:
            return Refusal.BODY
        return cast("SignedMessage", decode_from_peer({**frame, "id": key}))
    except (ValueError, TypeError, RecursionError, ProtocolError):
        return Refusal.BODY
