"""One command being run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridge.demo import targets

if TYPE_CHECKING:
    from bridge.demo.game import Game
    from bridge.demo.player import Player
    from bridge.demo.reader import Reader
    from bridge.demo.source import Source
    from bridge.demo.targets import Target


@dataclass(frozen=True, slots=True)
class Call:
    """The game, who asks, and the text behind the command's name."""

    game: Game
    source: Source
    reader: Reader

    def tell(self, text: str) -> None:
        """Feedback for who asked alone."""
        self.game.feedback(self.source, text, inform=False)

    def report(self, text: str) -> None:
        """Feedback for who asked, the other operators and the log."""
        self.game.feedback(self.source, text, inform=True)

    def players(self, target: Target) -> list[Player]:
        """The players meant. Raises CommandError: there are none."""
        return targets.find_players(target, self.game.online, self.source.player)

    def entity(self, target: Target) -> Player:
        """The one entity meant. Raises CommandError: there is none."""
        return targets.find_entity(target, self.game.online, self.source.player)
