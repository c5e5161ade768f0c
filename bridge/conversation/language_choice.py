"""The language that a player chose with `/lang`: stored, and theirs on every server of a daemon."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from bridge.storage.completion import to_the_end
from bridge.ui.languages import LANGUAGES

if TYPE_CHECKING:
    from bridge.storage.database import Database


class LanguageChoice:
    """One a daemon; made by `load`. Asking costs no I/O."""

    def __init__(self, db: Database, chosen: dict[UUID, str]) -> None:
        self._db = db
        self._chosen = chosen

    @classmethod
    async def load(cls, db: Database) -> LanguageChoice:
        """Read the choices; one of a language that is not there any more does not count."""
        async with db.read() as snapshot:
            rows = await snapshot.all("SELECT uuid, language FROM player_language")
        known = {UUID(bytes=uuid): language for uuid, language in rows if language in LANGUAGES}
        return cls(db, known)

    def of(self, player: UUID | None) -> str | None:
        """The language that was chosen; None where it follows what is said."""
        return None if player is None else self._chosen.get(player)

    async def set(self, player: UUID, language: str | None) -> None:
        """Store one of `LANGUAGES`, or None for none; then let it count."""
        await to_the_end(self._set(player, language))

    async def _set(self, player: UUID, language: str | None) -> None:
        async with self._db.write() as tx:
            if language is None:
                await tx.execute("DELETE FROM player_language WHERE uuid = ?", (player.bytes,))
            else:
                await tx.execute(
                    "INSERT INTO player_language (uuid, language) VALUES (?, ?) "
                    "ON CONFLICT DO UPDATE SET language = excluded.language",
                    (player.bytes, language),
                )
        if language is None:
            self._chosen.pop(player, None)
        else:
            self._chosen[player] = language
