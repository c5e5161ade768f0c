"""The one search: notes, manual and what is lent, as far as the one who asks may see it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from bridge.core.errors import StoreError
from bridge.knowledge import queries, snippets, words
from bridge.knowledge.entries import Hit, Source, section_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bridge.knowledge.entries import Entry, Viewer
    from bridge.knowledge.index import Match
    from bridge.knowledge.lent import Finder, Lender
    from bridge.knowledge.library import KnowledgeLibrary
    from bridge.knowledge.queries import Query

_logger = logging.getLogger(__name__)

EVERYWHERE: Final = frozenset(Source)
LIMIT: Final = 10
_FOUND: Final = 5
"""Items that are asked for: each says little more than its name."""
_MOSTLY: Final = 0.5
_NAME: Final = 0.9
"""What a name is worth beside a passage that says the same."""
_RANKED: Final = 24
"""Passages that are looked at for a short list: what covers more of a question goes first."""


class Search:
    """One a server: the daemon's library, and what that server's packages lend."""

    def __init__(
        self,
        library: KnowledgeLibrary,
        lenders: Sequence[Lender] = (),
        finders: Sequence[Finder] = (),
    ) -> None:
        self.library = library
        self._lenders = lenders
        self._finders = finders

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
        found = [
            (_score(query, match), match.entry)
            for match in await index.find(query, views, limit=max(_RANKED, limit))
        ]
        best = max((score for (score, _), _ in found), default=1.0)
        for finder in self._finders:
            if finder.source in sources:
                entries = await _found_by(finder, query.meant, viewer.language)
                found += _named(query, entries, best)
        ranked = _distinct(sorted(found, key=_rank))
        return [_hit(query, *each) for each in ranked[:limit]]


async def _found_by(finder: Finder, text: str, language: str) -> Sequence[Entry]:
    """A source of its own that fails costs its own entries."""
    try:
        return await finder.find(text, language, _FOUND)
    except StoreError as error:
        _logger.warning("%s are left out of a search: %s", finder.source, error)
        return ()


_Score = tuple[float, float]
"""How well it fits, and its coverage."""


def _score(query: Query, match: Match) -> _Score:
    coverage = query.coverage(snippets.present(query, match.terms))
    return match.score * coverage, coverage


def _named(query: Query, entries: Sequence[Entry], best: float) -> Iterator[tuple[_Score, Entry]]:
    """Those whose name says most of what was asked, beside passages that are as good as `best`."""
    for entry in entries:
        terms = words.indexed(f"{entry.title} {entry.text}").split()
        coverage = query.coverage(snippets.present(query, terms))
        if coverage > _MOSTLY:
            yield (best * coverage * _NAME, coverage), entry


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
    return entry.source, section_of(entry.key)[0] if pieces else entry.key, entry.title
