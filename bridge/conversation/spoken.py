"""In which language a player is spoken to when they have not just asked something.

What they last asked in; the server's language until they did. It is not stored: after a restart the
first notice may come in the server's language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.ui.languages import language_of

if TYPE_CHECKING:
    from collections.abc import Hashable


class Spoken:
    """Those of one server, whose own language is `default`."""

    def __init__(self, default: str) -> None:
        self._default = default
        self._others: dict[Hashable, str] = {}

    def heard(self, player: Hashable, text: str) -> str:
        """The language of a request, remembered as the player's."""
        language = language_of(text, self._default)
        if language == self._default:
            self._others.pop(player, None)
        else:
            self._others[player] = language
        return language

    def of(self, player: Hashable) -> str:
        """The player's language."""
        return self._others.get(player, self._default)
