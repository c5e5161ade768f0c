"""In which language a player is spoken to (contract section 4, "Language").

What a program in the server says, else the one they chose, else what they last asked in; the
server's language until they did. What they asked in is not stored: after a restart the first notice
may come in the server's language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.ui.languages import client_language, language_of

if TYPE_CHECKING:
    from collections.abc import Hashable


class Spoken:
    """Those of one server, whose own language is `default`."""

    def __init__(self, default: str) -> None:
        self._default = default
        self._others: dict[Hashable, str] = {}
        self._told: dict[Hashable, str] = {}

    def told(self, player: Hashable, client: str) -> None:
        """A program in the server says which language a player's client has (`zh_tw`)."""
        self._told[player] = client_language(client, self._default)

    def heard(self, player: Hashable, text: str, *, chosen: str | None = None) -> str:
        """The language of a request, remembered as the player's; `chosen` is by `/lang`.

        A request without a letter (`@ai 2` presses a button) is in the language before it.
        """
        if not any(map(str.isalpha, text)):
            return self.of(player, chosen=chosen)
        language = language_of(text, self._default)
        if language == self._default:
            self._others.pop(player, None)
        else:
            self._others[player] = language
        return self._told.get(player) or chosen or language

    def of(self, player: Hashable, *, chosen: str | None = None) -> str:
        """The player's language."""
        return self._told.get(player) or chosen or self._others.get(player, self._default)
