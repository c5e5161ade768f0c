"""What one player sees: chat, system messages and the action bar, in the order they came."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bridge.demo.fields import Value

_KEPT = 1000


class Kind(StrEnum):
    """Where the client shows it. `SYSTEM` and `CHAT` both stand in the chat box."""

    CHAT = "chat"
    SYSTEM = "system"
    ACTIONBAR = "actionbar"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One thing that a player was shown: its plain text, and the component as it was sent."""

    kind: Kind
    text: str
    component: Value


class Screen:
    """Everything a player was shown (the last 1,000 things are kept), for any number of readers."""

    def __init__(self) -> None:
        self._shown: deque[Shown] = deque(maxlen=_KEPT)
        self._count = 0
        self._closed = False
        self._changed = asyncio.Event()

    @property
    def shown(self) -> tuple[Shown, ...]:
        """What is kept, oldest first."""
        return tuple(self._shown)

    def show(self, shown: Shown) -> None:
        """Put one more thing before the player."""
        self._shown.append(shown)
        self._count += 1
        self._wake()

    def close(self) -> None:
        """Nothing more comes: readers end when they have read what is there."""
        self._closed = True
        self._wake()

    def messages(self) -> AsyncIterator[Shown]:
        """What is shown from this call on (not from the first wait for it)."""
        return self._from(self._count)

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def _from(self, position: int) -> AsyncIterator[Shown]:
        while True:
            while position < self._count:
                oldest = self._count - len(self._shown)
                position = max(position, oldest)
                yield self._shown[position - oldest]
                position += 1
            if self._closed:
                return
            await self._changed.wait()
