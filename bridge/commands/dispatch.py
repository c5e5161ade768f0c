"""Carries out `/system ai` as text, the same way and in the same words wherever it came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.access.reply import Reply
from bridge.commands import system_ai

if TYPE_CHECKING:
    from bridge.access.administration import Administration
    from bridge.access.history import Author
    from bridge.access.players import Directory


class SystemAi:
    """`/system ai` for one world. Whether the author may is asked before (level 2)."""

    def __init__(self, administration: Administration, players: Directory) -> None:
        self._administration = administration
        self._players = players

    async def carry_out(self, text: str, author: Author) -> Reply:
        """What the text orders, done; or the one line that says how it is written."""
        match system_ai.parse(text):
            case system_ai.Malformed() as malformed:
                return Reply(lines=(malformed.line,), exit=2)
            case order:
                return await self._administration.carry_out(
                    order, author=author, players=self._players
                )

    def complete(self, text: str, cursor: int) -> system_ai.Completion:
        """What the word at the cursor (characters from 0) may become."""
        return system_ai.complete(text, cursor, self._players.names())
