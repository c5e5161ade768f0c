"""The one search: notes, manual and what is lent, as far as the one who asks may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.knowledge import queries, snippets
from bridge.knowledge.entries import Hit, Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bridge.knowledge.entries import Entry, Viewer
    from bridge.knowledge.index import Match
    from bridge.knowledge.lent import Lender
    from bridge.knowledge.library import KnowledgeLibrary
    from bridge.knowledge.queries import Query

EVERYWHERE: Final = frozenset(Source)
LIMIT: Final = 10
_RANKED: Final = 24
"""Passages that are looked at for a short list: what covers more of a question goes first."""


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
        loans = [await each.lend(viewer) for each in self._lenders if each.source in sources]
        views = [
            *self.library.own_views(viewer, sources),
            *[await self.library.lent_view(loan) for loan in loans if loan is not None],
        ]
        matches = await index.find(query, views, limit=max(_RANKED, limit))
        ranked = sorted(((_score(query, match), match.entry) for match in matches), key=_rank)
        return [_hit(query, *each) for each in _distinct(ranked)[:limit]]


_Score = tuple[float, float]
"""How well it fits, and its coverage."""


def _score(query: Query, match: Match) -> _Score:
    coverage = query.coverage(snippets.present(query, match.terms))
    return match.score * coverage, coverage


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
