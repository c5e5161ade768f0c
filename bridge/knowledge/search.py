"""The one search: notes, manual and what is lent, as far as the one who asks may see it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from bridge.core.errors import StoreError
from bridge.knowledge import queries, snippets
from bridge.knowledge.entries import Hit, Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bridge.knowledge.entries import Entry, Viewer
    from bridge.knowledge.index import Match
    from bridge.knowledge.lent import Lender
    from bridge.knowledge.library import KnowledgeLibrary
    from bridge.knowledge.queries import Query

_logger = logging.getLogger(__name__)

EVERYWHERE: Final = frozenset(Source)
LIMIT: Final = 10
_RANKED: Final = 24
"""Passages that are looked at for a short list: what covers more of a question goes first."""
_NAMES: Final = 0.5
"""What an item's hit counts for beside a text's: a name says less than what speaks about it."""


class Search:
    """One a server: the daemon's library, and what that server's packages lend."""

    def __init__(self, library: KnowledgeLibrary, lenders: Sequence[Lender] = ()) -> None:
        self.library = library
        self._lenders = lenders

    async def find(
        self,
        viewer: Viewer,
        text: str,
        *,
        sources: frozenset[Source] = EVERYWHERE,
        limit: int = LIMIT,
    ) -> Sequence[Hit]:
        """What fits the words best, the best first. Raises StoreError."""
        query = queries.asked(text)
        if not query:
            return ()
        index = await self.library.index()
        texts, names = list(self.library.own_views(viewer, sources)), list[str]()
        for lender in self._lenders:
            if lender.source in sources and (view := await self._lent(lender, viewer)):
                (names if lender.source is Source.ITEMS else texts).append(view)
        # Items by the thousand share a word: among them a text would not be looked at.
        matches = [
            match
            for views in (texts, names)
            if views
            for match in await index.find(query, views, limit=max(_RANKED, limit))
        ]
        ranked = sorted(((_score(query, match), match.entry) for match in matches), key=_rank)
        return [_hit(query, *each) for each in _distinct(ranked)[:limit]]

    async def _lent(self, lender: Lender, viewer: Viewer) -> str | None:
        """The view of what is lent; None where there is nothing, or it cannot be read now."""
        try:
            loan = await lender.lend(viewer)
            return None if loan is None else await self.library.lent_view(loan)
        except StoreError as error:
            _logger.warning("the search goes without %s: %s", lender.source, error)
            return None


_Score = tuple[float, float]
"""How well it fits, and its coverage."""


def _score(query: Query, match: Match) -> _Score:
    coverage = query.coverage(snippets.present(query, match.terms))
    worth = _NAMES if match.entry.source is Source.ITEMS else 1.0
    return match.score * coverage * worth, coverage


def _rank(scored: tuple[_Score, Entry]) -> tuple[float, str]:
    (score, _), entry = scored
    return -score, entry.key


def _hit(query: Query, score: _Score, entry: Entry) -> Hit:
    snippet = snippets.snippet(entry.text, query)
    return Hit(entry=entry, snippet=snippet, score=score[0], coverage=score[1])


def _distinct(ranked: Sequence[tuple[_Score, Entry]]) -> list[tuple[_Score, Entry]]:
    """Of the pieces of one long section the best."""
    found: dict[tuple[Source, str, str], tuple[_Score, Entry]] = {}
    for score, entry in ranked:
        found.setdefault(_section(entry), (score, entry))
    return list(found.values())


def _section(entry: Entry) -> tuple[Source, str, str]:
    pieces = entry.source in {Source.NOTES, Source.MANUAL}
    return entry.source, entry.key.partition("#")[0] if pieces else entry.key, entry.title
