"""What makes a repeated frame harmless: each server's ids, for ten minutes. Pure.

A peer that lost its connection sends again what it had no answer to. The same id with the same
content is that; the same id with other content is another peer that counts for itself.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bridge.minecraft.transports.socket_messages import Action, Call, Chat, Command

if TYPE_CHECKING:
    from collections.abc import Callable

Repeatable = Chat | Action | Command | Call
"""What has an effect, and an id by which a second one is known."""

REMEMBERED_SECONDS: Final = 600.0
REMEMBERED_IDS: Final = 10_000
REMEMBERED_BYTES: Final = 8 << 20
"""Of replies; with more of either the oldest ids are forgotten early."""


@dataclass(slots=True)
class _Entry:
    content: int
    until: float
    reply: bytes | None = None
    waiting: list[Callable[[bytes], object]] = field(
        default_factory=list["Callable[[bytes], object]"]
    )


class RepeatMemory:
    """The frames of one server's peers that are not to be carried out twice."""

    def __init__(self) -> None:
        self._entries: OrderedDict[tuple[type, str | int], _Entry] = OrderedDict()
        self._bytes = 0

    def is_repeat(
        self, message: Repeatable, now: float, deliver: Callable[[bytes], object]
    ) -> bool:
        """Whether the frame came before; if not, it is known from now on.

        For a repeat, `deliver` is handed the reply of the first: at once, or when it is there.
        """
        key = (type(message), message.id)
        content = hash(repr(message))
        entry = self._entries.get(key)
        if entry is None or entry.until <= now or entry.content != content:
            self._drop(key)
            self._make_room(now)
            self._entries[key] = _Entry(content, now + REMEMBERED_SECONDS)
            return False
        if entry.reply is not None:
            deliver(entry.reply)
        elif deliver not in entry.waiting:
            entry.waiting.append(deliver)
        return True

    def answered(self, message: Repeatable, reply: bytes) -> None:
        """Keep the reply to a message, and hand it to those who asked meanwhile."""
        entry = self._entries.get((type(message), message.id))
        if entry is None or entry.content != hash(repr(message)) or entry.reply is not None:
            return
        entry.reply = reply
        self._bytes += len(reply)
        for deliver in entry.waiting:
            deliver(reply)
        entry.waiting.clear()

    def _make_room(self, now: float) -> None:
        while self._entries:
            key, oldest = next(iter(self._entries.items()))
            crowded = len(self._entries) >= REMEMBERED_IDS or self._bytes > REMEMBERED_BYTES
            if oldest.until > now and not crowded:
                return
            self._drop(key)

    def _drop(self, key: tuple[type, str | int]) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None and entry.reply is not None:
            self._bytes -= len(entry.reply)
