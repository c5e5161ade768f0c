"""`database.query`: the one search over notes, manual, visible quests and items."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import Field

from bridge.knowledge.entries import Source, Viewer
from bridge.knowledge.search import EVERYWHERE, Search
from bridge.tools.tool import Tool

if TYPE_CHECKING:
    from bridge.knowledge.entries import Hit
    from bridge.tools.tool import Asker

FOUND: Final = 6
TEXT: Final = 1_100
"""Characters of one passage: six of them fit an observation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryInput:
    """What to look for, and where."""

    query: Annotated[
        str, Field(min_length=1, max_length=200, description="a few words, in the texts' language")
    ]
    sources: Annotated[
        tuple[Source, ...], Field(max_length=4, description="where to look; empty: everywhere")
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """What was found: whose words they are, where they stand, and the words."""

    source: Source
    name: str
    key: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Passages:
    """The best first; none: nothing about it is known here."""

    found: tuple[Passage, ...]


def tools(search: Search) -> tuple[Tool[Any, Any], ...]:
    """The one, over one server's search."""

    async def query(asker: Asker, given: QueryInput) -> Passages:
        sources = frozenset(given.sources) or EVERYWHERE
        hits = await search.find(viewer(asker), given.query, sources=sources, limit=FOUND)
        return Passages(found=tuple(passage(hit) for hit in hits))

    return (
        Tool("database.query", QueryInput, Passages, query).for_reasoning(
            "Search this server's notes (rules, announcements), the assistant's manual, the quests "
            "this player can see and items, by words, in one go. Passages with their sources."
        ),
    )


def viewer(asker: Asker) -> Viewer:
    """Through whose eyes a tool looks."""
    return Viewer(player=asker.player, language=asker.language, administrator=asker.administrator)


def passage(hit: Hit) -> Passage:
    """A hit as a model reads it: all of a short text, of a long one what says most."""
    entry = hit.entry
    text = entry.text if len(entry.text) <= TEXT else f"{hit.snippet}\n{entry.text[:TEXT]}…"
    return Passage(source=entry.source, name=entry.name, key=entry.key, text=text)
