"""`notes`: the administrators' notes, by title or by what they say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.cli import output
from bridge.cli.command import Command, Words
from bridge.cli.knowledge import AS, viewer, with_search
from bridge.core.errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bridge.cli.command import Given
    from bridge.knowledge.entries import Hit
    from bridge.knowledge.search import Search
    from bridge.knowledge.sections import Page

FOUND: Final = 20


def _notes(given: Given) -> int:
    if given.text:
        _print_found(given, with_search(given.options, lambda search: _find(search, given)))
    else:
        _print_list(given, with_search(given.options, lambda search: search.library.notes()))
    return 0


async def _find(search: Search, given: Given) -> Sequence[Hit]:
    from bridge.knowledge.entries import Source

    sources = frozenset({Source.NOTES})
    hits = await search.find(viewer(given), given.text, sources=sources, limit=FOUND)
    if not hits:
        raise RefusedError(f"no note says anything about {given.text!r}")
    return hits


def _print_found(given: Given, hits: Sequence[Hit]) -> None:
    from bridge.knowledge.entries import section_of

    if given.options.json:
        output.document(
            [
                {
                    "note": section_of(hit.entry.key)[0],
                    "title": hit.entry.name,
                    "text": hit.entry.text,
                }
                for hit in hits
            ]
        )
        return
    for hit in hits:
        print(f"{hit.entry.name}  ({section_of(hit.entry.key)[0]})\n  {hit.snippet}")


def _print_list(given: Given, notes: Mapping[str, Page]) -> None:
    if given.options.json:
        output.document([{"note": name, "title": page.title} for name, page in notes.items()])
    else:
        output.table((name, page.title) for name, page in notes.items())


COMMAND = Command(
    summary="Your notes in config/knowledge/: the list, or what they say about some words.",
    run=_notes,
    words=Words("[TEXT...]", "what to look for; without it, all notes by title"),
    options=(AS,),
)
