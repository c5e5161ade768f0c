"""What is stored of players for their conversations, whatever server they are on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from bridge.conversation.bindings import Bindings
from bridge.conversation.first_answer import FirstAnswers
from bridge.conversation.history import History, KeptHistory
from bridge.conversation.history_choice import HistoryChoice
from bridge.conversation.language_choice import LanguageChoice

if TYPE_CHECKING:
    from bridge.agent.generations import Generations
    from bridge.core.clock import Clock
    from bridge.storage.database import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class Personal:
    """One a daemon."""

    db: Database
    choice: HistoryChoice
    kept: KeptHistory
    told: FirstAnswers
    languages: LanguageChoice

    @classmethod
    async def load(cls, db: Database, clock: Clock, *, days: int) -> Self:
        """Read it; history is kept for so many days. Raises StoreError."""
        return cls(
            db=db,
            choice=await HistoryChoice.load(db),
            kept=KeptHistory(db, clock, days=days),
            told=await FirstAnswers.load(db, clock),
            languages=await LanguageChoice.load(db),
        )

    async def bindings(self, world: str) -> Bindings:
        """Who is bound to which system in a world. Raises StoreError."""
        return await Bindings.load(self.db, world)

    def history(self, world: str, generations: Generations) -> History:
        """What was said in a world."""
        return History(self.kept, world, choice=self.choice, generations=generations)
