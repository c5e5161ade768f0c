"""The pause: while it is on no model is called, for anybody (`system-bridge pause`, `resume`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridge.access.authorship import author_columns, author_of
from bridge.access.events import PauseChanged
from bridge.access.reply import Reply
from bridge.core.cards import Words
from bridge.storage.completion import to_the_end
from bridge.storage.instants import from_millis, to_millis

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from bridge.access.events import AccessEvent
    from bridge.access.history import Author
    from bridge.core.clock import Clock
    from bridge.storage.database import Database


@dataclass(frozen=True, slots=True)
class PauseEntry:
    """Who paused or resumed, when, from where."""

    at: datetime
    author: Author
    paused: bool


class Pause:
    """One a daemon; made by `load`. `paused` costs no I/O."""

    def __init__(
        self,
        db: Database,
        *,
        paused: bool,
        clock: Clock,
        announce: Callable[[AccessEvent], None],
    ) -> None:
        self.paused = paused
        self._db = db
        self._clock = clock
        self._announce = announce

    @classmethod
    async def load(
        cls, db: Database, *, clock: Clock, announce: Callable[[AccessEvent], None]
    ) -> Pause:
        """Read whether it is on; it survives a restart."""
        async with db.read() as snapshot:
            row = await snapshot.one("SELECT paused FROM pause ORDER BY id DESC LIMIT 1")
        return cls(db, paused=row is not None and bool(row[0]), clock=clock, announce=announce)

    async def set(self, paused: bool, author: Author) -> Reply:
        """Turn it on or off, durably, and answer."""
        word = "on" if paused else "off"
        changed = await to_the_end(self._set(paused, author))
        key = f"access.pause.{word}" if changed else f"access.pause.same_{word}"
        return Reply(lines=((Words(key),),), data={"paused": paused})

    async def history(self) -> list[PauseEntry]:
        """Every pause and resumption, newest first."""
        async with self._db.read() as snapshot:
            rows = await snapshot.all(
                "SELECT at, paused, player_name, player_uuid, console, origin"
                " FROM pause ORDER BY id DESC"
            )
        return [
            PauseEntry(from_millis(at), author_of(author), bool(paused))
            for at, paused, *author in rows
        ]

    async def _set(self, paused: bool, author: Author) -> bool:
        async with self._db.write(durable=True) as tx:
            if paused is self.paused:
                return False
            await tx.execute(
                "INSERT INTO pause (at, paused, player_name, player_uuid, console, origin)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (to_millis(self._clock.now()), paused, *author_columns(author)),
            )
        self.paused = paused
        self._announce(PauseChanged(paused=paused, author=author))
        return True
