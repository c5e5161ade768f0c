"""How one server's players are shown something: in their language, now or when they come back."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridge.core.errors import PlayerAwayError
from bridge.ui.render import Look, bar, clicks_of, plain, render

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bridge.conversation.kept_answers import Kept, KeptAnswers
    from bridge.conversation.language_choice import LanguageChoice
    from bridge.conversation.shown import ShownCards
    from bridge.conversation.spoken import Spoken
    from bridge.core.actors import Player
    from bridge.core.cards import Card, Words
    from bridge.daemon.server_place import ServerPlace
    from bridge.daemon.unfinished import Unfinished
    from bridge.minecraft.link.server import ServerLink
    from bridge.ui.render import Message

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """One server's."""

    link: ServerLink
    place: ServerPlace
    shown: ShownCards
    spoken: Spoken
    languages: LanguageChoice
    kept: KeptAnswers
    unfinished: Unfinished

    def language_of(self, player: Player) -> str:
        """In which a player is told what was not just asked for."""
        return self.spoken.of(player.name, chosen=self.languages.of(player.uuid))

    def language_heard(self, player: Player, text: str) -> str:
        """In which a player is answered who asks this; it is remembered."""
        return self.spoken.heard(player.name, text, chosen=self.languages.of(player.uuid))

    async def tell(self, player: Player, card: Card) -> None:
        """Show what was not just asked for, in the player's language. Raises LinkError."""
        await self._send(player, card, self.language_of(player))

    async def show_progress(self, player: Player, words: Words | None) -> None:
        """On the action bar, in the player's language; None clears it. Raises LinkError.

        Not where each such command would be a line in every operator's chat.
        """
        if not self.place.tells_operators:
            await self.link.show_progress(player, bar(words, self.language_of(player)))

    async def show(self, player: Player, card: Card, language: str) -> None:
        """Show an answer; one whose player has left waits for them a while. Raises LinkError."""
        for _ in range(2):  # a player may be back by the time that it is known that they had left
            if not self.link.has_left(player):
                try:
                    await self._send(player, card, language)
                except PlayerAwayError:
                    pass
                else:
                    return
        await self._keep(player, card, language)

    async def show_kept(self, player: Player) -> None:
        """A player came: what was kept for them. Raises LinkError."""
        for kept in self.kept.take(player.name):
            await self.show(player, kept.card, kept.language)
            await self.unfinished.end(kept.number)
        await self._give_up()

    async def end(self) -> None:
        """We are stopping: whatever is still kept is reported."""
        await self._give_up()
        for kept in self.kept.waiting():
            _report(kept, "we are stopping, and they have left")

    async def _keep(self, player: Player, card: Card, language: str) -> None:
        # It has not ended before it was shown, so that a kill meanwhile is told of.
        number = await self.unfinished.begin(f"{player.name}: {_words(card, language)}")
        self.kept.keep(player.name, card, language, number)
        _logger.info("%s has left; an answer is kept for their next join", player.name)
        await self._give_up()

    async def _give_up(self) -> None:
        for kept in self.kept.given_up():
            _report(kept, "they did not come back for it")
            await self.unfinished.end(kept.number)

    async def _send(self, player: Player, card: Card, language: str) -> None:
        card_id = self.shown.show(player.name, card)

        def write(room: int) -> Sequence[Message]:
            look = Look(
                language=language,
                clicks=clicks_of(self.link.version),
                limit=room,
                press=self.place.table.chat_prefixes[0],
            )
            return render(card, card_id, look)

        await self.link.tell(player, write)


def _report(kept: Kept, why: str) -> None:
    words = _words(kept.card, kept.language)
    _logger.warning("%s: %s: an answer could not be given: %s", kept.player, words, why)


def _words(card: Card, language: str) -> str:
    """The first words of an answer, for our own log."""
    return repr(plain(card, language)[:60])
